import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/config/config.ts';
import { UserError } from '../../src/errors.ts';
import { countArrivals } from '../../src/plan/arrivals.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import type { PlanOptions } from '../../src/plan/plan.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const PAIRED: PlanOptions = { paired: true };

function planRate(rate: number, parts: Partial<Scenario> = {}, options = PAIRED, seconds?: number) {
  const load = { kind: 'arrival-rate', rate, ...(seconds !== undefined && { seconds }) } as const;
  return planRun(
    makeConfig({ scenarios: [makeScenario({ load, ...parts }), makeScenario({ name: 'b' })] }),
    options,
  );
}

function refusal(...input: Parameters<typeof planRate>): UserError {
  try {
    planRate(...input);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('it is planned');
}

describe('a rate with rounds that no request is due in', () => {
  it('is refused, side by side and alone', () => {
    const script = { work: { kind: 'script', path: '/x/browse.js', exec: 'default' } } as const;
    for (const [rate, parts, options] of [
      [0.5, {}, PAIRED],
      [0.3, script, PAIRED],
      [0.4, {}, { ...PAIRED, budgetSeconds: 60 }],
      [0.2, {}, { paired: false }],
    ] as const) {
      const { message, hint } = refusal(rate, parts, options);
      expect(message).toMatch(new RegExp(`^search: at ${rate} req/s no request is due`));
      expect(hint).toBe('Give it a higher rate or a larger `budget`.');
    }
  });

  it('is refused where only turns that are shorter have none', () => {
    expect(refusal(0.8).message).toContain('which measure 4.3 s each');
    planRate(0.9);
  });

  it('is refused with a longer load where that has a length of its own', () => {
    expect(refusal(0.2, {}, PAIRED, 30).hint).toBe('Give it a higher rate or a longer load.');
  });

  it('is none that has a request in every round, however few', () => {
    const plan = planRate(1);
    const counts = listBlockSlots(plan, 0)
      .filter(({ round, step }) => round !== null && step.label === 'search')
      .map(countArrivals);
    expect(Math.min(...counts.map(Number))).toBe(1);
  });
});
