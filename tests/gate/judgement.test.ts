import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/blocks/searches.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { findNewLabels, judgeBlocks } from '../../src/gate/judgement.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { CapacitySearch } from '../../src/plan/search.ts';
import type { Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeGoal, makeRound, makeScenario } from '../fixtures.ts';
import { makeBlock, makeCase } from './blocks.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 120, paired: true });

type Arms = { base: number; head: number; discarded?: boolean };

/** A block in which so many of 100 requests of each arm failed. */
function blockOf({ discarded, ...failed }: Arms, index: number) {
  const roundOf = (arm: Arm) => makeRound(Array(100 - failed[arm]).fill(1), { failed: failed[arm] });
  const slicesOf = ({ arm }: Slot) => [roundOf(arm), roundOf(arm)];
  return makeBlock(plan, index, slicesOf, discarded ? 'disturbed' : 'sound');
}

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

describe('a capacity search', () => {
  const { slo } = parseSlo('capacity > 100 req/s');
  const scenario = makeScenario({ loads: [], capacity: makeGoal('p99 < 30ms', 50, 400), slos: [slo] });
  const config = makeConfig({ scenarios: [scenario] });
  const own = planRun(config, { paired: true });
  const judgeSearch = (
    capacities: Partial<Record<Arm, number>>,
    parts: Parameters<typeof makeCase>[2] = {},
  ) => {
    const trials = [{ rate: 50, met: true, value: 1, errors: 0 }];
    const results = Array.from({ length: 5 }, (_, block): SearchResult => {
      const arms = (['head', 'base'] as const).map((arm) => {
        const value = capacities[arm];
        const found = { kind: 'found' as const, value: value!, low: value! - 1, high: value! + 1 };
        return [arm, { trials, estimate: value === undefined ? null : found }] as const;
      });
      const none = { discarded: [], crash: null, failure: null, loadSeconds: 1 };
      return { block, arms: new Map(arms), ...none };
    });
    return judgeBlocks(makeCase(config, own, parts), [], null, new Map([[own.searches[0]!, results]]));
  };

  it('compares both arms, and blocks for what the run was asked to fail on', () => {
    const { record, verdict } = judgeSearch({ head: 60, base: 100 });
    expect(record.capacities?.map(({ arm }) => arm)).toEqual(['head', 'base']);
    expect(verdict).toMatchObject({ blocks: true, changes: [{ code: 'regressed' }] });
    const gateChanges = [{ kind: 'unread' as const, reason: 'no file' }];
    const unasked = judgeSearch({ head: 100, base: 100 }, { gateChanges });
    expect(unasked.verdict).toMatchObject({ slos: [{ code: 'at-limit' }], blocks: false, gateChanges });
    const asked = judgeSearch({ head: 100, base: 100 }, { failOn: ['at-limit'] });
    expect(asked.verdict.blocks).toBe(true);
  });

  it('that has found nothing on the head is no verdict, whatever it found on the base', () => {
    const { verdict } = judgeSearch({ base: 100 });
    expect(verdict).toMatchObject({ code: 'invalid', invalid: [{ kind: 'search-too-short', trials: 5 }] });
  });
});

it('what fails in turns is not blamed on the head, whose users wait for the base as well', () => {
  const failing = ({ turns }: Slot) => [makeRound(Array(100).fill(1), { failed: turns ? 100 : 0 })];
  const blocks = [0, 1].map((index) => makeBlock(plan, index, failing));
  expect(judgeBlocks(makeCase(makeConfig(), plan), blocks, null).verdict.faults).toEqual([]);
});
