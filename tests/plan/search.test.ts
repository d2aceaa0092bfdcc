import { expect, it } from 'vitest';
import { layOutTrials, planSearches } from '../../src/plan/search.ts';
import { planAllSteps } from '../../src/plan/step.ts';
import { makeConfig, makeGoal, makeScenario } from '../fixtures.ts';

const capacity = makeGoal('p99 < 300ms', 100, 5000);
const scenarios = [makeScenario({ name: 'quote', capacity, budgetSeconds: 90 }), makeScenario()];
const variant = { name: 'cache=off', of: 2, values: { cache: 'off' }, env: { CACHE: 'off' } };
const measure = { budgetSeconds: 60, soakSeconds: 0, warmUpSeconds: 5 };
const config = makeConfig({ scenarios, variant, measure });

it('a search keeps to the budget of its scenario and the warm-up of the file, in its variant', () => {
  const [search, ...others] = planSearches(config, true);
  const own = { label: 'quote [cache=off]', budgetSeconds: 90, warmUpSeconds: 5, env: variant.env };
  expect([search, others]).toMatchObject([{ ...own, goal: capacity, blocks: 5 }, []]);
  expect(planSearches(config, false)[0]!.blocks).toBe(3);
  const [base, head] = [
    { arm: 'base', rate: 100, coarse: true } as const,
    { arm: 'head', rate: 400 } as const,
  ];
  const { slots } = layOutTrials(search!, [base, { ...head, coarse: false }], true);
  // At first half of the rate; then as long as three requests beyond the p99 take, or twenty times the limit.
  expect(slots.map(({ key, step: { load }, seconds }) => [key, load, seconds])).toMatchObject([
    ['quote-B-W', { rate: 50 }, 5],
    ['quote-H-W', { rate: 200 }, 5],
    ['quote-B-T', { rate: 100 }, 3.4],
    ['quote-H-T', { rate: 400 }, 6.4],
  ]);
  for (const step of [...slots.map((slot) => slot.step), ...planAllSteps(config)])
    expect(step).toMatchObject({ variant: variant.values, env: variant.env });
});
