import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import type { CapacityMeasurement, Trial } from '../../src/verdict/capacity-measurement.ts';
import { compareSteps } from '../../src/verdict/changes.ts';
import { makeGoal, makeRound } from '../fixtures.ts';
import { keep, makeMeasured, NO_HISTORY } from './kept.ts';

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
        discarded: { base: 0, head: 0 },
      });
      return changes.filter(({ metric }) => metric.kind === 'errors').map(({ code }) => code);
    };
    expect(codesOf(0)).toEqual(['unchanged']);
    expect(codesOf(5)).toEqual(['inconclusive']);
    expect(codesOf(14)).toEqual(['regressed']);
  });

  it('compares the capacity of a route with nothing that only the head serves', () => {
    const goal = makeGoal('p99 < 30ms', 100, 5000);
    /** Four searches, each with a trial of which such a share has failed. */
    const search = (arm: 'head' | 'base', errors: number): CapacityMeasurement => {
      const met = errors === 0;
      const trial: Trial = { rate: 100, met, value: met ? 5 : Infinity, errors };
      const estimate = met
        ? { kind: 'above' as const, value: 5000, low: 5000, high: Infinity }
        : { kind: 'below' as const, value: 100, low: 0, high: 100 };
      const blocks = [0, 1, 2, 3].map((block) => ({ block, estimate, trials: [trial] }));
      return { scenario: 'quote', label: 'quote', digest: 'd', goal, arm, blocks };
    };
    const compare = (base: number, head: number) => {
      const { changes } = compareSteps([], {
        comparison: { kind: 'pair', base: { baseCommit: null, because: 'asked' }, seed: 1 },
        looks: [],
        discarded: { base: 0, head: 0 },
        capacities: [
          {
            label: 'quote',
            goal,
            slos: [],
            head: search('head', head),
            base: search('base', base),
            history: NO_HISTORY,
            sensitivity: { tolerance: 0.05, confidence: 0.99 },
          },
        ],
        searches: 1,
      });
      return changes;
    };
    expect(compare(1, 0)).toMatchObject([
      { kind: 'uncompared', label: 'quote', head: 5000, code: 'first-run', reason: { kind: 'new' } },
    ]);
    expect(compare(0.99, 0)).toMatchObject([{ kind: 'paired', code: 'improved' }]);
    expect(compare(1, 1)).toMatchObject([{ code: 'inconclusive', reason: { side: 'below' } }]);
  });
});
