/** What several jobs, earlier attempts and forks make of a suite. */
import type { Report } from '../../src/handover/report.ts';
import type { Leg, SuiteReport } from '../../src/handover/suite.ts';
import { cases } from './cases.ts';
import { bookstore, commitOf, p, remember, reportOf, type ScenarioSpec, slo } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';

export const runLink = 'https://github.com/acme/bookstore/actions/runs/81';

const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];

/** As `describeError` has it. */
const mistake = [
  'error: unknown key `scenario`',
  '  at tailgate.yml:4:1',
  '',
  '  3 |   url: http://127.0.0.1:${PORT}',
  '> 4 | scenario:',
  '    | ^^^^^^^^',
  '  5 |   search:',
  '',
  '  Did you mean `scenarios`?',
].join('\n');

const unchanged = () => pairedReportOf({ noise: 0.05 });
const slower = (factor: number) => () =>
  pairedReportOf({
    noise: 0.05,
    scenarios: [search, lookup, { ...checkout, now: { p99: factor } }],
    reproduce: `tailgate run --base ${commitOf('main 19').slice(0, 7)} --only checkout`,
  });

export function leg(name: string, report: Report): Leg {
  return { name, outcome: { kind: 'report', report, failOn: [] } };
}

export function missing(name: string): Leg {
  return { name, outcome: { kind: 'missing' } };
}

export function fault(name: string, exitCode: 2 | 3 = 2, message = mistake): Leg {
  return { name, outcome: { kind: 'fault', exitCode, message } };
}

export function suiteOf(legs: Leg[], rest: Partial<SuiteReport> = {}): SuiteReport {
  return { suite: 'default', legs, attempts: [], trust: 'own', link: runLink, ...rest };
}

const firstAttempt = {
  run: '81',
  attempt: 1,
  code: 'regressed',
  headline: '❌ checkout p99 is 18 % slower (+15 … +21 %)',
} as const;

/** One suite per situation that a reader can be in. */
export const suiteCases: Record<string, () => SuiteReport> = remember({
  'one leg': () => suiteOf([leg('', slower(1.17)())]),
  'a regressed and a missing leg': () =>
    suiteOf([
      leg('node 18', unchanged()),
      leg('node 20', unchanged()),
      leg('node 22', slower(1.17)()),
      missing('node 24'),
    ]),
  'two slower legs': () =>
    suiteOf([
      leg('node 18', unchanged()),
      leg('node 20', slower(1.17)()),
      leg('node 22', slower(1.31)()),
      leg('node 24', unchanged()),
    ]),
  'all pass': () =>
    suiteOf(['node 18', 'node 20', 'node 22', 'node 24'].map((name) => leg(name, unchanged()))),
  'all missing': () => suiteOf(['node 18', 'node 20', 'node 22', 'node 24'].map(missing)),
  'only leg missing': () => suiteOf([missing('')]),
  'only leg at fault': () => suiteOf([fault('')]),
  'same fault in all legs': () => suiteOf([fault('node 20'), fault('node 22')]),
  'fault beside results': () =>
    suiteOf([
      leg('node 20', unchanged()),
      fault('node 22', 3, 'error: No k6 was found, and its release could not be downloaded (ETIMEDOUT).'),
    ]),
  fork: () => suiteOf([leg('', unchanged())], { trust: 'fork' }),
  'approved fork': () => suiteOf([leg('', unchanged())], { trust: 'fork', approvedBy: 'kim' }),
  'report only': () => suiteOf([leg('', slower(1.17)())], { reportOnly: true }),
  'fork with several legs': () =>
    suiteOf([leg('node 20', unchanged()), leg('node 22', slower(1.17)())], { trust: 'fork' }),
  'an earlier attempt': () => suiteOf([leg('', unchanged())], { attempts: [firstAttempt] }),
  'earlier attempts of several legs': () =>
    suiteOf([leg('node 20', unchanged()), leg('node 22', unchanged())], {
      attempts: [
        { ...firstAttempt, headline: '❌ 1 of 2 legs slower · node 22: checkout p99 is 18 % slower' },
        {
          run: '81',
          attempt: 2,
          code: 'invalid',
          headline: '⛔ 1 of 2 legs not measured · node 20: no result arrived',
        },
      ],
    }),
  'undecided beside unchanged': () =>
    suiteOf([leg('node 20', unchanged()), leg('node 22', cases['pair inconclusive']!())]),
  'undecided beside slower': () =>
    suiteOf([leg('node 20', cases['pair inconclusive']!()), leg('node 22', slower(1.17)())]),
  'missed and not measured': () =>
    suiteOf([
      leg('x64', cases['pair missed']!()),
      leg('arm64', cases['k6 out of CPU']!()),
      leg('riscv64', unchanged()),
    ]),
  'loosened gates in all legs': () =>
    suiteOf(['node 20', 'node 22'].map((name) => leg(name, cases['loosened gate']!()))),
  'faster leg': () => suiteOf([leg('node 20', unchanged()), leg('node 22', cases['pair improved']!())]),
  'first run': () => suiteOf(['node 20', 'node 22'].map((name) => leg(name, cases['first run']!()))),
  skipped: () => suiteOf(['node 20', 'node 22'].map((name) => leg(name, cases['identical without SLOs']!()))),
  'different commits': () => {
    const other = slower(1.17)();
    other.record.commit = commitOf('another');
    return suiteOf([leg('node 20', unchanged()), leg('node 22', other)]);
  },
  'at its limit': () =>
    suiteOf([
      leg('node 20', unchanged()),
      leg(
        'node 22',
        reportOf({ scenarios: [{ ...search, slos: [slo(p(99), '<', 7.4)] }, lookup, checkout] }),
      ),
    ]),
});
