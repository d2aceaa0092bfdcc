import { describe, expect, it } from 'vitest';
import { estimateProportion } from '../../src/statistics/proportion.ts';
import { type Draw, seed, simulate } from '../random.ts';

function countHits(draw: Draw, count: number, share: number): number {
  let hits = 0;
  for (let i = 0; i < count; i++) if (draw.uniform() < share) hits++;
  return hits;
}

/** Share of intervals that cover the true share, for clusters whose own shares scatter (log-normally) around it. */
function coverage(options: { clusters: number; count: number; share: number; scatter: number }): number {
  const draw = seed(1);
  const { clusters, count, share, scatter } = options;
  return simulate(2000, () => {
    const observed = Array.from({ length: clusters }, () => {
      // The mean of exp(σz − σ²/2) is 1, so the share of all is the share asked for.
      const own = share * Math.exp(scatter * draw.normal() - scatter ** 2 / 2);
      return { hits: countHits(draw, count, Math.min(1, own)), count };
    });
    const { low, high } = estimateProportion(observed, 0.95);
    return low <= share && share <= high;
  });
}

describe('the interval for a share observed in clusters', () => {
  it('covers the truth at least 95 % of the time when requests are independent', () => {
    expect(coverage({ clusters: 6, count: 500, share: 0.01, scatter: 0 })).toBeGreaterThanOrEqual(0.95);
    expect(coverage({ clusters: 20, count: 200, share: 0.05, scatter: 0 })).toBeGreaterThanOrEqual(0.95);
  });

  it('still covers it about 95 % of the time when whole slices are good or bad', () => {
    expect(coverage({ clusters: 6, count: 500, share: 0.01, scatter: 0.5 })).toBeGreaterThanOrEqual(0.93);
    expect(coverage({ clusters: 20, count: 500, share: 0.02, scatter: 0.7 })).toBeGreaterThanOrEqual(0.93);
  });

  it('knows nothing without observations and next to nothing from one cluster', () => {
    expect(estimateProportion([], 0.95)).toEqual({ low: 0, high: 1 });
    const { low, high } = estimateProportion([{ hits: 10, count: 1000 }], 0.95);
    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.9);
  });

  it('ends at the edges when every request or none is a hit', () => {
    const all = Array.from({ length: 6 }, () => ({ hits: 500, count: 500 }));
    expect(estimateProportion(all, 0.95).high).toBe(1);
    expect(estimateProportion(all, 0.95).low).toBeGreaterThan(0.99);
    const none = all.map(({ count }) => ({ hits: 0, count }));
    expect(estimateProportion(none, 0.95).low).toBe(0);
    expect(estimateProportion(none, 0.95).high).toBeLessThan(0.01);
  });
});
