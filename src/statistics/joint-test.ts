import { seedRandom } from './random.ts';

/** Values beyond a line by less than this (for statistics of size 1) tie with it: sums are rounded. */
const ROUNDING = 1e-9;

/**
 * Draws rows of signs, one bit per block (set: minus): all if there are no more than `count`, otherwise the identity, which
 * is row 0, and `count` − 1 random ones. The test is exact with both.
 *
 * @param length blocks, 32 at most
 * @param error of the test, fraction
 * @param count 14 blocks have no more; for errors below 0.1 %, this many would leave only a few
 */
export function drawSignRows(
  length: number,
  error: number,
  seed: number,
  count = error < 0.001 ? 2 ** 16 : 2 ** 14,
): Uint32Array {
  const rows = Uint32Array.from({ length: Math.min(count, 2 ** length) }, (_, row) => row);
  if (2 ** length <= count) return rows;
  const random = seedRandom(seed);
  for (let row = 1; row < count; row++) {
    rows[row] = 0;
    for (let bit = 0; bit < length; bit += 8) rows[row]! |= random.index(256) << bit;
  }
  return rows;
}

/**
 * Tests "nothing changed" for many metrics at once, by sign flips of whole blocks.
 *
 * Why it is exact. The arms of a block are started and measured in random order. If the change does nothing, the swapped
 * labels of a block are just as likely, for all its metrics together. So the deviations d of a block and −d have the same
 * chance, whatever their distribution, however metrics depend on each other, and however blocks differ or drift. The
 * statistic of a metric is Σ±d / √Σd², whose norm no sign changes. The observed row is equally likely to be any of the
 * rows, and at most ⌊error · rows⌋ lie beyond a line: for all sign vectors, and for the identity with any number of random
 * ones (Hemerik & Goeman 2018, TEST 27, 811–825, theorem 2; Phipson & Smyth 2010). The greatest of all metrics gives the
 * family one error (Westfall & Young 1993, "Resampling-Based Multiple Testing").
 *
 * @param family one value for each block and metric, positive for worse; `NaN` where it is missing
 * @param error of each side, fraction
 * @returns the line that the statistic exceeds if something got worse, and what each metric shows
 */
export function testJointly(family: readonly (readonly number[])[], error: number, rows: Uint32Array) {
  const top = new Float64Array(rows.length).fill(Number.NEGATIVE_INFINITY);
  const bottom = new Float64Array(rows.length).fill(Number.NEGATIVE_INFINITY);
  const seen = family.map((values) => {
    const weights = weigh(values);
    for (let row = 0; row < rows.length; row++) {
      const signs = rows[row]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (signs >>> i) & 1 ? -weights[i]! : weights[i]!;
      if (sum > top[row]!) top[row] = sum;
      if (-sum > bottom[row]!) bottom[row] = -sum;
    }
    return weights.reduce((sum, weight) => sum + weight, 0);
  });
  const [worse, better] = [drawLine(top, error), drawLine(bottom, error)];
  return {
    line: worse,
    shown: seen.map((statistic) => ({ worse: statistic > worse, better: -statistic > better })),
  };
}

/** Weights blocks so that metrics on any scale can be compared. */
function weigh(values: readonly number[]): Float64Array {
  const present = Float64Array.from(values, (value) => (Number.isNaN(value) ? 0 : value));
  const norm = Math.hypot(...present);
  return norm > 0 ? present.map((value) => value / norm) : present;
}

/** Finds the line that only the error's part of the rows exceeds; `Infinity` if the observed row cannot exceed it. */
function drawLine(statistics: Float64Array, error: number): number {
  const allowed = Math.floor(error * statistics.length + ROUNDING);
  return allowed < 1 ? Number.POSITIVE_INFINITY : statistics.sort().at(-1 - allowed)! + ROUNDING;
}
