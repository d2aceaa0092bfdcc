import { expect, it } from 'vitest';
import { planRun } from '../../src/plan/planning.ts';
import { layOutSoak } from '../../src/plan/soak.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const closed = makeScenario({ name: 'closed', load: { kind: 'users', users: 2 } });

function layOut(soakSeconds: number, scenarios = [makeScenario(), makeScenario({ name: 'other' }), closed]) {
  const config = makeConfig({ scenarios, measure: { budgetSeconds: 60, soakSeconds } });
  return layOutSoak(planRun(config, { paired: true }), ['base', 'head']);
}

it('keeps both arms in turns for as long as is wanted, one step after the other', () => {
  const { slots } = layOut(20)!;
  expect(slots.map(({ key }) => key)).toEqual(['search-B-W', 'search-H-W', 'other-B-W', 'other-H-W']);
  expect(new Set(slots.map(({ seconds }) => seconds))).toEqual(new Set([10]));
  expect(slots[2]!.startSeconds).toBeGreaterThan(10);
  expect(slots[0]!.slices).toBeGreaterThan(15);
});

it('is none where it is not wanted, or where no arm can take turns', () => {
  expect(layOut(0)).toBeNull();
  expect(layOut(20, [closed])).toBeNull();
});

it('counts for the time that a run may take', () => {
  const plan = (soakSeconds: number) =>
    planRun(makeConfig({ measure: { budgetSeconds: 60, soakSeconds } }), { paired: true }).seconds.atMost;
  expect(plan(20) - plan(0)).toBeCloseTo(20);
});
