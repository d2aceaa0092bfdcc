import { describe, expect, it } from 'vitest';
import { MEASURED_PERCENTS } from '../../src/measurement/levels.ts';
import { pickAlone } from '../../src/measurement/measurement.ts';
import { latencyDeviation, poolSamples } from '../../src/measurement/pooling.ts';
import type { Sample } from '../../src/measurement/quantiles.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

const LEVELS = MEASURED_PERCENTS.map((percent) => percent / 100);

/** A distribution as k6 reports it. */
const sketch = (values: readonly number[]): Sample => ({
  count: values.length,
  ...makeRound(values).latency!,
});

/** Latencies of pods that differ: some are nearer to the service, one has a slow neighbour. */
function drawPods(counts: readonly number[], from = 3): number[][] {
  const draw = seed(from);
  return counts.map((count, pod) =>
    Array.from(
      { length: count },
      () => (1 + 0.1 * pod + (pod === 2 ? 2 : 0)) * Math.exp(0.5 * draw.normal()),
    ),
  );
}

describe('pooled distributions', () => {
  it('are those of all values together, at every level', () => {
    const pods = drawPods([400, 380, 900, 410, 395, 402, 20, 1]);
    const pooled = poolSamples(pods.map(sketch))!;
    const truth = sketch(pods.flat());
    expect(pooled.count).toBe(pods.flat().length);
    // At both ends values lie far apart, and are read between two of them.
    const isMiddle = (level: number) => level > 0.05 && level < 0.95;
    for (const [index, value] of pooled.values.entries())
      expect(Math.abs(value / truth.values[index]! - 1)).toBeLessThan(
        isMiddle(LEVELS[index]!) ? 0.005 : 0.03,
      );
    expect(pooled.values).toEqual(pooled.values.toSorted((a, b) => a - b));
    expect([pooled.values[0], pooled.values.at(-1)]).toEqual([
      Math.min(...pods.flat()),
      Math.max(...pods.flat()),
    ]);
  });

  it('of one are its own, and of none nothing', () => {
    const one = sketch([3, 1, 2, 8, 5]);
    for (const [i, value] of poolSamples([one])!.values.entries())
      expect(value).toBeCloseTo(one.values[i]!, 9);
    expect(poolSamples([sketch([7])])).toMatchObject({ count: 1, values: LEVELS.map(() => 7) });
    expect(poolSamples([])).toBeNull();
  });
});

function deviation(sample: readonly number[]): number {
  const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length;
  return Math.sqrt(sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sample.length);
}

it('the deviation of latencies is that of all requests, and not known without an answer', () => {
  const draw = seed(7);
  const samples = [40, 900, 6000].map((count, slice) =>
    Array.from({ length: count }, () => (slice + 1) * Math.exp(0.5 * draw.normal())),
  );
  const found = latencyDeviation(samples.map((sample) => makeRound(sample)));
  expect(Math.abs(found / deviation(samples.flat()) - 1)).toBeLessThan(0.03);
  expect(latencyDeviation([makeRound([1, 1, 1]), makeRound([3, 3, 3])])).toBeCloseTo(1, 9);
  expect(latencyDeviation([makeRound([5], { ok: 0, failed: 3, latency: null })])).toBeNaN();
});

it('picks the slices of one arm alone, or all where there are none', () => {
  const [inTurns, alone] = [makeRound([1, 2, 3], { alternating: true }), makeRound([4, 5, 6])];
  expect(pickAlone([inTurns, alone])).toEqual([alone]);
  for (const all of [[inTurns], [alone], []]) expect(pickAlone(all)).toEqual(all);
});
