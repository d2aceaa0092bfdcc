import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { estimateQuantile } from '../../src/statistics/quantile-interval.ts';
import { makeRound } from '../fixtures.ts';
import { seed, simulate } from '../random.ts';

const NORMAL_P99 = 2.3263;
/** Slices that do not hang together. */
const apart = (slices: Slice[]) => slices.map((slice) => [slice]);

/** How often the interval of p99 covers the truth for log-normal latencies with an effect of each slice. */
function coverage(options: { slices: number; count: number; between: number; within: number }): number {
  const draw = seed(2);
  const { slices, count, between, within } = options;
  // Both effects are normal in logs, so over all slices latencies are log-normal with the variances added.
  const truth = 5 * Math.exp(NORMAL_P99 * Math.hypot(between, within));
  return simulate(400, () => {
    const sample = Array.from({ length: slices }, () => {
      const shift = between * draw.normal();
      return makeRound(Array.from({ length: count }, () => 5 * Math.exp(shift + within * draw.normal())));
    });
    const { low, high } = estimateQuantile(apart(sample), 0.99, 0.95);
    return low <= truth && truth <= high;
  });
}

describe('the interval for a pooled percentile', () => {
  it('covers the true p99 at least 95 % of the time when slices are alike', () => {
    expect(coverage({ slices: 6, count: 300, between: 0, within: 0.5 })).toBeGreaterThanOrEqual(0.95);
  });

  it('covers it as often when slices differ, of which there are few', () => {
    expect(coverage({ slices: 10, count: 300, between: 0.15, within: 0.5 })).toBeGreaterThanOrEqual(0.95);
  });

  it('is as wide as t with 5 degrees of freedom on the logarithms of six starts that differ', () => {
    const sample = [5, 6, 7, 8, 9, 10].map((ms) => makeRound(Array(400).fill(ms)));
    expect(estimateQuantile(apart(sample), 0.99, 0.96).high).toBeCloseTo(10 * Math.exp(2.757 * 0.1058), 1);
    // Six starts of which one has ten times as many requests are worth 6 / 2.8.
    const unequal = [...sample.slice(0, 5), makeRound(Array(4000).fill(10))];
    const reach = 2.757 * 0.1058 * Math.sqrt(2.8);
    expect(estimateQuantile(apart(unequal), 0.99, 0.96).high).toBeCloseTo(10 * Math.exp(reach), 1);
  });

  it('has no upper end when the tail was hardly sampled', () => {
    const slices = Array.from({ length: 6 }, () => makeRound([1, 2, 3, 4, 5]));
    expect(estimateQuantile(apart(slices), 0.99, 0.95).high).toBe(Number.POSITIVE_INFINITY);
  });

  it('lies beyond every latency when surely more requests fail than the percentile leaves', () => {
    const sample = Array.from({ length: 300 }, (_, i) => 1 + i / 100);
    const slices = Array.from({ length: 6 }, () => makeRound(sample, { failed: 30 }));
    expect(estimateQuantile(apart(slices), 0.99, 0.95).low).toBe(Number.POSITIVE_INFINITY);
    expect(estimateQuantile(apart(slices), 0.5, 0.95).high).toBeLessThan(4);
  });

  it('is infinite at both ends when nothing was answered', () => {
    const slices = Array.from({ length: 6 }, () => makeRound([], { failed: 100 }));
    const all = { value: Infinity, low: Infinity, high: Infinity };
    expect(estimateQuantile(apart(slices), 0.5, 0.95)).toEqual(all);
  });
});
