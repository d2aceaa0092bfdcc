import { describe, expect, it } from 'vitest';
import { estimateMean, estimateRatio, predict } from '../../src/statistics/mean.ts';
import { seed, simulate } from '../random.ts';

describe('the prediction from earlier runs', () => {
  it.each([5, 10, 30])(
    'contains a new value of the same kind as often as it says, with %i earlier runs',
    (runs) => {
      const draw = seed(3);
      const value = () => 12 * Math.exp(0.2 * draw.normal());
      const inside = simulate(4000, () => {
        const { low, high } = predict(Array.from({ length: runs }, value), value(), 0.9, 0.001);
        return low <= 0 && 0 <= high;
      });
      expect(Math.abs(inside - 0.9)).toBeLessThan(0.015);
    },
  );

  it('believes no smaller spread than the floor, and tells the change against the geometric mean', () => {
    const { low, high } = predict([10, 10, 10, 10, 10], 10, 0.99, 0.02);
    expect(low).toBeLessThan(-0.05);
    expect(high).toBeGreaterThan(0.05);
    expect(predict([1, 100], 20, 0.9, 0.02).change).toBeCloseTo(1);
  });
});

describe("Student's interval for a ratio of totals", () => {
  it('covers the mean of unequal slices about as often as it says', () => {
    const draw = seed(4);
    const covered = simulate(4000, () => {
      const slices = Array.from({ length: 8 }, () => {
        const weight = 100 + 50 * draw.uniform();
        return { total: weight * (10 + draw.normal()), weight };
      });
      const { low, high } = estimateRatio(slices, 0.95);
      return low <= 10 && 10 <= high;
    });
    expect(Math.abs(covered - 0.95)).toBeLessThan(0.02);
    const one = estimateRatio([{ total: 20, weight: 2 }], 0.95);
    expect(one).toEqual({ value: 10, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
  });
});

describe('the mean of few values', () => {
  it('has Student’s interval, and with an assumption a moderated one', () => {
    const { mean, standardError, reach } = estimateMean([1, 2, Number.NaN, 3]);
    expect(mean).toBe(2);
    expect(standardError).toBeCloseTo(1 / Math.sqrt(3), 9);
    expect(reach(0.025)).toBeCloseTo(4.302653 / Math.sqrt(3), 4);
    expect(estimateMean([5]).reach(0.05)).toBe(Number.POSITIVE_INFINITY);
    const assumed = estimateMean([0.1, 0.1], { scatter: 0.06, degrees: 3 });
    expect(assumed.standardError).toBeCloseTo(Math.sqrt((3 * 0.06 ** 2) / 4 / 2), 9);
  });
});
