import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/config/config.ts';
import { countArrivals, shareTurns } from '../../src/plan/arrivals.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import type { PlanOptions } from '../../src/plan/plan.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { Slot } from '../../src/plan/slot.ts';
import { planSteps } from '../../src/plan/step.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const PAIRED: PlanOptions = { paired: true };

function planRate(rate: number, parts: Partial<Scenario> = {}, options: PlanOptions = PAIRED) {
  const load = { kind: 'arrival-rate', rate } as const;
  return planRun(
    makeConfig({ scenarios: [makeScenario({ load, ...parts }), makeScenario({ name: 'b' })] }),
    options,
  );
}

describe('a rate with rounds that no request is due in', () => {
  it.each([
    ['side by side', 0.5, {}, PAIRED],
    ['of a script', 0.3, { work: { kind: 'script', path: '/x/browse.js', exec: 'default' } }, PAIRED],
    ['with a smaller budget', 0.4, {}, { ...PAIRED, budgetSeconds: 60 }],
    ['alone', 0.2, {}, { paired: false }],
    ['where only turns that are shorter have none', 0.8, {}, PAIRED],
  ] as const)('is refused: %s', (_, rate, parts, options) => {
    expect(() => planRate(rate, parts, options)).toThrow(`search: at ${rate} req/s, some rounds of `);
  });

  it('is none that has a request in every round, however few', () => {
    planRate(0.9);
    const counts = listBlockSlots(planRate(1), 0)
      .filter(({ round, step }) => round !== null && step.label === 'search')
      .map(countArrivals);
    expect(Math.min(...counts.map(Number))).toBe(1);
  });
});

function makeSlots(rate: number, seconds: number, of = 2): Slot[] {
  const [step] = planSteps(makeScenario({ load: { kind: 'arrival-rate', rate } }), 60);
  return Array.from({ length: of }, (_, position) => ({
    ...{ key: `search-${position}`, step: step!, arm: 'head', round: 0, slices: 1, requests: null },
    ...{ startSeconds: 0, seconds, settleSeconds: 0.2 },
    turns: { scenario: 'search-R1', of, position },
  }));
}

describe('arms in turns', () => {
  it('share what is measured to the last arrival, as the script deals it out', () => {
    for (const rate of [0.7, 5, 37, 100, 250, 300, 1000, 5000]) {
      for (const seconds of [1.4, 2.55, 2.75, 5.999]) {
        for (const of of [2, 3]) {
          const shares = makeSlots(rate, seconds, of).map((slot) => shareTurns(slot)!);
          const { arrivals, settling } = shares[0]!;
          const counts = shares.map(() => 0);
          for (let n = settling; n < Math.floor(Number((rate * seconds).toFixed(6))); n++)
            counts[Math.floor(n / arrivals) % of]!++;
          expect(shares.map(({ planned }) => planned)).toEqual(counts);
          expect(settling / rate).toBeGreaterThanOrEqual(0.2 - 1e-6);
        }
      }
    }
  });

  it('have turns of ten milliseconds, but never of less than one arrival', () => {
    expect(shareTurns(makeSlots(1000, 2)[0]!)!.arrivals).toBe(10);
    expect(shareTurns(makeSlots(5, 2)[0]!)!.arrivals).toBe(1);
    expect(shareTurns({ ...makeSlots(5, 2)[0]!, turns: null })).toBeNull();
  });
});
