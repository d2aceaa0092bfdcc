import { describe, expect, it } from 'vitest';
import { planSearches } from '../../src/plan/search.ts';
import { makeConfig, makeGoal, makeScenario } from '../fixtures.ts';

describe('the search of a capacity', () => {
  it('expects fewer starts where each of them is warmed up for longer', () => {
    const capacity = makeGoal('p99 < 200ms', 50, 100);
    const expected = (warmUp: { warmUpSeconds?: number }) => {
      const measure = { ...makeConfig().measure, ...warmUp };
      const scenarios = [makeScenario({ capacity, budgetSeconds: 400 })];
      return planSearches(makeConfig({ scenarios, measure }), true)[0]!.blocks.expected;
    };
    // Both arms take 231 s at first and 148.5 s later; each second of warm-up on top takes two.
    expect(expected({})).toBe(2);
    expect(expected({ warmUpSeconds: 3 })).toBe(2);
    expect(expected({ warmUpSeconds: 10 })).toBe(1);
  });
});
