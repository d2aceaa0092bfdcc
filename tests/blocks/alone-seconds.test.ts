import { describe, expect, it } from 'vitest';
import { findAloneSeconds } from '../../src/blocks/alone-seconds.ts';
import type { Block } from '../../src/blocks/block.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

const steady = makeScenario();
const plan = planRun(makeConfig({ scenarios: [steady] }), { budgetSeconds: 60, paired: true });
const { label } = plan.steps[0]!;

/** A block in which one request in ten of the head took so many ms when it was alone, all others 10. */
function measure(ms: number, aloneSeconds?: number): Block {
  const longer = new Map(aloneSeconds === undefined ? [] : [[label, aloneSeconds]]);
  const order = {
    index: 1,
    first: 'base',
    headOnly: new Set<string>(),
    warmUpSeconds: new Map([[label, 1]]),
  } as const;
  const slots = layOutBlock(plan, { ...order, aloneSeconds: longer })
    .flatMap(({ programs }) => programs.flatMap((program) => program.slots))
    .filter(({ round }) => round !== null);
  const list = (slow: number) => Array.from({ length: 300 }, (_, i) => (i % 10 === 0 ? slow : 10));
  const kept = slots.map((slot) => ({
    slot,
    slices: [makeRound(list(slot.arm === 'head' && slot.turns === null ? ms : 10))],
  }));
  return { kept } as unknown as Block;
}

describe('the load on one arm alone in the next block', () => {
  const next = (...blocks: Block[]) => findAloneSeconds(plan, blocks).get(label);

  it('is as usual in a service that shows the same in all blocks', () => {
    expect(next()).toBeUndefined();
    expect(next(measure(10))).toBeUndefined();
    expect(next(measure(10), measure(11), measure(10))).toBeUndefined();
    expect(next(measure(80), measure(80), measure(80))).toBeUndefined();
  });

  it('is longer from the block on in which slow requests show in some only', () => {
    expect(next(measure(80), measure(10))).toBe(2.5);
    expect(next(measure(10), measure(11), measure(80))).toBe(2.5);
  });

  it('stays as long as it is where longer blocks are alike, and becomes longer once more where they are not', () => {
    const usual = [measure(80), measure(10)];
    expect(next(...usual, measure(80, 2.5), measure(80, 2.5))).toBe(2.5);
    expect(next(...usual, measure(80, 2.5), measure(10, 2.5))).toBe(5);
    expect(next(...usual, measure(80, 2.5), measure(10, 2.5), measure(80, 5), measure(10, 5))).toBe(5);
  });

  it('is as usual where arms take no turns, and without a base', () => {
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
      expect([...findAloneSeconds(other, blocks)]).toEqual([]);
    }
  });
});
