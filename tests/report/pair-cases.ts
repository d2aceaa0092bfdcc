import type { Report } from '../../src/handover/report.ts';
import type { ChangeReason, PairedFinding } from '../../src/verdict/findings.ts';
import type { GateChange } from '../../src/verdict/verdict.ts';
import { bookstore, commitOf, p, reportOf, slo } from './fixture.ts';
import { type PairedScenario, type PairedSpec, pairedReportOf } from './pair-fixture.ts';

const [search, lookup, checkout] = bookstore as [PairedScenario, PairedScenario, PairedScenario];
const limited = { slos: [slo(p(95), '<', 200)] };
const browse: PairedScenario = { label: 'browse', p50: 80, p99: 170, isNew: true, ...limited };

/** p99 is longer by less than its tolerance, and by too much for its SLO. */
const nearlySlower = [{ ...search, slos: [slo(p(99), '<', 7.5)], now: { p99: 1.08 } }, lookup, checkout];

const failing = { slos: [slo(p(95), '<', 30)], failedBefore: 0.001, failed: 0.008 };

const setting = 'scenarios.checkout.slo';
const alteredSlo: GateChange = { kind: 'setting', setting, from: 'p99 < 60ms', to: 'p99 < 80ms' };
export const alteredGate: GateChange[] = [
  { kind: 'borrowed', reason: 'its target is app, not web' },
  alteredSlo,
  { kind: 'setting', setting: 'scenarios.search.request', from: 'GET /search', to: 'GET /healthz' },
  { kind: 'setting', setting: 'scenarios.browse', from: '{ request: GET / }', to: null },
  { kind: 'setting', setting: 'baseline.tolerance', from: null, to: '30%' },
  { kind: 'setting', setting: 'service.env.MODE', from: null, to: '***' },
  { kind: 'setting', setting: 'load/checkout.js', from: '***', to: '***' },
];

/** One report per situation of a comparison side by side. */
export const pairCases: Record<string, () => Report> = {
  'pair regressed': () =>
    pairedReportOf({
      noise: 0.05,
      scenarios: [search, lookup, { ...checkout, now: { p50: 0.99, p99: 1.17 } }],
    }),
  'pair regressed, discards': () =>
    pairedReportOf({
      scenarios: [search, { ...lookup, now: { p50: 1.12, p99: 1.4 } }, { ...checkout, now: { p99: 1.4 } }],
      pair: { planned: 24, because: 'merge-base' },
    }),
  'pair with more errors': () => pairedReportOf({ scenarios: [{ ...search, ...failing }, lookup, checkout] }),
  'pair unchanged': () => pairedReportOf(),
  'pair improved': () =>
    pairedReportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 0.8, p99: 0.7 } }] }),
  'pair inconclusive': () =>
    pairedReportOf({ noise: 0.09, scenarios: [{ ...search, now: { p99: 1.1 } }, lookup, checkout] }),
  'pair missed': () => pairedReportOf({ scenarios: nearlySlower, verdict: { code: 'missed' } }),
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
  'too few blocks': () => {
    const report = pairedReportOf({ pair: { blocks: 3 }, verdict: { code: 'inconclusive' } });
    for (const change of report.verdict.changes) {
      change.code = 'inconclusive';
      change.reason = { kind: 'too-few-blocks', blocks: 3, needed: 11 };
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
  'unread gate': () =>
    pairedReportOf({
      verdict: {
        gateChanges: [
          { kind: 'unread', reason: 'suite is empty.' },
          { kind: 'borrowed', reason: 'suite is empty.' },
        ],
      },
    }),
  'altered setting': () => pairedReportOf({ verdict: { gateChanges: [alteredSlo] } }),
  'altered gate': () =>
    pairedReportOf({
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.19 } }],
      verdict: { gateChanges: alteredGate },
    }),
  'base failed': () =>
    invalid({
      ...{ kind: 'base-failed', fault: 'not-ready', commit: commitOf('main 19'), service: 'app' },
      message:
        '`node server.js` ended with exit code 1 before it was ready; files that git ignores are missing from a fresh checkout: let `build` create them',
      log: "Error: Cannot find module 'express'\nRequire stack:\n- server.js",
    }),
};

export function invalid(reason: Report['verdict']['invalid'][number]): Report {
  return reportOf({ verdict: { code: 'invalid', slos: [], changes: [], invalid: [reason] } });
}

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
    ...({ kind: 'uncompared', where: 'all' } as const),
    ...{ label, metric, head, tolerance, code, reason },
  }));
  return report;
}
