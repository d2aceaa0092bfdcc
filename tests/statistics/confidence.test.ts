import { describe, expect, it } from 'vitest';
import { countToDecide, shareConfidence } from '../../src/statistics/confidence.ts';
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

  it('shares the error among looks', () => {
    expect(shareConfidence(1)).toBe(0.95);
    expect(shareConfidence(4)).toBeCloseTo(0.9875);
  });
});
