import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { findLongerSteps } from '../../src/blocks/longer-steps.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

const steady = makeScenario();
const plan = planRun(makeConfig({ scenarios: [steady] }), { budgetSeconds: 60, paired: true });
const { label } = plan.steps[0]!;

/** A block in which one request in ten of the head took so many ms when it was alone, all others 10. */
function measure(ms: number, isLonger = false): Block {
  const slots = layOutBlock(plan, {
    index: 1,
    first: 'base',
    headOnly: new Set<string>(),
    warmUpSeconds: new Map([[label, 1]]),
    longer: new Set(isLonger ? [label] : []),
  })
    .flatMap(({ programs }) => programs.flatMap((program) => program.slots))
    .filter(({ round }) => round !== null);
  const list = (slow: number) => Array.from({ length: 300 }, (_, i) => (i % 10 === 0 ? slow : 10));
  const kept = slots.map((slot) => ({
    slot,
    slices: [makeRound(list(slot.arm === 'head' && slot.turns === null ? ms : 10))],
  }));
  return { kept } as unknown as Block;
}

describe('the steps whose load alone becomes longer', () => {
  const find = (...blocks: Block[]) => [...findLongerSteps(plan, blocks).keys()];

  it('are none of a service that shows the same in all blocks', () => {
    expect(find()).toEqual([]);
    expect(find(measure(10))).toEqual([]);
    expect(find(measure(10), measure(11), measure(10))).toEqual([]);
    expect(find(measure(80), measure(80), measure(80))).toEqual([]);
  });

  it('are told from the block on in which that shows', () => {
    expect(find(measure(80), measure(10))).toEqual([label]);
    expect(find(measure(10), measure(11), measure(80))).toEqual([label]);
  });

  it('are told with the reason, which may be work that no request waits for', () => {
    const work = (cost: number) => {
      const { kept, ...block } = measure(10);
      const spend = (slices: Slice[], by: number) =>
        slices.map((slice) => ({ ...slice, cpu: slice.ok * by }));
      return {
        ...block,
        kept: kept.map((slot) => ({
          ...slot,
          slices: spend(slot.slices, slot.slot.arm === 'head' ? cost : 0.001),
        })),
      };
    };
    expect([...findLongerSteps(plan, [measure(80), measure(10)])]).toEqual([[label, 'rare']]);
    expect([...findLongerSteps(plan, [work(0.001), work(0.002)])]).toEqual([[label, 'hidden-work']]);
    expect(find(work(0.001), work(0.00105))).toEqual([]);
  });

  it('are the same when longer stretches show slow requests in all blocks', () => {
    const usual = [measure(80), measure(10)];
    expect(find(...usual, measure(80, true), measure(80, true))).toEqual([label]);
  });

  it('are not sought where arms take no turns, nor without a base', () => {
    const blocks = [measure(80), measure(10)];
    const closed = makeScenario({ load: { kind: 'users', users: 2 } });
    const relative = [
      makeScenario({ name: 'first', slos: [parseSlo('p95 < second.p95 + 150ms').slo] }),
      makeScenario({ name: 'second' }),
    ];
    for (const [scenarios, paired] of [
      [[closed], true],
      [[steady], false],
      [relative, true],
    ] as const) {
      const other = planRun(makeConfig({ scenarios: [...scenarios] }), { budgetSeconds: 60, paired });
      expect([...findLongerSteps(other, blocks)]).toEqual([]);
    }
  });
});
