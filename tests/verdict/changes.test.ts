import { describe, expect, it } from 'vitest';
import { parseCapacity } from '../../src/config/language/capacity.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import type { CapacityMeasurement, Trial } from '../../src/verdict/capacity-measurement.ts';
import { compareSteps, type MeasuredStep } from '../../src/verdict/changes.ts';
import { makeRound } from '../fixtures.ts';
import { keep, LOAD } from './kept.ts';

/** Ten earlier runs without a failure, and one in which 5 % of the requests fail. */
function compareFailures(errors: Record<string, number>) {
  const slices = (failed: number) =>
    Array.from({ length: 6 }, () => makeRound([1, 2, 3], { ok: 500 - failed, failed }));
  const byMetric = Object.fromEntries(
    Object.entries(errors).map(([name, fraction]) => [name, { fraction, ms: 0 }]),
  );
  const own = { sensitivity: { tolerance: { byMetric }, confidence: { byMetric: {} } } };
  const suite = { baseline: { sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } } } };
  const step: MeasuredStep = {
    label: 'search',
    slos: [],
    load: LOAD,
    blocks: slices(25).map((slice) => keep({ head: [slice] })),
    crowding: { head: 0, base: 0, together: 0 },
    soak: { base: [], head: [] },
    isNew: false,
    history: {
      runs: Array.from({ length: 10 }, (_, i) => ({ commit: String(i), slices: slices(0) })),
      incompatible: { records: 0, differs: [] },
    },
    sensitivityOf: (metric: Metric) => resolveSensitivity(suite, own, metric),
  };
  const { changes } = compareSteps([step], {
    comparison: { kind: 'history' },
    looks: [1],
    discarded: { base: 0, head: 0 },
  });
  return changes.find(({ metric }) => metric.kind === 'errors');
}

describe('a comparison with earlier runs', () => {
  it('heeds a tolerance of errors', () => {
    expect(compareFailures({})).toMatchObject({ code: 'regressed', tolerance: 0.001 });
    expect(compareFailures({ errors: 0.2 })).toMatchObject({ code: 'unchanged', tolerance: 0.2 });
  });
});

describe('a comparison side by side', () => {
  it('counts a change that is small beside the limit only where any size is asked for', () => {
    const suite = {
      baseline: { sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } } },
    };
    const round = (factor: number) =>
      makeRound(Array.from({ length: 200 }, (_, i) => factor * (1 + i / 100)));
    const step = (anySize: boolean): MeasuredStep => ({
      label: 'search',
      slos: [parseSlo('p50 < 200ms').slo],
      load: LOAD,
      blocks: Array.from({ length: 10 }, (_, i) =>
        keep({ base: [round(1)], head: [round(i % 2 === 0 ? 1 : 1.12)] }),
      ),
      crowding: { head: 0, base: 0, together: 0 },
      soak: { base: [], head: [] },
      isNew: false,
      anySize,
      history: { runs: [], incompatible: { records: 0, differs: [] } },
      sensitivityOf: (metric: Metric) => resolveSensitivity(suite, suite.baseline, metric),
    });
    const codeOf = (anySize: boolean) =>
      compareSteps([step(anySize)], {
        comparison: { kind: 'pair', base: { baseCommit: null, because: 'asked' }, seed: 1 },
        looks: [10],
        discarded: { base: 0, head: 0 },
      }).changes.find(({ metric }) => metric.kind === 'percentile')!.code;
    expect(codeOf(false)).toBe('unchanged');
    expect(codeOf(true)).toBe('inconclusive');
  });

  it('compares the capacity of a route with nothing that only the head serves', () => {
    const goal = parseCapacity('p99 < 30ms between 100 and 5000 req/s');
    /** Four searches, each with a trial of which such a share has failed. */
    const search = (arm: 'head' | 'base', errors: number): CapacityMeasurement => {
      const met = errors === 0;
      const trial: Trial = { rate: 100, achieved: 100, met, value: met ? 5 : Infinity, errors, dropped: 0 };
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
            history: { runs: [], incompatible: { records: 0, differs: [] } },
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
