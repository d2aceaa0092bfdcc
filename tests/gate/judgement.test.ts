import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { type Case, findNewLabels, judgeBlocks } from '../../src/gate/judgement.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRound } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 120, paired: true });

type Arms = { base: number; head: number; discarded?: boolean };

/** A block in which so many of 100 requests of each arm failed. */
function makeBlock({ base, head, discarded = false }: Arms, index: number): Block {
  const failed = { base, head };
  const slots = listBlockSlots(plan, index).flatMap((slot) => {
    if (slot.round === null) return [];
    const ok = 100 - failed[slot.arm];
    return [
      {
        slot,
        slices: Array.from({ length: 2 }, () => makeRound(Array(ok).fill(1), { failed: failed[slot.arm] })),
        sent: 100,
        intended: 100,
        barren: 0,
        whole: 0,
        cut: 0,
        failures: [],
        answers: [],
        connects: 0,
        diagnosis: 'sound' as const,
        disturbed: [false, false],
        evidence: {
          sent: 100,
          intended: 100,
          seconds: 1,
          dropped: 0,
          lagMs: 0,
          cpu: { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 },
          clockJumpMs: 0,
        },
      },
    ];
  });
  return {
    index,
    kept: discarded ? [] : slots,
    discarded: discarded ? slots : [],
    crash: null,
    failure: null,
    failures: [],
    lost: [],
    nodes: [],
    soakFailures: [],
    warmUps: new Map(),
    soak: [],
    wallSeconds: 1,
  };
}

const newAfter = (...blocks: Arms[]) => [...findNewLabels(plan, blocks.map(makeBlock))];

const SERVED = { base: 0, head: 0 };
const FAILING = { base: 90, head: 0 };
const DISTURBED = { ...FAILING, discarded: true };

describe('a step that only the head can serve', () => {
  it('is not told by one instance of the base that fails', () => {
    expect(newAfter(FAILING)).toEqual([]);
    expect(newAfter(FAILING, SERVED)).toEqual([]);
    expect(newAfter(SERVED, FAILING, FAILING)).toEqual([]);
  });

  it('is told by two, of blocks in which both arms were undisturbed', () => {
    expect(newAfter(FAILING, FAILING)).toEqual(['search']);
    expect(newAfter(DISTURBED, FAILING)).toEqual([]);
    expect(newAfter(FAILING, DISTURBED, FAILING)).toEqual(['search']);
  });

  it('is not told when the head fails as well, or the base only now and then', () => {
    expect(newAfter({ base: 90, head: 90 }, FAILING)).toEqual([]);
    expect(newAfter({ base: 40, head: 0 }, { base: 40, head: 0 })).toEqual([]);
  });
});

describe('the effort of a run', () => {
  it('counts slices as its record has them, and a discarded round of two arms once', () => {
    const given: Case = {
      config: makeConfig(),
      plan,
      baseline: [],
      digests: new Map([['search', 'digest']]),
      draft: makeRecord(),
      comparison: { kind: 'pair', base: { baseCommit: 'b'.repeat(40), because: 'asked' }, seed: 1 },
      gateChanges: [],
      failOn: [],
    };
    const blocks = [makeBlock(SERVED, 0), makeBlock({ ...SERVED, discarded: true }, 1)];
    const { record, verdict } = judgeBlocks(given, blocks, null);
    const slices = record.steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
    const rounds = new Set(blocks[1]!.discarded.map(({ slot }) => slot.round));
    expect(slices.length).toBeGreaterThan(0);
    expect(blocks[1]!.discarded.length).toBeGreaterThan(rounds.size);
    expect(verdict.effort).toEqual({
      slices: slices.length,
      discardedRounds: rounds.size,
      instances: 4,
      // Each slot was a second under load.
      loadSeconds: blocks[0]!.kept.length,
    });
  });
});
