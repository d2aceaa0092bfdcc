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

function refusal(...input: Parameters<typeof planRate>): { what: string; rate: number; budget: number } {
  try {
    planRate(...input);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const number = (pattern: RegExp) => Number(pattern.exec(error.hint!)?.[1]);
    return {
      what: error.message,
      rate: number(/`([\d.]+) req\/s`/),
      budget: number(/`budget: (\d+)s`/),
    };
  }
  throw new Error('it is planned');
}

describe('a rate with rounds that no request is due in', () => {
  it('is refused, side by side and alone, with a rate and a budget that would do', () => {
    const script = { work: { kind: 'script', path: '/x/browse.js', exec: 'default' } } as const;
    for (const [rate, parts, options] of [
      [0.5, {}, PAIRED],
      [0.3, script, PAIRED],
      [0.01, { budgetSeconds: 600 }, PAIRED],
      [0.4, { budgetSeconds: 60 }, PAIRED],
      [0.4, {}, { ...PAIRED, budgetSeconds: 60 }],
      [0.2, {}, { paired: false }],
    ] as const) {
      const { what, rate: enough, budget } = refusal(rate, parts, options);
      expect(what).toMatch(new RegExp(`^search: at ${rate} req/s no request is due`));
      expect(enough).toBeGreaterThan(rate);
      planRate(enough, parts, options);
      expect(() => planRate(enough * 0.9, parts, options)).toThrow(UserError);
      if (Number.isNaN(budget)) continue;
      const { budgetSeconds: _, ...others } = options as PlanOptions;
      planRate(rate, { ...parts, budgetSeconds: budget }, others);
    }
  });

  it('is refused where only turns that are shorter have none, or those that follow a warm-up of known length', () => {
    // Two arrivals settle, and each arm needs one more: 4.74 s in the shortest turns, 5.14 s in the usual ones.
    const { what, rate } = refusal(0.8);
    expect(what).toContain('which measure 4.3 s each');
    expect(rate).toBeGreaterThan(4 / 4.744);
    // Of 2.69 s the first one is the warm-up, which takes four of five arrivals.
    expect(refusal(2.2, { budgetSeconds: 60 }).rate).toBeGreaterThan(6 / 2.686);
  });

  it('is refused with a longer load where that has a length of its own', () => {
    expect(refusal(0.2, {}, PAIRED, 30)).toMatchObject({ rate: expect.any(Number), budget: Number.NaN });
  });

  it('is none that has a request in every round, however few', () => {
    const plan = planRate(1);
    const counts = listBlockSlots(plan, 0)
      .filter(({ round, step }) => round !== null && step.label === 'search')
      .map(countArrivals);
    expect(Math.min(...counts.map(Number))).toBe(1);
  });
});
