import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import {
  collectEvidence,
  collectInvalid,
  collectMeasurement,
  pickSoak,
} from '../../src/blocks/collection.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { isAlone, isInTurns, type Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

/** Each arm has two stretches alone in a block, or a longer one. */
const plan = planRun(makeConfig(), { budgetSeconds: 300, paired: true });
const step = plan.steps[0]!;
const { label } = step;

/** A block in which the machine disturbed some stretches, and their repeats as well. */
function measure(isDisturbed: (slot: Slot) => boolean): Block {
  const order = { index: 1, first: 'base', headOnly: new Set<string>() } as const;
  const slots = layOutBlock(plan, { ...order, warmUpSeconds: new Map([[label, 1]]) })
    .flatMap(({ programs }) => programs.flatMap((program) => program.slots))
    .filter(({ round }) => round !== null)
    .map((slot) => ({
      slot,
      slices: [makeRound([1])],
      diagnosis: isDisturbed(slot) ? 'disturbed' : 'sound',
      evidence: { sent: 1, intended: 1, seconds: 1, cpu: { cores: 2 } },
      barren: 0,
      unended: 0,
    }));
  const disturbed = slots.filter(({ diagnosis }) => diagnosis === 'disturbed');
  return {
    kept: slots.filter((slot) => !disturbed.includes(slot)),
    discarded: [...disturbed, ...disturbed],
    ...{ crash: null, failure: null, failures: [], lost: [], soak: [] },
  } as unknown as Block;
}

describe('a run without a verdict', () => {
  it.each([
    ['alone', isAlone],
    ['in turns', isInTurns],
  ])('is one whose base was not measured %s, unless only the head serves the step', (_, isMeant) => {
    const blocks = [1, 2].map(() => measure((slot) => slot.arm === 'base' && isMeant(slot)));
    expect(collectInvalid(plan, blocks, new Set())).toMatchObject([{ kind: 'disturbed', label }]);
    expect(collectInvalid(plan, blocks, new Set([label]))).toEqual([]);
  });

  it('is one in which more than one in five of its stretches are lost', () => {
    const reasons = (lost: number) => {
      const blocks = Array.from({ length: 10 }, (_, block) =>
        measure((slot) => block < lost && isAlone(slot)),
      );
      return collectInvalid(plan, blocks, new Set()).map(({ kind }) => kind);
    };
    expect(reasons(2)).toEqual([]);
    expect(reasons(3)).toEqual(['disturbed']);
  });
});

describe('a stretch that was discarded along with that of the other arm', () => {
  it.each(['sound', 'slow'] as const)('is explained by what befell that one: %s', (diagnosis) => {
    const blocks = [1, 2].map(() => {
      const { kept, discarded, ...block } = measure(({ arm }) => arm === 'base');
      const along = kept.map((slot) => ({ ...slot, diagnosis }));
      return { ...block, kept: [], discarded: [...discarded, ...along] };
    });
    expect(collectInvalid(plan, blocks, new Set())).toMatchObject([{ kind: 'disturbed', label }]);
  });

  it('is explained by what befell other stretches of its step where both of its arms were sound', () => {
    const blocks = [1, 2].map(() => {
      const { kept, discarded, ...block } = measure(isInTurns);
      return { ...block, kept: [], discarded: [...discarded, ...kept] };
    });
    expect(collectInvalid(plan, blocks, new Set())).toMatchObject([{ kind: 'disturbed', label }]);
  });
});

it('the soak of a step is the last of several: each was of another process', () => {
  const soaked = (ms: number) => ({ soak: [{ slot: { step, arm: 'head' }, slices: [makeRound([ms])] }] });
  const blocks = [soaked(1), soaked(2), { soak: [] }] as unknown as Block[];
  expect(pickSoak(step, blocks)).toMatchObject({ base: [], head: [{ avg: 2 }] });
});

it('the evidence of a script has its virtual users, which its own pauses may keep from arrivals', () => {
  const script = makeScenario({ work: { kind: 'script', path: '/x/shop.js', exec: 'default' } });
  const [own] = planRun(makeConfig({ scenarios: [script] }), { paired: false }).steps;
  expect(collectEvidence(own!, [], isAlone).users).toBe(own!.virtualUsers);
  expect(collectEvidence(step, [], isAlone).users).toBeUndefined();
});

it('the evidence of a step is of its own requests, the most frequent failure first; a record is of its own arm', () => {
  const failure = { label, text: 'rare', count: 1, said: null };
  const other = { ...failure, label: 'other', count: 9 };
  const lost = [
    { label, requests: 3 },
    { label: 'other', requests: 4 },
  ];
  const block = {
    ...measure(() => false),
    failures: [failure, { ...failure, text: 'often', count: 5 }, other],
  };
  const ofHead = { ...block, lost, kept: block.kept.filter(({ slot }) => slot.arm === 'head') };
  expect(collectEvidence(step, [ofHead], isAlone)).toMatchObject({ failures: ['often', 'rare'], lost: 3 });
  expect(collectMeasurement(step, 'base', [ofHead]).instances).toEqual([]);
});

it('a crash of the head leaves a verdict; one of what both share does not, nor does a base that k6 could not load', () => {
  const crashed = (arm: 'head' | 'shared') => {
    const crash = { arm, label, service: 'store', exit: 'exit code 3', log: '' };
    return collectInvalid(plan, [{ ...measure(() => true), crash }], new Set());
  };
  expect(crashed('head')).toEqual([]);
  expect(crashed('shared')).toMatchObject([{ kind: 'harness', message: expect.stringContaining('`store`') }]);
  const starved = (service: number) => {
    const { discarded, ...block } = measure(({ arm }) => arm === 'base');
    const [diagnosis, cpu] = ['starved' as const, { cores: 2, service, generator: 1 }];
    const all = discarded.map((slot) => ({ ...slot, diagnosis, evidence: { ...slot.evidence, cpu } }));
    return collectInvalid(plan, [{ ...block, discarded: all }] as Block[], new Set()).map(({ kind }) => kind);
  };
  expect(starved(0.5)).toEqual(['starved']);
  // Its own work has kept k6 from loading it.
  expect(starved(1.5)).toEqual([]);
});
