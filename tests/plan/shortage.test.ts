import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { planRun } from '../../src/plan/planning.ts';
import { describeShortage } from '../../src/plan/shortage.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

function planRate(rate: number, slo: string) {
  const scenarios = [makeScenario({ load: { kind: 'arrival-rate', rate }, slos: [parseSlo(slo).slo] })];
  const { steps, shortages } = planRun(makeConfig({ scenarios }), { paired: true });
  return { users: steps[0]!.virtualUsers, told: shortages.map(describeShortage) };
}

describe('a shortage', () => {
  it('of requests never asks for infinitely many times the budget', () => {
    const shortage = { kind: 'requests', label: 'search', percent: 99, planned: 0, needed: 500 } as const;
    expect(describeShortage(shortage)).toMatch(/500 times/);
  });

  it('of virtual users is told: there are a thousand at most, or as many as wait within the limit', () => {
    expect(planRate(250, 'p99 < 1s')).toEqual({ users: 1000, told: [] });
    expect(planRate(500, 'p99 < 2s')).toEqual({
      users: 1000,
      told: [
        'search: 1000 virtual users keep the rate through a stall of 2 s; arrivals in a longer one count as never answered',
      ],
    });
    const crowd = planRate(2000, 'p99 < 2s');
    expect(crowd.users).toBe(4000);
    expect(crowd.told).toHaveLength(1);
    expect(planRate(8000, 'p99 < 30ms')).toEqual({ users: 2000, told: [] });
  });
});
