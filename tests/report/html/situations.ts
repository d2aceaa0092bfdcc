/** Reports of situations that a reader can be in, with all that a record may hold. */
import { printValues } from '../../../src/config/variants.ts';
import type { Report } from '../../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../../src/handover/suite.ts';
import { compareCapacity, judgeCapacity } from '../../../src/verdict/capacity.ts';
import type { CapacityMeasurement } from '../../../src/verdict/capacity-measurement.ts';
import { makeGoal } from '../../fixtures.ts';
import { cases } from '../cases.ts';
import { overall, p, slo } from '../fixture.ts';
import { pairedReportOf } from '../pair-fixture.ts';
import { suiteCases } from '../suite-cases.ts';

const GOAL = makeGoal('p99 < 30ms', 100, 5000);

function search(arm: 'head' | 'base', capacity: number): CapacityMeasurement {
  const blocks = [0, 1, 2, 3].map((block) => {
    const value = capacity * (1 + 0.01 * block);
    const trials = [0.25, 0.5, 0.8, 0.95, 1.04, 1.2].map((share) => {
      const rate = Math.round(capacity * share);
      const met = rate < value;
      return {
        rate,
        achieved: rate,
        met,
        value: 8 / Math.max(0.05, 1.25 - share),
        errors: met ? 0 : 0.01,
        dropped: 0,
      };
    });
    return {
      block,
      estimate: { kind: 'found' as const, value, low: 0.97 * value, high: 1.03 * value },
      trials,
    };
  });
  return { scenario: 'quote', label: 'quote', digest: 'd', goal: GOAL, arm, blocks };
}

function capacity(): Report {
  const [head, base] = [search('head', 1800), search('base', 2200)];
  const searched = {
    ...{ label: 'quote', goal: GOAL, slos: [], head, base },
    history: { runs: [], incompatible: { records: 0, differs: [] } },
    sensitivity: { tolerance: 0.05, confidence: 0.99 },
  };
  const report = pairedReportOf();
  const { slos, invalid } = judgeCapacity(searched);
  const change = compareCapacity(searched, 0.01, 1);
  const verdict = { ...report.verdict, slos, changes: [change], invalid, code: overall(slos, [change]) };
  return { ...report, verdict, record: { ...report.record, steps: [], capacities: [head, base] } };
}

function variants(): Report {
  const all = ['on', 'off'].flatMap((cache) =>
    ['memory', 'sqlite', 'mysql'].map((storage) => ({ cache, storage })),
  );
  const specs = ['create', 'list'].flatMap((name, i) =>
    all.map((variant, j) => {
      const p99 = 8 * (i + 1) + 3 * j;
      const label = `${name} [${printValues(variant)}]`;
      return {
        ...{ name, variant, label, p50: p99 / 4, p99, slos: [slo(p(99), '<', 2 * p99)] },
        ...(variant.cache === 'off' && i === 0 && { now: { p99: 1.4 } }),
      };
    }),
  );
  const report = pairedReportOf({ scenarios: specs, earlier: 0, pair: { variants: all.length } });
  for (const step of report.record.steps) {
    const { name, variant } = specs.find(({ label }) => label === step.label)!;
    Object.assign(step, { scenario: name, variant });
  }
  return report;
}

/** A slower change whose record has a soak, discarded stretches, costs and answers. */
function everything(): Report {
  const report = structuredClone(cases['pair regressed']!());
  for (const step of report.record.steps) {
    const last = step.instances.at(-1)!.slices[0]!;
    const { alternating: _, ...slice } = last;
    step.soak = Array.from({ length: 8 }, (_, i) => ({
      ...slice,
      startedAt: last.startedAt + 6000 + 500 * i,
      seconds: 0.5,
    }));
    step.discarded = [
      { startedAt: step.instances[3]!.slices[0]!.startedAt - 4000, seconds: 1.5, because: 'disturbed' },
    ];
    step.answers = [{ request: '/books/42', statuses: { 200: 400 }, bytes: { typical: 1234, mean: 1250 } }];
  }
  const cost = (kind: 'cpu' | 'memory', base: number) => ({
    ...{ label: 'checkout', metric: { kind }, base, head: 1.1 * base },
    change: { value: 0.1, low: 0.08, high: 0.12 },
  });
  report.verdict.costs = [cost('cpu', 1.2), cost('memory', 84)];
  report.logs = ['api of base', 'api of head', 'k6'].map((name) => ({
    name,
    log: `${name}: ready\n${name}: done`,
  }));
  return report;
}

export const situations: Record<string, () => SuiteReport> = {
  ...Object.fromEntries(
    [
      'pair unchanged',
      'pair improved',
      'pair inconclusive',
      'pair with more errors',
      'missed without history',
      'at its limit',
      'accepted',
      'altered gate',
      'first run',
      'skipped',
      'crashed',
      'not ready',
      'k6 out of CPU',
      'sweep',
      'closed models',
    ].map((name) => [name, () => asSuite(cases[name]!())]),
  ),
  'slower, with all that a record holds': () => asSuite(everything()),
  'a capacity': () => asSuite(capacity()),
  'twelve variants': () => asSuite(variants()),
  'several jobs': () => suiteCases['a regressed and a missing job']!(),
};
