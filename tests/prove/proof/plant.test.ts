import { expect, test } from 'vitest';
import type { Slice } from '../../../src/measurement/measurement.ts';
import { meanLatency, pooledQuantile, shareAbove } from '../../../src/measurement/quantiles.ts';
import { hold, slow } from '../../../src/prove/proof/plant.ts';
import { seedRandom } from '../../../src/statistics/random.ts';
import { makeRound } from '../../fixtures.ts';

/** Slices of so many requests each, of skewed latencies around 5 ms, below 40 ms. */
function drawSlices(count: number, requests: number): Slice[] {
  const random = seedRandom(5);
  return Array.from({ length: count }, (_, i) => {
    const sample = Array.from({ length: requests }, () => 5 * Math.exp(2 * random.uniform() ** 3));
    return makeRound(sample, { startedAt: 1000 * i });
  });
}

test.each([1, 10, 3000])(
  'holds two of a hundred requests, in slices of %s as well, and leaves the others as they are',
  (requests) => {
    const slices = drawSlices(Math.ceil(12_000 / requests), requests);
    const held = slices.map((slice) => hold(slice, 50));
    const share = shareAbove(held, 100);
    expect(share).toBeGreaterThan(0.015);
    expect(share).toBeLessThan(0.025);
    expect(shareAbove(slices, 100)).toBe(0);
    expect(pooledQuantile(held, 0.5) / pooledQuantile(slices, 0.5)).toBeCloseTo(1, 1);
    expect(pooledQuantile(held, 0.999)).toBeGreaterThan(150);
    expect(meanLatency(held)).toBeCloseTo(meanLatency(slices) + share * 150, 1);
    expect(held.map(({ ok, failed, startedAt }) => ({ ok, failed, startedAt }))).toEqual(
      slices.map(({ ok, failed, startedAt }) => ({ ok, failed, startedAt })),
    );
    // A slice is held alike at each look.
    expect(slices.map((slice) => hold(slice, 50))).toEqual(held);
  },
);

test('holds for 20 ms at least and 5 s at most', () => {
  const [slice] = drawSlices(1, 1000);
  expect(pooledQuantile([hold(slice!, 0.1)], 1)).toBeLessThan(60);
  expect(pooledQuantile([hold(slice!, Number.POSITIVE_INFINITY)], 1)).toBeLessThan(5060);
});

test('a slower head takes longer by its share at each level, and what was not answered stays so', () => {
  const slices = drawSlices(20, 100);
  const slower = slices.map((slice) => slow(slice, 0.2));
  for (const level of [0.1, 0.5, 0.99, 1])
    expect(pooledQuantile(slower, level)).toBeCloseTo(1.2 * pooledQuantile(slices, level), 6);
  expect(meanLatency(slower)).toBeCloseTo(1.2 * meanLatency(slices), 9);
  const failed = makeRound([], { failed: 3 });
  expect([slow(failed, 0.2), hold(failed, 5)]).toEqual([failed, failed]);
});
