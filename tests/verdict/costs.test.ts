import { describe, expect, it } from 'vitest';
import { compareCosts } from '../../src/verdict/costs.ts';
import type { PairedStep } from '../../src/verdict/pair-values.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

/** Twelve blocks; CPU time for each request is 2 ms, `factor` times as much on the head, ±2 %. */
function drawStep(factor: number, metrics: PairedStep['metrics'] = []): PairedStep {
  const draw = seed(3);
  const arm = (own: number) => [
    makeRound([1, 2, 3], { ok: 500, cpu: own * Math.exp(0.02 * draw.normal()), memory: 80, startup: 300 }),
  ];
  const blocks = Array.from({ length: 12 }, () => ({ base: arm(1), head: arm(factor) }));
  return { label: 'search', metrics, blocks, alone: [] };
}

describe('costs side by side', () => {
  it('have values of both arms, and a change with an interval', () => {
    const [cpu, memory, startup] = compareCosts(drawStep(1.2));
    expect(cpu).toMatchObject({ label: 'search', metric: { kind: 'cpu' } });
    expect(cpu!.base).toBeCloseTo(2, 1);
    expect(cpu!.head).toBeCloseTo(2.4, 1);
    // 3.1 standard errors on either side: Student's t of 11 degrees for 99 %.
    expect(cpu!.change.low).toBeCloseTo(0.142, 2);
    expect(cpu!.change.high).toBeCloseTo(0.215, 2);
    expect(memory!.change.value).toBe(0);
    for (const [cost, value] of [
      [memory, 80],
      [startup, 300],
    ] as const)
      for (const arm of ['base', 'head'] as const) expect(cost![arm]).toBeCloseTo(value, 9);
  });

  it('have values that agree with their change, though one start takes far more', () => {
    const step = drawStep(1.2);
    const [first, ...others] = step.blocks;
    const swollen = first!.base.map((one) => ({ ...one, cpu: 5 * one.cpu!, memory: 400, startup: 9000 }));
    const costs = compareCosts({ ...step, blocks: [{ ...first!, base: swollen }, ...others] });
    for (const { base, head, change } of costs) expect(head / base - 1).toBeCloseTo(change.value, 9);
  });

  it('are left out where they are gated, and where they are not known', () => {
    const gated = { metric: { kind: 'cpu' }, where: 'all', tolerance: 0.1 } as const;
    const shown = compareCosts(drawStep(1, [gated])).map(({ metric }) => metric.kind);
    expect(shown).toEqual(['memory', 'startup']);
    const unknown = { base: [makeRound([1])], head: [makeRound([1])] };
    expect(compareCosts({ label: 'search', metrics: [], blocks: [unknown], alone: [] })).toEqual([]);
  });
});
