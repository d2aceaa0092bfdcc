import { describe, expect, it } from 'vitest';
import { findNewLabels, judgeBlocks } from '../../src/gate/judgement.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { CapacitySearch } from '../../src/plan/search.ts';
import { makeConfig, makeRound } from '../fixtures.ts';
import { makeBlock, makeCase } from './blocks.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 120, paired: true });

type Arms = { base: number; head: number; discarded?: boolean };

/** A block in which so many of 100 requests of each arm failed. */
const blockOf = ({ discarded, ...failed }: Arms, index: number) =>
  makeBlock(
    plan,
    index,
    ({ arm }) =>
      Array.from({ length: 2 }, () => makeRound(Array(100 - failed[arm]).fill(1), { failed: failed[arm] })),
    discarded ? 'disturbed' : 'sound',
  );

const newAfter = (...blocks: Arms[]) => [...findNewLabels(plan, blocks.map(blockOf))];

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
  it('counts a discarded round of two arms once', () => {
    const blocks = [blockOf(SERVED, 0), blockOf({ ...SERVED, discarded: true }, 1)];
    const { verdict } = judgeBlocks(makeCase(makeConfig(), plan), blocks, null);
    const rounds = new Set(blocks[1]!.discarded.map(({ slot }) => slot.round));
    expect(blocks[1]!.discarded.length).toBeGreaterThan(rounds.size);
    expect(verdict.effort).toEqual({
      discardedRounds: rounds.size,
      instances: 4,
      // Each slot was a second under load.
      loadSeconds: blocks[0]!.kept.length,
    });
  });
});

it('a head that crashes in a capacity search is at fault', () => {
  const crash = { arm: 'head' as const, label: 'search', service: 'app', exit: 'exit code 1', log: '' };
  const own = { block: 0, arms: new Map(), discarded: [], failure: null, loadSeconds: 1, crash };
  const searches = new Map([[{ label: 'search' } as CapacitySearch, [own]]]);
  const { verdict } = judgeBlocks(makeCase(makeConfig(), plan), [blockOf(SERVED, 0)], null, searches);
  expect(verdict).toMatchObject({ code: 'missed', faults: [{ kind: 'crashed', exit: 'exit code 1' }] });
});
