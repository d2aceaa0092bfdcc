import { seedRandom } from './random.ts';

/** Rows of signs, one for each block, eight to a byte (bit set: minus). Row 0 changes nothing. */
export type SignRows = { count: number; length: number; bytes: Uint8Array; width: number };

/** Number of rows. Up to 14 blocks have no more sign vectors. */
const ROWS = 2 ** 14;
/** Number of rows for errors below 0.1 %, which would be only a few of the others. */
const ROWS_FOR_SMALL_ERRORS = 2 ** 16;

export function countRows(alpha: number): number {
  return alpha < 0.001 ? ROWS_FOR_SMALL_ERRORS : ROWS;
}

/**
 * Draws sign vectors: all when there are no more than `count`, else the identity and `count` − 1 random ones. The
 * test is exact with both: see `joint-test.ts`.
 *
 * @param length blocks
 */
export function drawSignRows(length: number, count: number, seed: number): SignRows {
  const width = Math.ceil(length / 8);
  if (2 ** length <= count) {
    const bytes = new Uint8Array(2 ** length * width);
    for (let row = 0; row < 2 ** length; row++) {
      for (let i = 0; i < width; i++) bytes[row * width + i] = row >> (8 * i);
    }
    return { count: 2 ** length, length, bytes, width };
  }
  const random = seedRandom(seed);
  const bytes = new Uint8Array(count * width);
  for (let i = width; i < bytes.length; i++) bytes[i] = random.index(256);
  return { count, length, bytes, width };
}

/** Sums ± weights for every row. They may be fewer than the planned blocks. Sums of eight come from a table. */
export function sumRows(rows: SignRows, weights: Float64Array): Float64Array {
  const used = Math.ceil(weights.length / 8);
  const tables = Array.from({ length: used }, (_, i) => tabulate(weights.subarray(8 * i, 8 * i + 8)));
  const sums = new Float64Array(rows.count);
  for (let i = 0; i < used; i++) {
    const table = tables[i]!;
    for (let row = 0; row < rows.count; row++) sums[row]! += table[rows.bytes[row * rows.width + i]!]!;
  }
  return sums;
}

/** Tabulates the sums of up to eight weights under all signs. Each sum follows from the sum with one minus fewer. */
function tabulate(weights: Float64Array): Float64Array {
  const table = new Float64Array(256);
  table[0] = weights.reduce((sum, weight) => sum + weight, 0);
  for (let bits = 1; bits < 256; bits++) {
    const lowest = 31 - Math.clz32(bits & -bits);
    table[bits] = table[bits & (bits - 1)]! - 2 * (weights[lowest] ?? 0);
  }
  return table;
}
