import { describe, expect, it } from 'vitest';
import { planRun } from '../../src/plan/planning.ts';
import { fitToStarts } from '../../src/plan/starts.ts';
import { estimateWall, limitRepeats, sumLoad } from '../../src/plan/wall.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

/** Fits a plan after a first block that took its load and so many seconds more, and found warm-ups of so many seconds. */
function fitAfter(seconds: number, scenarios = 1, warmUp = 1) {
  const names = Array.from({ length: scenarios }, (_, i) => `s${i}`);
  const config = makeConfig({ scenarios: names.map((name) => makeScenario({ name })) });
  const plan = planRun(config, { budgetSeconds: 60, paired: true });
  const warmUps = new Map(plan.steps.map(({ label }) => [label, warmUp]));
  const fitted = fitToStarts(plan, config, seconds + plan.seconds.firstBlock, warmUps);
  return { plan, fitted, wall: estimateWall({ ...fitted, seconds: sumLoad(fitted, warmUps) }, seconds) };
}

describe('a plan after its first block', () => {
  it('takes no more than a fifth longer than was said where starts take up to 5 s, or warm-ups 4 s', () => {
    const all = [1, 3].flatMap((scenarios) => [1, 2, 3, 4, 5].map((seconds) => fitAfter(seconds, scenarios)));
    all.push(fitAfter(1, 1, 4), fitAfter(2, 1, 2), fitAfter(1, 3, 2));
    for (const { plan, wall } of all) expect(wall).toBeLessThanOrEqual(1.2 * estimateWall(plan));
  });

  it('gives the second look up for what is measured again, and no more than that', () => {
    const { plan } = fitAfter(1);
    const limit = (blocks: number, repeatSeconds: number) =>
      limitRepeats(plan, plan, Array(blocks).fill({ repeatSeconds }));
    expect([limit(9, 1), limit(9, 5)]).toMatchObject([{ end: 14 }, { end: 10, mayRepeat: true }]);
    expect([limit(5, 15), limit(10, 5)]).toMatchObject(Array(2).fill({ mayRepeat: false }));
  });

  it('has fewer blocks for a service that is slow to start, but never too few', () => {
    for (const { plan, fitted } of [fitAfter(1), fitAfter(1, 3)]) expect(fitted).toBe(plan);
    expect(fitAfter(3).fitted).toMatchObject({ blocks: 12, looks: [10, 12] });
    const { blocks, looks } = fitAfter(30).fitted;
    expect(5 * 2 ** -blocks).toBeLessThanOrEqual(0.01);
    expect(looks.at(-1)).toBe(blocks);
  });
});
