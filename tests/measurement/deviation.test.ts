import { describe, expect, it } from 'vitest';
import { countWithin, latencyDeviation } from '../../src/measurement/deviation.ts';
import { RECORDED_PERCENTS } from '../../src/measurement/levels.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

/** A slice with the levels that a record keeps. */
function recorded(sample: readonly number[]): Slice {
  const slice = makeRound(sample);
  const kept = new Set(RECORDED_PERCENTS.map((percent) => percent / 100));
  const { levels, values } = slice.latency!;
  const indices = levels.flatMap((level, i) => (kept.has(level) ? [i] : []));
  return {
    ...slice,
    latency: { levels: indices.map((i) => levels[i]!), values: indices.map((i) => values[i]!) },
  };
}

function deviation(sample: readonly number[]): number {
  const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length;
  return Math.sqrt(sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sample.length);
}

describe('the deviation of latencies', () => {
  it('is that of all requests, within some per cent, from the levels that a record keeps', () => {
    const draw = seed(7);
    for (const sigma of [0.1, 0.5, 1]) {
      const samples = [40, 900, 6000].map((count, slice) =>
        Array.from({ length: count }, () => (slice + 1) * Math.exp(sigma * draw.normal())),
      );
      const found = latencyDeviation(samples.map(recorded));
      expect(Math.abs(found / deviation(samples.flat()) - 1)).toBeLessThan(0.03);
    }
  });

  it('sees differences between slices', () => {
    expect(latencyDeviation([recorded([1, 1, 1]), recorded([3, 3, 3])])).toBeCloseTo(1, 9);
  });

  it('is that of a single stall', () => {
    const sample = [...Array.from({ length: 999 }, () => 2), 500];
    expect(latencyDeviation([recorded(sample)])).toBeCloseTo(deviation(sample), 1);
  });

  it('is not known without an answer', () => {
    expect(latencyDeviation([])).toBeNaN();
    expect(latencyDeviation([makeRound([5], { ok: 0, failed: 3, latency: null })])).toBeNaN();
  });
});

describe('counts within bounds', () => {
  it('rise to all answered requests', () => {
    const slices = [recorded(Array.from({ length: 100 }, (_, i) => i + 1))];
    expect(countWithin(slices, [0.5, 50.5, 100])).toEqual([0, 50, 100]);
    expect(countWithin([makeRound([1], { ok: 0, latency: null })], [10])).toEqual([0]);
  });
});
