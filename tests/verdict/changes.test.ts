import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { compareSteps } from '../../src/verdict/changes.ts';
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
});
