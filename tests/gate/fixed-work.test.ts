import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { describeOverrun, describeSized, measureWork } from '../../src/gate/fixed-work.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { fitToWork, sizeWork } from '../../src/plan/fixed-work.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

const load = { kind: 'fixed-work', requests: 2000, users: 2 } as const;
const config = makeConfig({ scenarios: [makeScenario({ load }), makeScenario({ name: 'open' })] });
const plan = planRun(config, { budgetSeconds: 60, paired: true });
const slots = listBlockSlots(plan, 0).filter(({ round }) => round !== null);

type Stretch = { seconds: number; failed?: number; discarded?: boolean };

function makeBlock(stretches: Partial<Record<Arm, Stretch>>): Block {
  const measured = slots.flatMap((slot) => {
    const stretch = slot.requests === null ? { seconds: 5 } : stretches[slot.arm];
    if (stretch === undefined) return [];
    const { seconds, failed = 0, discarded = false } = stretch as Stretch;
    return [{ slot, slices: [makeRound([1, 1], { seconds, failed })], discarded }];
  });
  const [kept, discarded] = [false, true].map((is) => measured.filter((one) => one.discarded === is));
  return { kept, discarded } as unknown as Block;
}

describe('the length of fixed work', () => {
  it('is that of its stretch on each arm, disturbed or not', () => {
    const block = makeBlock({ base: { seconds: 0.5 }, head: { seconds: 0.6, discarded: true } });
    expect([...measureWork(plan, block)]).toEqual([['search', [0.5, 0.6]]]);
  });

  it('is not known until both arms have done it', () => {
    expect(measureWork(plan, makeBlock({ base: { seconds: 0.5 } })).size).toBe(0);
  });

  it('is not that of an arm that refuses most requests', () => {
    const block = makeBlock({ base: { seconds: 0.01, failed: 9 }, head: { seconds: 2 } });
    expect([...measureWork(plan, block)]).toEqual([['search', [2]]]);
  });
});

describe('what is told of fixed work', () => {
  it('is how often it is repeated', () => {
    const lengths = new Map([['search', [0.05, 0.06]]]);
    expect(describeSized(plan, sizeWork(plan, lengths), lengths)).toEqual([
      'search: 2,000 requests took only 50 ms; from now on there are 60,000 in each stretch, which is 30 times the work',
    ]);
    expect(describeSized(plan, plan, lengths)).toEqual([]);
  });

  it('is what it takes beyond its budget', () => {
    const lengths = new Map([['search', [4, 6]]]);
    const fitted = fitToWork(plan, config, lengths);
    expect(describeOverrun(fitted, lengths)).toEqual([
      `search: 2,000 requests take 5 s; for two revisions in ${fitted.blocks} blocks, the fewest that can show a change, that is ${10 * fitted.blocks} s, more than its budget of 60 s`,
    ]);
    expect(describeOverrun(plan, new Map([['search', [1, 1.2]]]))).toEqual([]);
  });
});
