import { describe, expect, it } from 'vitest';
import { type ArrivalPlan, drawArrivals, drawForPod, planLaunch, seedFor } from '../../src/plan/draws.ts';
import { seedRandom } from '../../src/statistics/random.ts';

const PLAN: ArrivalPlan = { rate: 1000, settling: 200, measured: 2000, arms: 1, turn: 1 };
const draw = (parts: Partial<ArrivalPlan> = {}, seed = 1) =>
  drawArrivals({ ...PLAN, ...parts }, seedRandom(seed));
const gapsOf = (times: readonly number[]) => times.slice(1).map((time, i) => time - times[i]!);

describe('arrivals by chance', () => {
  it('are as many as are due, in the settling start and after it', () => {
    const { dueMs, skipped } = draw();
    expect(dueMs).toHaveLength(2200 - skipped);
    expect(dueMs.filter((ms) => ms >= 200)).toHaveLength(2000);
    expect(dueMs.every((ms) => ms >= 100 && ms < 2200)).toBe(true);
    expect(dueMs).toEqual(dueMs.toSorted((a, b) => a - b));
  });

  it('have gaps whose deviation is their mean, as a Poisson process has', () => {
    const gaps = gapsOf(draw({ settling: 0, measured: 20_000 }).dueMs);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(mean).toBeCloseTo(1, 1);
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(0.95);
    expect(Math.sqrt(variance) / mean).toBeLessThan(1.05);
  });

  it('are now more and now fewer than expected where one arm is alone, or no queue would ever grow long', () => {
    const count = (measured: number, block: number) =>
      drawForPod({ plan: { ...PLAN, measured, varies: true }, seed: 1, name: `${block} 1 search` }, 0)
        .measured;
    const counts = Array.from({ length: 1000 }, (_, block) => count(100, block));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
    expect(Math.abs(mean - 100)).toBeLessThan(1.5);
    expect(variance / mean).toBeGreaterThan(0.8);
    expect(variance / mean).toBeLessThan(1.2);
    expect([0, 1, 19].map((few) => count(few, 1))).toEqual([0, 1, 19]);
  });

  it('are the same from the same seed, and others from another', () => {
    expect(draw()).toEqual(draw());
    expect(draw({}, 2).dueMs).not.toEqual(draw().dueMs);
    expect(seedFor(1, '0 1 search')).not.toBe(seedFor(1, '1 1 search'));
    expect(seedFor(1, '0 1 search')).not.toBe(seedFor(2, '0 1 search'));
    const drawn = { plan: PLAN, seed: 1, name: 'search' };
    expect(drawForPod(drawn, 1)).not.toEqual(drawForPod(drawn, 2));
  });

  it('give arms that take turns the same gaps', () => {
    const { dueMs, skipped } = draw({ arms: 2, turn: 10, settling: 200, measured: 1000 });
    const measured = dueMs.slice(200 - skipped);
    const gaps = gapsOf(measured);
    for (let cycle = 0; cycle < 49; cycle++) {
      const own = (arm: number) => gaps.slice(20 * cycle + 10 * arm, 20 * cycle + 10 * arm + 9);
      for (const [i, gap] of own(1).entries()) expect(gap).toBeCloseTo(own(0)[i]!, 1);
    }
  });

  it.each([
    [5, 1, 7],
    [20, 4, 30],
    [100, 20, 180],
    [1000, 200, 20_000],
    [5000, 1000, 10_000],
  ])(
    'at %i req/s have an iteration each that begins before, and few users that wait',
    (rate, settling, measured) => {
      const { dueMs } = draw({ rate, settling, measured });
      const { launchMs, launchRate, launchSeconds, waiting } = planLaunch([dueMs], rate);
      expect(dueMs.every((due, k) => launchMs + (k / launchRate) * 1000 <= due)).toBe(true);
      expect(Math.ceil(launchSeconds * launchRate)).toBe(dueMs.length);
      expect(waiting).toBeLessThanOrEqual(10 + 3 * Math.sqrt(settling + measured));
    },
  );
});
