import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { median } from './median.ts';

export type ChangePoint = {
  /** Index of the first value on the present level. */
  index: number;
  /** Medians of the level before this step (since the step before it) and of the present level. */
  before: number;
  after: number;
};

/** Fewer values on a level than this are outliers. */
export const FEWEST_ON_A_LEVEL = 3;
/** Values further from the median than so many robust standard deviations count as just so far. */
const CLIP = 4;
/** Numbers of recent values that are searched beside the whole series. */
const STRETCHES = [32, 16, 8];
/** Fixed seed: the same series always gives the same answer. */
const SEED = 20140101;

/**
 * Finds where the present level of a short series began: its last step, or null when no step can be shown.
 *
 * The method is a CUSUM scan with a permutation test: Antoch & Hušková (2001), "Permutation tests in change point
 * analysis", Statistics & Probability Letters 53, 37–46. The scores are bounded, so that an outlier counts for little.
 * They are clipped at 4 robust standard deviations, after Hušková's M-procedures. The greatest standardised CUSUM over
 * the whole series and its last 32, 16 and 8 values is compared with that of shuffled series. The last values find a
 * step back to an old level, which cancels itself out over the whole (Fryzlewicz 2014, "Wild binary segmentation",
 * Annals of Statistics 42, 2243–2281). Values after a step are searched again until no further step is found. A step
 * needs three values on either side beyond the midpoint of the two medians, whatever the test says.
 *
 * A series of exchangeable values is cut with probability `error` at most, whatever their distribution. In simulation
 * 0.3–1.5 % were cut at 1 %, and a step of 3 standard deviations amid 20 values was found in 98 %. Values that hang
 * together with their neighbours are not exchangeable: at a lag-one autocorrelation of 0.3 about 10 % of steady series
 * of 40 are cut, at 0.5 about 27 %. Fewer than ten values never show a step at 1 %.
 *
 * @param values oldest first, at most some hundreds; logarithms where they scatter by factors; may be infinite
 * @param error fraction; below 0.001 it takes seconds
 */
export function findLastChangePoint(values: readonly number[], error = 0.01): ChangePoint | null {
  let found: ChangePoint | null = null;
  for (let start = 0; ; ) {
    const rest = values.slice(start);
    const step = findStep(rest, error);
    if (step === null) return found;
    found = { ...step, index: start + step.index };
    start = found.index;
  }
}

function findStep(values: readonly number[], error: number): ChangePoint | null {
  if (values.length < 2 * FEWEST_ON_A_LEVEL) return null;
  const scores = scoreRobustly(values);
  if (scores === null) return null;
  const observed = scan(scores);
  if (observed.index < 0 || isCommon(scores, observed.statistic, error)) return null;
  const [older, newer] = [values.slice(0, observed.index), values.slice(observed.index)];
  const [before, after] = [median(older), median(newer)];
  const middle = (before + after) / 2;
  const beyond = newer.filter((value) => (after > before ? value > middle : value < middle));
  const behind = older.filter((value) => (after > before ? value < middle : value > middle));
  if (Math.min(beyond.length, behind.length) < FEWEST_ON_A_LEVEL) return null;
  return { index: observed.index, before, after };
}

/** Scores values by their distance from the median. Null without any scatter, or without a finite median. */
function scoreRobustly(values: readonly number[]): number[] | null {
  const middle = median(values);
  if (!Number.isFinite(middle)) return null;
  const deviations = values.map((value) => Math.abs(value - middle));
  const finite = deviations.filter(Number.isFinite);
  // The median of the deviations is 0 where most values are equal, as failure rates are.
  const scale = 1.4826 * median(deviations) || finite.reduce((sum, x) => sum + x, 0) / finite.length;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  return values.map((value) => Math.max(-CLIP, Math.min(CLIP, (value - middle) / scale)));
}

/** Finds the greatest standardised CUSUM, and the index of the first value after it. */
function scan(scores: readonly number[]): { statistic: number; index: number } {
  const count = scores.length;
  let best = { statistic: 0, index: -1 };
  for (const length of [count, ...STRETCHES.filter((stretch) => stretch < count)]) {
    const from = count - length;
    let sum = 0;
    let squares = 0;
    for (let i = from; i < count; i++) {
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
      const statistic = Math.abs(cusum) / Math.sqrt((variance * before * (length - before)) / length);
      if (statistic > best.statistic) best = { statistic, index: from + before };
    }
  }
  return best;
}

/**
 * Tells whether shuffled scores reach the statistic too often to call it a step. It ends as soon as the answer is
 * certain: Besag & Clifford (1991), "Sequential Monte Carlo p-values", Biometrika 78, 301–304.
 */
function isCommon(scores: readonly number[], statistic: number, error: number): boolean {
  const allowed = 10;
  const shuffles = Math.ceil(allowed / error) - 1;
  const generator = xoroshiro128plus(SEED);
  const shuffled = [...scores];
  let reached = 0;
  for (let round = 0; round < shuffles; round++) {
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = uniformInt(generator, 0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    if (scan(shuffled).statistic >= statistic - 1e-12) reached++;
    // The series itself counts as one of the shuffled ones.
    if (reached + 1 > allowed) return true;
  }
  return false;
}
