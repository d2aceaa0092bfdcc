import { describe, expect, it } from 'vitest';
import {
  achievedRate,
  failureRate,
  meanLatency,
  pooledQuantile,
  shareAbove,
} from '../../src/measurement/quantiles.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

describe('pooled quantiles', () => {
  it('equal those of all requests thrown together, whatever slice they were in', () => {
    const draw = seed(5);
    const samples = [300, 1000, 50].map((count, slice) =>
      Array.from({ length: count }, () => (slice + 1) * Math.exp(0.4 * draw.normal())),
    );
    const all = samples.flat();
    const slices = samples.map((sample) => makeRound(sample));
    for (const level of [0.05, 0.5, 0.9, 0.99]) {
      const value = pooledQuantile(slices, level);
      const share = all.filter((latency) => latency <= value).length / all.length;
      expect(Math.abs(share - level)).toBeLessThan(0.002);
    }
  });

  it('count failed and dropped requests as never answered', () => {
    const sample = Array.from({ length: 990 }, (_, i) => i + 1);
    const whole = makeRound(sample);
    const failing = makeRound(sample, { failed: 6, dropped: 4 });
    expect(pooledQuantile([whole], 0.99)).toBeLessThan(990);
    // One in a hundred failed: p99 is the slowest answer, and beyond it nothing was answered.
    expect(pooledQuantile([failing], 0.985)).toBeGreaterThan(980);
    expect(pooledQuantile([failing], 0.995)).toBe(Number.POSITIVE_INFINITY);
    expect(failureRate([whole, failing])).toBeCloseTo(10 / 1990);
  });

  it('are not a number when nothing was sent and infinite when nothing was answered', () => {
    expect(pooledQuantile([makeRound([])], 0.5)).toBeNaN();
    expect(pooledQuantile([makeRound([], { failed: 3 })], 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  it('count whole requests: a latency is within itself', () => {
    const slices = [makeRound([1, 2, 3, 4, 5, 6, 7, 8]), makeRound([10, 20, 30], { failed: 1 })];
    expect([0.9, 1, 2.5, 8, 12, 40].map((ms) => Math.round(12 * shareAbove(slices, ms)))).toEqual([
      12, 11, 10, 4, 3, 1,
    ]);
  });

  it.each([8, 40, 150])('are right on average in the far tail, with %i requests a slice', (requests) => {
    const draw = seed(3);
    const truth = Math.exp(0.5 * 2.3263);
    const logs = Array.from({ length: 300 }, () =>
      Math.log(
        pooledQuantile(
          Array.from({ length: 28 }, () =>
            makeRound(Array.from({ length: requests }, () => Math.exp(0.5 * draw.normal()))),
          ),
          0.99,
        ) / truth,
      ),
    );
    const bias = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    expect(Math.abs(bias)).toBeLessThan(requests < 20 ? 0.03 : 0.01);
  });

  it('leave rates and means their plain meaning', () => {
    const slices = [makeRound([1, 1, 1, 1], { seconds: 2 }), makeRound([3, 3], { seconds: 1, failed: 3 })];
    expect(achievedRate(slices)).toBe(3);
    expect(meanLatency(slices)).toBeCloseTo(10 / 6);
  });
});
