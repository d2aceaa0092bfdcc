import { describe, expect, it } from 'vitest';
import { countArrivals, shareTurns } from '../../src/plan/arrivals.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { shareProgram } from '../../src/plan/pods.ts';
import type { BlockOrder, Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const plan = (rate: number) =>
  planRun(makeConfig({ scenarios: [makeScenario({ load: { kind: 'arrival-rate', rate } })] }), {
    budgetSeconds: 60,
    paired: true,
  });
const layOut = (rate: number, index = 1) => {
  const own = plan(rate);
  const warmUpSeconds = new Map(own.steps.map(({ label }) => [label, 1]));
  const order: BlockOrder = { index, first: 'base', headOnly: new Set(), warmUpSeconds };
  return layOutBlock(own, order);
};
const programOf = (rate: number) => layOut(rate)[0]!.programs[0]!;
const inTurns = (slots: readonly Slot[]) => slots.filter(({ turns }) => turns !== null);

/** Arm of each arrival, by its number: as `enterSlice` in `driver.k6.js` deals them out. */
function dealTurns(slot: Slot, arrivals: number): number[] {
  const { arrivals: turn } = shareTurns(slot)!;
  return Array.from({ length: arrivals }, (_, number) => Math.floor(number / turn) % slot.turns!.of);
}

const countArms = (arms: readonly number[]) => [0, 1].map((arm) => arms.filter((one) => one === arm).length);

describe('load that pods share', () => {
  it('adds up to the declared one, and gives each pod as much for the base as for the head', () => {
    for (const [rate, pods] of [
      [60, 2],
      [60, 3],
      [1000, 8],
      [250, 12],
    ] as const) {
      const own = shareProgram(programOf(rate), pods).slots;
      for (const slot of inTurns(own)) {
        const share = shareTurns(slot)!;
        const [base, head] = countArms(dealTurns(slot, share.settling + share.measured));
        expect(Math.abs(base! - head!)).toBeLessThanOrEqual(share.arrivals);
        expect(base).toBeGreaterThan(0);
      }
      const sum = (slots: readonly Slot[]) => slots.reduce((total, slot) => total + countArrivals(slot)!, 0);
      const whole = sum(programOf(rate).slots);
      expect(Math.abs((pods * sum(own)) / whole - 1)).toBeLessThan(0.1);
    }
  });

  it('is an equal number of users', () => {
    const scenario = makeScenario({ load: { kind: 'users', users: 24 } });
    const own = planRun(makeConfig({ scenarios: [scenario] }), { budgetSeconds: 60, paired: true });
    const order: BlockOrder = { index: 1, first: 'head', headOnly: new Set(), warmUpSeconds: new Map() };
    const { slots } = shareProgram(layOutBlock(own, order)[0]!.programs[0]!, 8);
    expect(new Set(slots.map(({ step }) => JSON.stringify(step.load)))).toEqual(
      new Set([JSON.stringify({ kind: 'users', users: 3 })]),
    );
  });

  it('is refused where a pod would have nothing to send', () => {
    const pods = { count: 100 };
    const scenarios = [makeScenario({ load: { kind: 'arrival-rate', rate: 10 } })];
    const planIt = () => planRun(makeConfig({ scenarios, pods }), { budgetSeconds: 60, paired: true });
    expect(planIt).toThrow('at 10 req/s, some rounds of ');
  });
});
