import { describe, expect, it } from 'vitest';
import { findWarmUps, noteWarmUps, type WarmUps } from '../../src/blocks/warm-ups.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { PROBE } from '../../src/plan/shape.ts';
import { makeConfig, makeRound } from '../fixtures.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 60, paired: true });
const { label } = plan.steps[0]!;
const order = { index: 0, first: 'base', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
const slots = layOutBlock(plan, order).flatMap(({ programs }) =>
  programs.flatMap((program) => program.slots),
);

/** Half a second of the clock around a median, in ms: in turns each arm has a half of it. */
const slice = (median: number, startSeconds: number) =>
  makeRound([0.9 * median, median, 1.1 * median], { seconds: 0.25, startedAt: 1000 * startSeconds });

/** What a block gave whose base was warm after `base` slices and whose head was after `head`. */
function measure(cold: { base: number; head: number }) {
  return slots.map((slot) => ({
    slot,
    slices:
      slot.round === null
        ? Array.from({ length: 8 }, (_, index) => slice(index < cold[slot.arm] ? 40 : 10, slot.startSeconds))
        : [slice(10, slot.startSeconds)],
  }));
}

/** @param late time (s) by which the load began later than it may; null on what nobody started */
function note(
  measured: ReturnType<typeof measure>,
  bad: typeof measured = [],
  late: number | null = 0,
): WarmUps {
  const warmUps: WarmUps = new Map();
  const ready = { readyAt: late === null ? null : -1000 * (0.3 + late) };
  const instances = new Map((['base', 'head'] as const).map((arm) => [arm, ready]));
  noteWarmUps(measured, bad, instances, warmUps);
  return warmUps;
}

describe('what a block tells of the warm-up', () => {
  it('is the longer one of both arms, or that it was never enough for one of them', () => {
    expect([...note(measure({ base: 4, head: 6 }))]).toEqual([[label, 3.5]]);
    expect([...note(measure({ base: 2, head: 8 }))]).toEqual([[label, null]]);
  });

  it('ends at the age of the process at which the probe was warm, whenever the load began', () => {
    expect([...note(measure({ base: 4, head: 6 }), [], 0.75)]).toEqual([[label, 4.25]]);
    expect([...note(measure({ base: 0, head: 0 }), [], 0.75)]).toEqual([[label, 1]]);
    // Nobody knows the age of what ran already.
    expect([...note(measure({ base: 4, head: 6 }), [], null)]).toEqual([[label, 3.5]]);
  });

  it('is nothing when a round was disturbed', () => {
    const measured = measure({ base: 4, head: 6 });
    const bad = measured.filter(({ slot }) => slot.round !== null).slice(0, 1);
    expect([...note(measured, bad)]).toEqual([]);
  });
});

describe('the warm-up of the next block', () => {
  const blocksOf = (...found: (number | null)[]) =>
    found.map((seconds) => ({ warmUps: new Map([[label, seconds]]) }));

  it('is the longest that was found enough, and probed again where probes were in vain, but not for ever', () => {
    expect(findWarmUps(plan, blocksOf(1.5, 2.5, 1))).toEqual(new Map([[label, 2.5]]));
    expect(findWarmUps(plan, blocksOf(null, null))).toEqual(new Map());
    expect(findWarmUps(plan, blocksOf(null, null, null))).toEqual(new Map([[label, PROBE.seconds]]));
    expect(findWarmUps(plan, blocksOf(null, null, null, 2))).toEqual(new Map([[label, 2]]));
    expect(findWarmUps({ ...plan, warmUpSeconds: 9 }, blocksOf())).toEqual(new Map([[label, 9]]));
  });
});
