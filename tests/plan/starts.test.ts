import { describe, expect, it } from 'vitest';
import { planRun } from '../../src/plan/planning.ts';
import { fitToStarts } from '../../src/plan/starts.ts';
import { estimateWall } from '../../src/plan/wall.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

/** Fits a plan after a first block that took its load, and so many seconds more. */
function fitAfter(seconds: number, scenarios = 1) {
  const config = makeConfig({
    scenarios: Array.from({ length: scenarios }, (_, i) => makeScenario({ name: `s${i}` })),
  });
  const plan = planRun(config, { budgetSeconds: 60, paired: true });
  return { plan, fitted: fitToStarts(plan, config, seconds + plan.seconds.firstBlock) };
}

describe('a plan after its first block', () => {
  it('is what it was where starts are cheap', () => {
    for (const { plan, fitted } of [fitAfter(1), fitAfter(1, 3)]) expect(fitted).toBe(plan);
  });

  it('takes no more than a fifth longer than was said where starts take up to 5 s', () => {
    for (const seconds of [1, 2, 3, 4, 5]) {
      const { plan, fitted } = fitAfter(seconds);
      expect(estimateWall(fitted, seconds)).toBeLessThanOrEqual(1.2 * estimateWall(plan));
    }
  });

  it('has fewer blocks for a service that is slow to start, but never too few', () => {
    expect(fitAfter(3).fitted).toMatchObject({ blocks: 12, looks: [10, 12] });
    const { blocks, looks } = fitAfter(30).fitted;
    expect(5 * 2 ** -blocks).toBeLessThanOrEqual(0.01);
    expect(looks.at(-1)).toBe(blocks);
  });
});
