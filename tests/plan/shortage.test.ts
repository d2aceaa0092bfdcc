import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

function planRate(rate: number, slo: string) {
  const scenarios = [makeScenario({ load: { kind: 'arrival-rate', rate }, slos: [parseSlo(slo).slo] })];
  const { steps, shortages } = planRun(makeConfig({ scenarios }), { paired: true });
  return { users: steps[0]!.virtualUsers, shortages };
}

describe('a shortage', () => {
  it('of requests says how many would show that the deepest percentile meets its limit', () => {
    expect(planRate(10, 'p50 < 300ms').shortages).toEqual([]);
    expect(planRate(10, 'p99.9 < 300ms').shortages).toEqual([
      expect.stringMatching(/^search: p99\.9 can be shown to meet its limit with \d{4} requests, \d{3} are/),
    ]);
  });

  it.each([
    [{ kind: 'arrival-rate', rate: 135 }, 'give it 1.1 times the rate, or as much more time'],
    [{ kind: 'fixed-work', requests: 100, users: 1 }, 'give it 3.5 times the requests'],
  ] as const)('of requests of %j asks for enough of them', (load, advice) => {
    const scenarios = [makeScenario({ load, slos: [parseSlo('p99.9 < 300ms').slo] })];
    const { shortages } = planRun(makeConfig({ scenarios }), { paired: true });
    expect(shortages).toEqual([expect.stringMatching(new RegExp(`${advice}$`))]);
  });

  it('of virtual users is told: there are a thousand at most, or as many as wait within the limit', () => {
    expect(planRate(250, 'p99 < 1s')).toEqual({ users: 1000, shortages: [] });
    const stall = expect.stringMatching(/^search: 1000 virtual users keep the rate through a stall of 2 s; /);
    expect(planRate(500, 'p99 < 2s')).toEqual({ users: 1000, shortages: [stall] });
    expect(planRate(2000, 'p99 < 2s')).toMatchObject({ users: 4000, shortages: { length: 1 } });
    expect(planRate(8000, 'p99 < 30ms')).toEqual({ users: 2000, shortages: [] });
  });
});
