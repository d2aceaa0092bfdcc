import { describe, expect, it } from 'vitest';
import type { Load } from '../../src/measurement/load.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { loadSeconds } from '../../src/plan/slot.ts';
import { fitToStarts } from '../../src/plan/starts.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const open: Load = { kind: 'arrival-rate', rate: 100 };
const closed: Load = { kind: 'users', users: 2 };

/** Fits a plan after a first block that took its load, and so many seconds until both arms were up. */
function fitAfter(
  startSeconds: number,
  { scenarios = 1, load = open, pods }: { scenarios?: number; load?: Load; pods?: number } = {},
) {
  const config = makeConfig({
    scenarios: Array.from({ length: scenarios }, (_, i) => makeScenario({ name: `s${i}`, load })),
    ...(pods && { pods: { count: pods } }),
  });
  const plan = planRun(config, { budgetSeconds: 60, paired: true });
  const measured = listBlockSlots(plan, 0).filter(({ round }) => round !== null);
  const times = {
    wallSeconds: startSeconds + plan.seconds.firstBlock,
    loadSeconds: measured.reduce((sum, slot) => sum + loadSeconds(slot), 0),
  };
  return { plan, fitted: fitToStarts(plan, config, times) };
}

describe('a plan after its first block', () => {
  it('is what it was where starts are cheap, however many scenarios probe their warm-up', () => {
    for (const scenarios of [1, 3]) {
      for (const load of [open, closed]) {
        const { plan, fitted } = fitAfter(1, { scenarios, load });
        expect(fitted).toBe(plan);
      }
    }
  });

  it('has fewer blocks for a service that is slow to start, but never too few', () => {
    const { plan, fitted } = fitAfter(30);
    expect(fitted.blocks).toBeLessThan(plan.blocks);
    expect(5 * 2 ** -fitted.blocks).toBeLessThanOrEqual(0.01);
    expect(fitted.looks.at(-1)).toBe(fitted.blocks);
  });

  it('has as many blocks from pods as before: they begin once for all up to a look', () => {
    const { plan, fitted } = fitAfter(30, { pods: 2 });
    expect(fitted).toBe(plan);
  });

  it('counts a probe once where arms take turns, and a start as long as it is', () => {
    // Beside its load a block takes some 2 s, so 90 s are enough for thirteen blocks.
    expect(fitAfter(5).fitted.blocks).toBe(13);
    // Three scenarios may take three times as long: 270 s are enough for twelve such blocks.
    expect(fitAfter(17, { scenarios: 3 }).fitted.blocks).toBe(12);
    expect(fitAfter(8, { scenarios: 3 }).fitted.blocks).toBe(14);
  });
});
