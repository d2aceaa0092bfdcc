import { describe, expect, it } from 'vitest';
import { compareCosts } from '../../src/verdict/costs.ts';
import type { PairedStep } from '../../src/verdict/gates.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

/** Twelve blocks; processor time for each request is 2 ms, `factor` times as much on the head, ±2 %. */
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
    expect(cpu!.change.low).toBeGreaterThan(0.1);
    expect(cpu!.change.high).toBeLessThan(0.3);
    expect(memory).toMatchObject({ base: 80, head: 80, change: { value: 0 } });
    expect(startup).toMatchObject({ base: 300, head: 300 });
  });

  it('are left out where they are gated, and where they are not known', () => {
    const gated = {
      metric: { kind: 'cpu' } as const,
      where: 'all' as const,
      tolerance: 0.1,
      confidence: 0.99,
    };
    expect(compareCosts(drawStep(1, [gated])).map(({ metric }) => metric.kind)).toEqual([
      'memory',
      'startup',
    ]);
    const unknown = { base: [makeRound([1])], head: [makeRound([1])] };
    expect(compareCosts({ label: 'search', metrics: [], blocks: [unknown], alone: [] })).toEqual([]);
  });
});
