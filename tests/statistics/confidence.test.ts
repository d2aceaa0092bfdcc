import { describe, expect, it } from 'vitest';
import { chooseConfidence, countToDecide } from '../../src/statistics/confidence.ts';
import { estimateProportion } from '../../src/statistics/proportion.ts';

describe('the number of requests that decides a percentile', () => {
  it.each([
    [0.95, 0.95, 6],
    [0.99, 0.95, 6],
    [0.99, 0.9875, 24],
    [0.999, 0.95, 10],
  ])(
    'at level %f, confidence %f and %i slices is just what the interval needs',
    (level, confidence, clusters) => {
      const needed = countToDecide(level, confidence, clusters);
      const high = (count: number) =>
        estimateProportion(
          Array.from({ length: clusters }, () => ({ hits: 0, count: count / clusters })),
          confidence,
        ).high;
      expect(high(needed * 1.01)).toBeLessThan(1 - level);
      expect(high(needed * 0.97)).toBeGreaterThan(1 - level);
    },
  );
});

describe('the confidence of a look', () => {
  it('leaves most of the error to the last look, or to all where there is one', () => {
    expect(chooseConfidence([10, 14], 10)).toBeCloseTo(0.99);
    expect(chooseConfidence([10, 14], 14)).toBeCloseTo(0.96);
    // A run that ends between two looks ends there.
    expect(chooseConfidence([10, 14], 12)).toBeCloseTo(0.96);
    expect(chooseConfidence([6], 6)).toBeCloseTo(0.95);
  });
});
