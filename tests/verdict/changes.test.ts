import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { compareSteps } from '../../src/verdict/changes.ts';
import { type KeptSlot, pairBlocks, stretchesOfHead } from '../../src/verdict/kept.ts';
import { makeRound } from '../fixtures.ts';
import { keep, makeMeasured } from './kept.ts';

const NOTHING_SET = { tolerances: { byMetric: {} } };

describe('a comparison side by side', () => {
  it('does not call errors unchanged that only come with each arm alone', () => {
    const answered = makeRound(Array.from({ length: 200 }, (_, i) => 1 + i / 100));
    const failing = { ...answered, ok: 199, failed: 1 };
    const inTurns = (arm: 'base' | 'head') => ({
      slot: { arm, round: 0, turns: { scenario: 'search', of: 2, position: arm === 'base' ? 0 : 1 } },
      slices: [{ ...answered, alternating: true as const }],
    });
    const codesOf = (failingBlocks: number) => {
      const step = makeMeasured({
        slos: [parseSlo('p50 < 200ms').slo],
        blocks: Array.from({ length: 14 }, (_, i) => [
          inTurns('base'),
          inTurns('head'),
          ...keep({ base: [answered], head: [i < failingBlocks ? failing : answered] }),
        ]),
        sensitivityOf: (metric, where) => resolveSensitivity({ baseline: {} }, NOTHING_SET, metric, where),
      });
      const { changes } = compareSteps([step], {
        comparison: { kind: 'pair', base: { baseCommit: null, because: 'asked' }, seed: 1 },
        looks: [14],
      });
      return changes.filter(({ metric }) => metric.kind === 'errors').map(({ code }) => code);
    };
    expect(codesOf(0)).toEqual(['unchanged']);
    expect(codesOf(5)).toEqual(['inconclusive']);
    expect(codesOf(14)).toEqual(['regressed']);
  });

  it('leaves out rounds that only one arm kept, and has the head alone in order', () => {
    const [own, other] = [makeRound([1]), makeRound([2])];
    const later: KeptSlot = { slot: { arm: 'head', round: 1, turns: null }, slices: [other] };
    const turns = { scenario: 'search', of: 2, position: 0 };
    const inTurns: KeptSlot = { slot: { arm: 'head', round: 0, turns }, slices: [other] };
    const kept = [inTurns, later, ...keep({ base: [own], head: [own] })];
    expect(pairBlocks([kept]).alone).toEqual([{ base: [own], head: [own] }]);
    expect(stretchesOfHead([kept])).toEqual([[[own], [other]]]);
  });

  it('leaves their part of the error to capacities, from the first look on', () => {
    const some = (ms: number) => [makeRound(Array.from({ length: 200 }, (_, i) => ms + i / 100))];
    const blocks = [1, 2, 3].map((ms) => keep({ base: some(1), head: some(ms) }));
    const countNeeded = (searches: number) => {
      const comparison = { kind: 'pair', base: { baseCommit: null, because: 'asked' }, seed: 1 } as const;
      const { changes } = compareSteps([makeMeasured({ blocks })], { comparison, looks: [14], searches });
      return changes[0]!.reason;
    };
    expect([0, 3].map(countNeeded)).toMatchObject([{ needed: 9 }, { needed: 10 }]);
  });
});
