import { describe, expect, it } from 'vitest';
import { parseCapacity } from '../../src/config/language/capacity.ts';
import { planSearches } from '../../src/plan/search.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

describe('the search of a capacity', () => {
  it('expects fewer starts where each of them is warmed up for longer', () => {
    const capacity = parseCapacity('p99 < 200ms between 50 and 100 req/s');
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
