import { describe, expect, it } from 'vitest';
import { MEASURED_PERCENTS } from '../../src/measurement/levels.ts';
import { poolSamples } from '../../src/measurement/pooling.ts';
import type { Sample } from '../../src/measurement/quantiles.ts';
import { seed } from '../random.ts';

const LEVELS = MEASURED_PERCENTS.map((percent) => percent / 100);

/** Quantile as k6 reports it: between the order statistics, linearly. */
function readQuantileOf(sorted: readonly number[], level: number): number {
  const position = level * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return low + (position % 1) * (high - low);
}

function sketch(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: values.length,
    levels: LEVELS,
    values: LEVELS.map((level) => readQuantileOf(sorted, level)),
  };
}

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

  it('differ from an average and from the worst, which are no quantiles of what was sent', () => {
    const pods = drawPods([400, 400, 400, 400]);
    const truth = sketch(pods.flat());
    const at = (sample: Sample, percent: number) => sample.values[MEASURED_PERCENTS.indexOf(percent)]!;
    const each = pods.map((pod) => at(sketch(pod), 95));
    const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
    const off = (value: number) => Math.abs(value / at(truth, 95) - 1);
    expect(off(mean)).toBeGreaterThan(0.1);
    expect(off(Math.max(...each))).toBeGreaterThan(0.1);
    expect(off(at(poolSamples(pods.map(sketch))!, 95))).toBeLessThan(0.005);
  });

  it('of one are its own, and of none nothing', () => {
    const one = sketch([3, 1, 2, 8, 5]);
    expect(
      poolSamples([one])!.values.every((value, index) => Math.abs(value - one.values[index]!) < 1e-9),
    ).toBe(true);
    expect(poolSamples([sketch([7])])).toMatchObject({ count: 1, values: LEVELS.map(() => 7) });
    expect(poolSamples([])).toBeNull();
  });
});
