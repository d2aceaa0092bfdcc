import type { Report } from '../../src/handover/report.ts';
import { acceptFindings } from '../../src/verdict/acceptance.ts';
import { measureNothing } from '../../src/verdict/verdict.ts';
import { bookstore, commitOf, cpu, p, remember, reportOf, type ScenarioSpec, slo } from './fixture.ts';
import { INVALID } from './obstacles.ts';
import { invalid, pairCases } from './pair-cases.ts';

const log = [
  'listening on 41873',
  'warming up the catalogue',
  "TypeError: Cannot read properties of undefined (reading 'price')",
  '    at checkout (/srv/app/server.js:81:23)',
].join('\n');

/** 812 of 1,000 requests a second. */
const rates = { sent: 9_744, intended: 12_000, seconds: 12 };
const nothing = { discardedRounds: 0, instances: 0, loadSeconds: 0 };

const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];
const missedSearch = { ...search, now: { p50: 1.1, p99: 5.2 } };
const withMissedSearch = [missedSearch, lookup, checkout];

/** The report once @octocat has accepted it. */
function accept(report: Report): Report {
  const claims = [{ by: 'octocat', at: '2026-04-11T09:45:00Z', standing: 'valid' as const }];
  return { ...report, verdict: acceptFindings(report.verdict, claims, []) };
}

/** One report per situation that a reader can be in. */
export const cases: Record<string, () => Report> = remember({
  regressed: () => reportOf({ scenarios: [search, lookup, { ...checkout, now: { p99: 1.19 } }] }),
  'regressed and missed': () =>
    reportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 1.3, p99: 1.6 } }] }),
  'regressed by a multiple': () =>
    reportOf({ scenarios: [{ ...search, now: { p50: 3, p99: 3.4 } }, lookup, checkout], earlier: 5 }),
  irrelevant: () =>
    reportOf({
      scenarios: [],
      verdict: measureNothing({
        kind: 'irrelevant',
        baseCommit: commitOf('main'),
        patterns: ['src/**', 'package-lock.json', '!src/*.md'],
      }),
    }),
  'missed without history': () => reportOf({ scenarios: withMissedSearch, earlier: 0 }),
  'missed by failures': () =>
    reportOf({
      scenarios: [{ ...search, failed: 0.02 }, lookup, checkout],
      verdict: {
        faults: [
          {
            kind: 'failing',
            label: 'search',
            failed: 240,
            requests: 12_000,
            examples: ['status 500 (231 times)', 'read: connection reset by peer (9 times)'],
            service: 'app',
            log: "TypeError: Cannot read properties of undefined (reading 'price')",
          },
        ],
      },
    }),
  crashed: () =>
    reportOf({
      scenarios: [search, lookup, { ...checkout, failed: 0.4 }],
      verdict: { faults: [{ kind: 'crashed', service: 'app', label: 'checkout', exit: 'exit code 1', log }] },
    }),
  accepted: () =>
    accept(reportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 1.02, p99: 1.18 } }] })),
  'accepted in part': () =>
    accept(
      reportOf({
        scenarios: [search, lookup, { ...checkout, now: { p50: 1.2, p99: 1.3 } }],
        verdict: { faults: [{ kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log }] },
      }),
    ),
  refused: () =>
    reportOf({
      scenarios: [search, lookup, { ...checkout, now: { p50: 1.02, p99: 1.18 } }],
      verdict: {
        refusals: [
          { by: 'mallory', reason: 'may-not' },
          { by: 'rosa', reason: 'too-early' },
          { by: '', reason: 'unreadable' },
        ],
      },
    }),
  'at its limit': () =>
    reportOf({ scenarios: [{ ...search, slos: [slo(p(99), '<', 7.4)] }, lookup, checkout] }),
  'at its limit, blocking': () =>
    reportOf({
      scenarios: [{ ...search, slos: [slo(p(99), '<', 7.4)] }, lookup, checkout],
      verdict: { code: 'at-limit', blocks: true },
    }),
  unchanged: () => reportOf(),
  improved: () => reportOf({ scenarios: [search, lookup, { ...checkout, now: { p50: 0.7, p99: 0.6 } }] }),
  met: () => reportOf({ verdict: { changes: [] }, earlier: 0 }),
  inconclusive: () => reportOf({ spread: 0.12, earlier: 8 }),
  'too few records': () => reportOf({ earlier: 2 }),
  'incompatible records': () =>
    reportOf({
      earlier: 0,
      reason: { kind: 'few-records', compatible: 0, needed: 5, incompatible: 7 },
      verdict: { code: 'inconclusive' },
    }),
  'first run': () => reportOf({ earlier: 0 }),
  skipped: () =>
    reportOf({ verdict: { code: 'skipped', slos: [], changes: [], effort: nothing }, earlier: 0 }),
  'forty scenarios': () =>
    reportOf({
      scenarios: Array.from({ length: 40 }, (_, i) => ({
        label: `scenario-${i + 1}`,
        p50: 3 + i,
        p99: 20 + 3 * i,
        slos: [slo(p(99), '<', 400), slo({ kind: 'errors' }, '<', 0.01)],
        now: { p99: i < 20 ? 1.3 + i / 100 : 1 },
      })),
    }),
  'k6 out of CPU': () =>
    invalid({ kind: 'starved', label: 'search', ...rates, lagMs: 43, cpu: cpu({ generator: 0.98 }) }),
  ...Object.fromEntries(INVALID.map((one) => [`invalid: ${one.kind}`, () => invalid(one)])),
  ...pairCases,
});
