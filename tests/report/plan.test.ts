import { expect, it } from 'vitest';
import { planVariants } from '../../src/plan/planning.ts';
import { describePlans } from '../../src/report/plan.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const load = { kind: 'fixed-work', requests: 2000, users: 2 } as const;
const config = makeConfig({ scenarios: [makeScenario({ load })] });
const describePlan = (budgetSeconds: number, paired = true) =>
  describePlans(planVariants(config, { budgetSeconds, paired }), config, 2);

it('a plan says of fixed work what a block does, in how many blocks, and that its time comes on top', () => {
  const text = describePlan(60);
  expect(text).toContain(
    'search: 2000 requests by 2 users, all of it for each revision in each block, repeated if it takes less than a second\n',
  );
  expect(text).toContain(
    'The work of search is done in 14 blocks if it takes up to 2.1 s for a revision, in fewer if it takes longer (9 at least; k6 stops it after 300 s).\n',
  );
  expect(text).toMatch(/^Under load: .*, plus the fixed work\.$/m);
  expect(text).toMatch(/^Wall time: about .*, plus the fixed work, and for each block/m);
});

it('a plan says of fixed work when it is longer than its budget in any case, or has one block', () => {
  expect(describePlan(4)).toContain(
    'in 9 blocks, however long it takes (the fewest that can show a change; k6 stops it after 300 s).\n',
  );
  expect(describePlan(60, false)).toContain('all of it, repeated if it takes less than a second\n');
});

it('a plan says what load from pods takes, and when one machine would do', () => {
  const plan = (rate: number, count: number) => {
    const scenarios = [makeScenario({ load: { kind: 'arrival-rate', rate } })];
    const own = makeConfig({ scenarios, pods: { count, namespace: 'load' } });
    return describePlans(planVariants(own, { budgetSeconds: 60, paired: true }), own, 2);
  };
  expect(plan(20_000, 8)).toMatch(
    /^Load from 8 pods in the namespace load, each an equal part: up to \d+ Jobs of 8 pods, \d+ pod-minutes at most\.$/m,
  );
  expect(plan(20_000, 8)).not.toContain('One machine');
  expect(plan(500, 2)).toContain(
    'One machine would do: this one sends some 3000 req/s with 2 processors, and 500 are asked for.',
  );
});
