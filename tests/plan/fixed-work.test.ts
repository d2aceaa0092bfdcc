import { describe, expect, it } from 'vitest';
import { fitToWork, sizeWork } from '../../src/plan/fixed-work.ts';
import { listMeasuredSlots } from '../../src/plan/layout.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const load = { kind: 'fixed-work', requests: 2000, users: 2 } as const;
const config = makeConfig({ scenarios: [makeScenario({ load })] });
const planWork = () => planRun(config, { budgetSeconds: 60, paired: true });
const took = (...seconds: number[]) => new Map([['search', seconds]]);
const requestsOf = (plan: Plan) => [...new Set(listMeasuredSlots(plan).map(({ requests }) => requests))];

describe('fixed work', () => {
  it('is done by each arm in each block, all of it', () => {
    const plan = planWork();
    expect(requestsOf(plan)).toEqual([2000]);
    expect(listMeasuredSlots(plan)).toHaveLength(2 * plan.blocks);
  });

  it('is repeated as a whole until the faster arm has load for a second, and a little more', () => {
    for (const arms of [took(0.044, 0.1), took(0.1, 0.044)]) {
      const [count] = requestsOf(sizeWork(planWork(), arms));
      expect(count! % 2000).toBe(0);
      expect((count! / 2000) * 0.044).toBeGreaterThan(1);
      expect((count! / 2000) * 0.044).toBeLessThan(1.6);
    }
  });

  it('is done once where that takes a second, or where nothing is known', () => {
    const plan = planWork();
    expect(sizeWork(plan, took(1, 1.2))).toBe(plan);
    expect(sizeWork(plan, took())).toBe(plan);
    expect(sizeWork(plan, new Map())).toBe(plan);
  });

  it('is not repeated so often that k6 would stop the slower arm', () => {
    expect(requestsOf(sizeWork(planWork(), took(0.01, 100)))).toEqual([6000]);
    expect(requestsOf(sizeWork(planWork(), took(0.01, 290)))).toEqual([2000]);
    expect(requestsOf(sizeWork(planWork(), took(0, 0.002)))[0]).toBeLessThan(3e8);
  });
});

it('is done in as many blocks as fit into the budget, enough to call a change, and no more than planned', () => {
  const plan = planWork();
  expect(fitToWork(plan, config, took(2, 2))).toBe(plan);
  expect(fitToWork(plan, config, took(2.3, 2.3)).blocks).toBe(13);
  expect(fitToWork(plan, config, took(1.3, 3.3)).blocks).toBe(13);
  expect(fitToWork(plan, config, took(100, 120))).toMatchObject({ blocks: 9, looks: [9] });
  expect(fitToWork(plan, config, took())).toBe(plan);
});
