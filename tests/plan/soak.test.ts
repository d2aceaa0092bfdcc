import { expect, it } from 'vitest';
import { planRun } from '../../src/plan/planning.ts';
import { layOutSoak } from '../../src/plan/soak.ts';
import { findSoakGrowth } from '../../src/verdict/growth.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

const closed = makeScenario({ name: 'closed', load: { kind: 'users', users: 2 } });
const script = makeScenario({ name: 'own', work: { kind: 'script', path: '/load.js', exec: 'default' } });
const fixed = makeScenario({ name: 'fixed', load: { kind: 'fixed-work', requests: 100, users: 2 } });

function layOut(soakSeconds: number, scenarios = [makeScenario(), closed, script, fixed]) {
  const config = makeConfig({ scenarios, measure: { budgetSeconds: 60, soakSeconds } });
  return layOutSoak(planRun(config, { paired: true }), 'head');
}

it('keeps one arm under the whole load, one step after the other', () => {
  const programs = layOut(30);
  expect(programs.map(({ slots }) => slots.map(({ key }) => key))).toEqual([
    ['own-H-W'],
    ['search-H-W', 'closed-H-W'],
  ]);
  const slots = programs.flatMap((program) => program.slots);
  expect(slots.every(({ turns, seconds }) => turns === null && seconds === 10)).toBe(true);
  expect(slots[2]!.startSeconds).toBeGreaterThan(10);
  expect(slots[0]!.slices).toBeGreaterThan(15);
});

it('ends with the highest load of a sweep, which may leave a queue behind', () => {
  const sweep = makeScenario({
    name: 'sweep',
    loads: [60, 5].map((rate) => ({ kind: 'arrival-rate', rate }) as const),
  });
  const [program] = layOut(30, [sweep, makeScenario()]);
  const labels = program!.slots.map(({ step }) => step.label);
  expect(labels).toEqual(['search', 'sweep at 5 req/s', 'sweep at 60 req/s']);
});

it('is planned whatever the head is held against, and warms up a process that it starts', () => {
  const config = makeConfig({ measure: { budgetSeconds: 60, soakSeconds: 20 } });
  const brief = makeConfig({ measure: { budgetSeconds: 60, soakSeconds: 0 } });
  for (const paired of [false, true]) {
    const [plan, own] = [config, brief].map((one) => planRun(one, { paired }));
    expect(plan!.seconds.atMost - own!.seconds.atMost).toBeCloseTo(20);
  }
  const plan = planRun(config, { paired: true });
  const [warm] = layOutSoak(plan, 'head')[0]!.slots;
  const [fresh] = layOutSoak(plan, 'head', new Map([['search', 3]]))[0]!.slots;
  expect(fresh).toMatchObject({ settleSeconds: 3, slices: warm!.slices });
  expect(fresh!.seconds - fresh!.settleSeconds).toBeCloseTo(warm!.seconds - warm!.settleSeconds);
});

it('is none where it is not wanted, and not for a fixed number of requests', () => {
  expect(layOut(0)).toEqual([]);
  expect(layOut(20, [fixed])).toEqual([]);
});

it('is long enough for growth to show, however short it is meant to be', () => {
  const { slices } = layOut(1, [makeScenario()])[0]!.slots[0]!;
  const grown = Array.from({ length: slices }, (_, i) => makeRound([2 * i < slices ? 10 : 20]));
  expect(findSoakGrowth(grown)).not.toBeNull();
});
