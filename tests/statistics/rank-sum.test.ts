import { describe, expect, it } from 'vitest';
import { attainableError, estimateShift } from '../../src/statistics/rank-sum.ts';
import { seed, simulate } from '../random.ts';

/** All ways to choose `count` of the numbers 0 … of − 1. */
function* choose(count: number, of: number): Generator<number[]> {
  if (count === 0) yield [];
  for (let last = count - 1; count > 0 && last < of; last++) {
    for (const others of choose(count - 1, last)) yield [...others, last];
  }
}

describe('the shift between two samples', () => {
  it.each([
    [4, 4],
    [3, 6],
    [6, 2],
  ])('has the p-value that counting all %i + %i arrangements gives', (before, after) => {
    const won: number[] = [];
    const pValues: number[] = [];
    for (const head of choose(after, before + after)) {
      const base = Array.from({ length: before + after }, (_, i) => i).filter((i) => !head.includes(i));
      won.push(head.flatMap((h) => base.filter((b) => h > b)).length);
      pValues.push(estimateShift(base, head, 0.05).pValue);
    }
    pValues.forEach((pValue, i) => {
      expect(pValue).toBeCloseTo(won.filter((other) => other >= won[i]!).length / won.length, 12);
    });
    expect(Math.min(...pValues)).toBeCloseTo(attainableError(before, after), 12);
  });

  it('lies above its lower bound as often as promised, also when values are often the same', () => {
    const draw = seed(1);
    const trials = 4000;
    for (const round of [(x: number) => x, Math.round]) {
      const sample = (length: number) => Array.from({ length }, () => round(3 * draw.normal()));
      const wrong = (bound: 'low' | 'high') =>
        simulate(trials, () => {
          const { low, high } = estimateShift(sample(7), sample(6), 0.05);
          return bound === 'low' ? low > 0 : high < 0;
        });
      for (const bound of ['low', 'high'] as const) {
        expect(wrong(bound)).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
      }
    }
  });

  it('is the median of all differences, and has no bounds where samples are too small for the error', () => {
    expect(estimateShift([1, 2, 3], [11, 12, 13], 0.01)).toMatchObject({
      value: 10,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
    });
    const { low, high } = estimateShift([1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16], 0.01);
    expect(low).toBeGreaterThan(5);
    expect(high).toBeLessThan(15);
  });

  it('copes with values that were never reached', () => {
    const never = Number.POSITIVE_INFINITY;
    expect(estimateShift([1, 2, 3, 4, never], Array(5).fill(never), 0.05).value).toBe(never);
    expect(estimateShift(Array(5).fill(never), Array(5).fill(never), 0.05)).toMatchObject({
      value: 0,
      pValue: 1,
    });
  });
});
