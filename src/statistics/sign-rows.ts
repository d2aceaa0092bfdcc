import { seedRandom } from './random.ts';

/** Number of rows. Up to 14 blocks have no more sign vectors. */
const ROWS = 2 ** 14;
/** Number of rows for errors below 0.1 %, which would be only a few of the others. */
const ROWS_FOR_SMALL_ERRORS = 2 ** 16;

export function countRows(alpha: number): number {
  return alpha < 0.001 ? ROWS_FOR_SMALL_ERRORS : ROWS;
}

/**
 * Draws rows of signs, a bit for each block (set: minus): all when there are no more than `count`, else the identity, which
 * is row 0, and `count` − 1 random ones. The test is exact with both: see `joint-test.ts`.
 *
 * @param length blocks, 32 at most
 */
export function drawSignRows(length: number, count: number, seed: number): Uint32Array {
  const rows = Uint32Array.from({ length: Math.min(count, 2 ** length) }, (_, row) => row);
  if (2 ** length <= count) return rows;
  const random = seedRandom(seed);
  for (let row = 1; row < count; row++) {
    rows[row] = 0;
    for (let bit = 0; bit < length; bit += 8) rows[row]! |= random.index(256) << bit;
  }
  return rows;
}

/** Sums ± weights for every row. They may be fewer than the planned blocks. */
export function sumRows(rows: Uint32Array, weights: Float64Array): Float64Array {
  const sums = new Float64Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    const signs = rows[row]!;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += (signs >>> i) & 1 ? -weights[i]! : weights[i]!;
    sums[row] = sum;
  }
  return sums;
}
