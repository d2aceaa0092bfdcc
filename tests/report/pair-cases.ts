import type { Report } from '../../src/handover/report.ts';
import { isShare, printMetric } from '../../src/metrics/metric.ts';
import type { ChangeReason, PairedFinding } from '../../src/verdict/findings.ts';
import type { LoosenedGate } from '../../src/verdict/verdict.ts';
import { bookstore, commitOf, cpu, p, reportOf, slo } from './fixture.ts';
import { type PairedScenario, type PairedSpec, pairedReportOf } from './pair-fixture.ts';

const [search, lookup, checkout] = bookstore as [PairedScenario, PairedScenario, PairedScenario];
const browse: PairedScenario = {
  label: 'browse',
  p50: 80,
  p99: 170,
  slos: [slo(p(95), '<', 200)],
  isNew: true,
};

/** p99 is longer by less than its tolerance, and by too much for its SLO. */
const nearlySlower = [{ ...search, slos: [slo(p(99), '<', 7.5)], now: { p99: 1.08 } }, lookup, checkout];

const loosenedSlo: LoosenedGate = {
  kind: 'slo',
  label: 'checkout',
  metric: p(99),
  from: '60 ms',
  to: '80 ms',
};
export const loosenedGates: LoosenedGate[] = [
  { kind: 'tolerance', label: 'checkout', metric: 'p99', from: '10 %', to: '30 %' },
  { kind: 'confidence', label: null, metric: null, from: '99 %', to: '90 %' },
  loosenedSlo,
  { kind: 'slo-removed', label: 'search', metric: p(95), from: '< 20 ms' },
  { kind: 'load-reduced', label: 'search', from: '1000 req/s', to: '100 req/s' },
  { kind: 'when', from: null, to: ['src/**'] },
  { kind: 'scenario-removed', label: 'browse' },
];

/** One report per situation of a comparison side by side. */
export const pairCases: Record<string, () => Report> = {
  'pair regressed': () =>
    pairedReportOf({
      noise: 0.05,
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.17 } }],
      reproduce: `tailgate run --base ${commitOf('main 19').slice(0, 7)} --only checkout`,
    }),
  'pair regressed, discards': () =>
    pairedReportOf({
      scenarios: [search, { ...lookup, now: { p50: 1.12, p99: 1.4 } }, { ...checkout, now: { p99: 1.4 } }],
      pair: { planned: 24, because: 'merge-base', discarded: { base: 2, head: 1 } },
    }),
  'pair with more errors': () =>
    pairedReportOf({
      scenarios: [
        { ...search, slos: [slo(p(95), '<', 30)], failedBefore: 0.001, failed: 0.008 },
        lookup,
        checkout,
      ],
    }),
  'pair unanswered': () =>
    pairedReportOf({
      scenarios: [{ ...search, failed: 0.023 }, lookup, checkout],
      verdict: {
        faults: [
          {
            kind: 'failing',
            label: 'search',
            failed: 690,
            requests: 30_000,
            examples: ['status 500 (690 times)'],
          },
        ],
      },
    }),
  'pair unchanged': () => pairedReportOf(),
  'pair improved': () =>
    pairedReportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 0.8, p99: 0.7 } }] }),
  'pair inconclusive': () =>
    pairedReportOf({ noise: 0.09, scenarios: [{ ...search, now: { p99: 1.1 } }, lookup, checkout] }),
  'pair far too noisy': () => pairedReportOf({ noise: 0.25 }),
  'unstable tail': () => pairedReportOf({ scenarios: [{ ...search, stalls: 6 }, lookup, checkout] }),
  'more slow requests': () => pairedReportOf({ scenarios: nearlySlower }),
  'pair missed': () => {
    const report = pairedReportOf({ scenarios: nearlySlower, verdict: { code: 'missed' } });
    report.verdict.changes = report.verdict.changes.filter(({ metric }) => metric.kind !== 'slow-share');
    return report;
  },
  'missed on main already': () =>
    pairedReportOf({
      scenarios: [{ ...search, slos: [slo(p(99), '<', 6)] }, lookup, checkout],
      verdict: { blocks: false },
    }),
  identical: () => uncompared({ kind: 'identical' }, { code: 'met', pair: null }, 'skipped'),
  'identical without SLOs': () =>
    uncompared({ kind: 'identical' }, { code: 'skipped', slos: [], pair: null }, 'skipped'),
  'new scenario': () => pairedReportOf({ scenarios: [search, lookup, checkout, browse] }),
  'only new scenarios': () => pairedReportOf({ scenarios: [browse], earlier: 0 }),
  'no base': () => uncompared({ kind: 'no-base' }, { code: 'met', pair: null }, 'skipped'),
  'history instead of a base': () => {
    const report = reportOf({ spread: 0.12, earlier: 8 });
    for (const change of report.verdict.changes) change.reason = { kind: 'no-base' };
    return report;
  },
  'too few blocks': () => {
    const report = pairedReportOf({ pair: { blocks: 3 }, verdict: { code: 'inconclusive' } });
    for (const change of report.verdict.changes) {
      change.code = 'inconclusive';
      change.reason = { kind: 'too-few-blocks', blocks: 3, needed: 11 };
    }
    return report;
  },
  'slower in few blocks': () => {
    const report = pairCases['pair regressed']!();
    for (const change of pairedChanges(report)) {
      const all = isShare(change.metric) ? 1 : Number.POSITIVE_INFINITY;
      Object.assign(change.change, { low: -1, high: all });
    }
    return report;
  },
  stalls: () => {
    const report = pairedReportOf({ verdict: { code: 'inconclusive' } });
    for (const change of report.verdict.changes) {
      if (change.label !== 'search' || !['p99', 'tail'].includes(printMetric(change.metric))) continue;
      change.code = 'inconclusive';
      change.reason = { kind: 'unsteady', evidence: { kind: 'stalls', base: 0, stretches: 1, of: 24 } };
    }
    return report;
  },
  'errors in bursts': () => {
    const report = pairedReportOf({ verdict: { code: 'inconclusive' } });
    const errors = report.verdict.changes.find(({ metric }) => metric.kind === 'errors')!;
    errors.code = 'inconclusive';
    errors.reason = { kind: 'unsteady', evidence: { kind: 'rare', pooled: 0.004 } };
    Object.assign(errors, { head: 0.004, pooled: 0.004 });
    return report;
  },
  'two stored runs': () => {
    const report = pairedReportOf({
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.04 } }],
      earlier: 0,
      baseBranch: 'before',
      reproduce: 'tailgate compare before.json after.json',
      verdict: { pair: null, code: 'inconclusive', slos: [] },
    });
    report.verdict.changes = pairedChanges(report).map(({ detectable: _, spread: __, ...change }) => ({
      ...change,
      kind: 'stored',
      code: 'inconclusive',
      change: { value: change.change.value, low: Number.NaN, high: Number.NaN },
      reason: { kind: 'too-few-blocks', blocks: 2, needed: 4 },
      pValue: null,
      attainableError: null,
    }));
    return report;
  },
  'stored runs told apart': () => {
    const report = pairCases['two stored runs']!();
    for (const change of report.verdict.changes) {
      // As `judgeUnpaired` has it: columns are medians, and the change is the median of all differences.
      if (change.kind !== 'stored') continue;
      const value = isShare(change.metric) ? change.change.value : (1 + change.change.value) * 1.03 - 1;
      Object.assign(change, {
        change: { value, low: value - 0.01, high: value + 0.02 },
        reason: { kind: 'noisy' },
      });
    }
    return report;
  },
  'missed over all requests': () =>
    pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), '<', 10)], stalls: 6 }, lookup, checkout] }),
  'missed with the whole load alone': () => {
    const report = pairCases['missed over all requests']!();
    for (const { slices } of report.record.steps.flatMap(({ instances }) => instances))
      slices.push({ ...slices[0]!, alternating: undefined });
    return report;
  },
  'errors miss their SLO': () =>
    pairedReportOf({
      scenarios: [
        { ...search, slos: [slo({ kind: 'errors' }, '<', 0.001)], failedBefore: 0.0079, failed: 0.008 },
      ],
    }),
  'an SLO on errors with a pooled change': () => {
    const report = pairCases['errors in bursts']!();
    const errors = report.verdict.changes.find(({ metric }) => metric.kind === 'errors')!;
    Object.assign(errors, { change: { value: 0, low: -0.0001, high: 0.0002 } });
    return report;
  },
  'at its limit over all requests': () => {
    const report = pairCases['missed over all requests']!();
    const [finding] = report.verdict.slos;
    Object.assign(finding!, { code: 'at-limit', estimate: { value: 10.2, low: 9.8, high: 10.7 } });
    Object.assign(report.verdict, { code: 'at-limit', blocks: false });
    return report;
  },
  'one SLO': () => pairedReportOf({ scenarios: [search] }),
  'one SLO missed': () =>
    pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), '<', 6)], now: { p99: 1.2 } }] }),
  'one SLO at its limit': () => pairedReportOf({ scenarios: [{ ...search, slos: [slo(p(99), '<', 7.4)] }] }),
  'pooled values': () => {
    const report = pairCases['pair inconclusive']!();
    // As the judge has it where only the values over all requests are known.
    for (const change of pairedChanges(report)) if (!isShare(change.metric)) change.head *= 1.3;
    return report;
  },
  'moved history': () =>
    reportOf({
      earlier: 3,
      reason: { kind: 'few-records', since: commitOf('main 0'), compatible: 3, needed: 5 },
    }),
  'altered gate': () =>
    pairedReportOf({
      verdict: {
        loosened: [
          { kind: 'setting', label: 'search', setting: 'request', from: 'GET /search', to: 'GET /healthz' },
          { kind: 'setting', label: null, setting: 'k6.path', from: null, to: 'tools/k6' },
          { kind: 'contents', label: 'checkout', setting: 'load/checkout.js', change: 'changed' },
          { kind: 'borrowed', reason: 'its target is app, not web' },
        ],
      },
    }),
  'unread gate': () =>
    pairedReportOf({
      verdict: { loosened: [{ kind: 'unread', reason: 'There is no tailgate.yml.', borrows: true }] },
    }),
  'loosened gate': () => pairedReportOf({ verdict: { loosened: [loosenedSlo] } }),
  'loosened gates': () =>
    pairedReportOf({
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.19 } }],
      verdict: { loosened: loosenedGates, suspects },
    }),
  'stepped main': () => pairedReportOf({ verdict: { suspects } }),
  'base failed': () =>
    reportOf({
      verdict: {
        code: 'invalid',
        slos: [],
        changes: [],
        invalid: [
          {
            kind: 'base-failed',
            fault: 'not-ready',
            commit: commitOf('main 19'),
            service: 'app',
            message: '`node server.js` ended with exit code 1 before it was ready',
            log: "Error: Cannot find module 'express'\nRequire stack:\n- server.js",
            missing: 'node_modules',
          },
        ],
      },
    }),
  'pair disturbed': () =>
    pairedReportOf({
      verdict: {
        code: 'invalid',
        slos: [],
        changes: [],
        invalid: [
          {
            kind: 'machine-disturbed',
            label: 'search',
            discarded: 20,
            rounds: 32,
            cpu: cpu({ others: 0.84 }),
          },
        ],
      },
    }),
};

const suspects: Report['verdict']['suspects'] = [
  { label: 'search', metric: p(99), commit: commitOf('main 14'), change: 0.14 },
];

/** What was compared side by side: all of it. */
export function pairedChanges({ verdict: { changes } }: Report): PairedFinding[] {
  const paired = changes.filter(({ kind }) => kind === 'paired');
  if (paired.length < changes.length) throw new Error('something was not compared side by side');
  return paired as PairedFinding[];
}

/** A run in which nothing could be set beside the base. */
function uncompared(
  reason: ChangeReason,
  verdict: PairedSpec['verdict'],
  code: 'skipped' | 'inconclusive',
): Report {
  const report = pairedReportOf({ verdict });
  const percentiles = report.verdict.changes.filter(({ metric }) => metric.kind === 'percentile');
  report.verdict.changes = percentiles.map(({ label, metric, head, tolerance }) => ({
    kind: 'uncompared',
    label,
    metric,
    where: 'all',
    head,
    tolerance,
    code,
    reason,
  }));
  return report;
}
