import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { median } from './median.ts';

export type ChangePoint = {
  /** Index of the first value on the current level. */
  index: number;
  /** Medians of the level before this step (since the previous step) and of the current level. */
  before: number;
  after: number;
};

/** Fewer values than this on a level are outliers. */
const FEWEST_ON_A_LEVEL = 3;
/** Values further from the median than this many robust standard deviations count as exactly that far. */
const CLIP = 4;
/** Shortest stretch of a long series that is searched on its own: steps in shorter ones cannot reach significance. */
const SHORTEST = 16;
/** Fewer values than this are shuffled one by one. */
const FEWEST_IN_BLOCKS = 64;
/** Distance between two levels, in robust standard deviations, from which they differ whatever their neighbours do. */
const CLEAR = 3;
/** Fixed seed: the same series always gives the same answer. */
const SEED = 20140101;
/** Shuffled series that may reach the statistic. More of them, and more shuffles, would determine its rank more exactly. */
const REACHING = 10;

/**
 * Finds all steps of a series, oldest first.
 *
 * The method is a CUSUM scan with a permutation test: Antoch & Hušková (2001), "Permutation tests in change point
 * analysis", Statistics & Probability Letters 53, 37–46. The scores are clipped, after Hušková's M-procedures, so that an
 * outlier counts for little. The greatest CUSUM over the whole series and over overlapping stretches of it, each half as
 * long as the one before, is compared with that of shuffled series: Kovács & al. (2023), "Seeded binary segmentation",
 * Biometrika 110, 249–256. So a level that lasted a few weeks is found among years. The series is cut there, and both
 * parts are searched again; then each step is placed again between its neighbours. A step needs three values on either side
 * beyond the midpoint of the two medians. Long series are shuffled in blocks, which keep neighbours together: Kirch (2007),
 * "Block permutation principles for the change analysis of dependent data", Journal of Statistical Planning and Inference 137,
 * 2453–2474. Fewer than ten values never show a step at 1 %.
 *
 * @param values oldest first; logarithms if they vary by factors; may be infinite
 * @param error fraction: chance that a part without any step is cut, for each part between two steps
 */
export function findChangePoints(values: readonly number[], error = 0.01): ChangePoint[] {
  const search = (from: number, to: number): number[] => {
    const step = findStep(values.slice(from, to), error);
    return step === null ? [] : [...search(from, from + step), from + step, ...search(from + step, to)];
  };
  const cuts = search(0, values.length);
  const placed = cuts.map((cut, i) => {
    const from = cuts[i - 1] ?? 0;
    const around = scoreRobustly(values.slice(from, cuts[i + 1]));
    const { index } = around === null ? { index: -1 } : scan(around, [[0, around.length]]);
    return index < 0 ? cut : from + index;
  });
  const levelAfter = (i: number) => median(values.slice(placed[i] ?? 0, placed[i + 1]));
  return placed.map((index, i) => ({ index, before: levelAfter(i - 1), after: levelAfter(i) }));
}

type Window = readonly [from: number, to: number];

/** Lists the whole series, its halves, quarters and so on, and those that lie between two of them. */
function listStretches(count: number): Window[] {
  const windows: Window[] = [[0, count]];
  for (let length = count / 2; length >= SHORTEST; length /= 2) {
    for (let from = 0; from + length <= count + 0.5; from += length / 2)
      windows.push([Math.round(from), Math.min(count, Math.round(from + length))]);
  }
  return windows;
}

/** Finds the index of the largest step that the test shows, or null. */
function findStep(values: readonly number[], error: number): number | null {
  const scores = values.length < 2 * FEWEST_ON_A_LEVEL ? null : scoreRobustly(values);
  if (scores === null) return null;
  const windows = listStretches(values.length);
  const { statistic, index, window } = scan(scores, windows);
  if (index < 0) return null;
  // In windows at the end of the series, the previous level extends back to its start.
  const from = window[1] === values.length ? 0 : window[0];
  const [older, newer] = [values.slice(from, index), values.slice(index, window[1])];
  const [before, after] = [median(older), median(newer)];
  const middle = (before + after) / 2;
  const beyond = newer.filter((value) => (after > before ? value > middle : value < middle));
  const behind = older.filter((value) => (after > before ? value < middle : value > middle));
  if (Math.min(behind.length, beyond.length) < FEWEST_ON_A_LEVEL) return null;
  const block = values.length < FEWEST_IN_BLOCKS ? 1 : Math.floor(Math.cbrt(values.length));
  const isShown = (size: number) => !isCommon(scores, statistic, error, windows, size);
  // A level as short as a block stays whole in most shuffles. At this distance, mere neighbours cannot explain it.
  const [low, high] = [scores.slice(window[0], index), scores.slice(index, window[1])].map(median);
  const isClear = Math.abs(high! - low!) >= CLEAR;
  return isShown(block) || (block > 1 && isClear && isShown(1)) ? index : null;
}

/** Scores values by their distance from the median. Null if there is no scatter, or no finite median. */
function scoreRobustly(values: readonly number[]): number[] | null {
  const middle = median(values);
  if (!Number.isFinite(middle)) return null;
  const deviations = values.map((value) => Math.abs(value - middle));
  const finite = deviations.filter(Number.isFinite);
  // The median of the deviations is 0 if most values are equal, as failure rates are.
  const scale = 1.4826 * median(deviations) || finite.reduce((sum, x) => sum + x, 0) / finite.length;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  return values.map((value) => Math.max(-CLIP, Math.min(CLIP, (value - middle) / scale)));
}

/** Finds the largest square of the standardised CUSUM within a window, and the index after it; −1 without scatter. */
function scan(scores: ArrayLike<number>, windows: readonly Window[]) {
  let best = { statistic: 0, index: -1, window: windows[0]! };
  for (const window of windows) {
    const [from, to] = window;
    const length = to - from;
    let [sum, squares] = [0, 0];
    for (let i = from; i < to; i++) {
      sum += scores[i]!;
      squares += scores[i]! ** 2;
    }
    const mean = sum / length;
    const variance = squares / length - mean ** 2;
    if (!(variance > 1e-12)) continue;
    let cusum = 0;
    for (let before = 1; before <= length - FEWEST_ON_A_LEVEL; before++) {
      cusum += scores[from + before - 1]! - mean;
      if (before < FEWEST_ON_A_LEVEL) continue;
      const statistic = (cusum * cusum * length) / (variance * before * (length - before));
      if (statistic > best.statistic) best = { statistic, index: from + before, window };
    }
  }
  return best;
}

/**
 * Tells whether shuffled scores reach the statistic too often to call it a step. It stops as soon as the answer is
 * certain: Besag & Clifford (1991), "Sequential Monte Carlo p-values", Biometrika 78, 301–304.
 *
 * @param size of blocks of neighbours that stay together
 */
function isCommon(
  scores: readonly number[],
  statistic: number,
  error: number,
  windows: readonly Window[],
  size: number,
): boolean {
  const generator = xoroshiro128plus(SEED);
  const blocks = Array.from({ length: Math.ceil(scores.length / size) }, (_, i) =>
    scores.slice(i * size, (i + 1) * size),
  );
  // No statistic exceeds its window's length.
  const long = windows.filter(([from, to]) => to - from >= statistic - 1e-9);
  // The series itself counts as one of the shuffled ones.
  let reached = 1;
  for (let round = 1; round < Math.ceil(REACHING / error) && reached <= REACHING; round++) {
    for (let i = blocks.length - 1; i > 0; i--) {
      const j = uniformInt(generator, 0, i);
      [blocks[i], blocks[j]] = [blocks[j]!, blocks[i]!];
    }
    if (scan(blocks.flat(), long).statistic >= statistic - 1e-9) reached++;
  }
  return reached > REACHING;
}
