import { describe, expect, it } from 'vitest';
import { drawSignRows, sumRows } from '../../src/statistics/sign-rows.ts';
import { seed } from '../random.ts';

describe('sign vectors', () => {
  it('are all there are for a short plan, whatever the seed', () => {
    const rows = drawSignRows(4, 1000, 1);
    const sums = [...sumRows(rows, Float64Array.of(1, 2, 4, 8))];
    expect(sums[0]).toBe(15);
    expect(sums.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => -15 + 2 * i));
    expect(drawSignRows(4, 1000, 2)).toEqual(rows);
  });

  it('are random ones and the identity for a long plan, the same for the same seed', () => {
    const rows = drawSignRows(19, 500, 7);
    expect(rows).toHaveLength(500);
    expect(drawSignRows(19, 500, 7)).toEqual(rows);
    expect(drawSignRows(19, 500, 8)).not.toEqual(rows);
    const weights = Float64Array.from({ length: 19 }, (_, i) => 2 ** i);
    const sums = sumRows(rows, weights);
    expect(sums[0]).toBe(2 ** 19 - 1);
    expect(new Set(sums).size).toBeGreaterThan(490);
    const positive = sums.filter((sum) => sum > 0).length;
    expect(Math.abs(positive / 500 - 0.5)).toBeLessThan(0.08);
  });

  it('add up weights of a prefix', () => {
    const draw = seed(5);
    const rows = drawSignRows(20, 64, 3);
    const weights = Float64Array.from({ length: 11 }, () => draw.normal());
    for (const [row, sum] of sumRows(rows, weights).entries()) {
      const signed = weights.map((weight, i) => (((rows[row]! >> i) & 1) === 1 ? -weight : weight));
      expect(sum).toBeCloseTo(
        signed.reduce((total, one) => total + one, 0),
        12,
      );
    }
  });
});
