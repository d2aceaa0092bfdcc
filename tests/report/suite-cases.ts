/** What several jobs and forks make of a suite. */
import type { Report } from '../../src/handover/report.ts';
import type { Job, SuiteReport } from '../../src/handover/suite.ts';
import { cases } from './cases.ts';
import { bookstore, remember, type ScenarioSpec } from './fixture.ts';
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
    scenarios: [search, lookup, { ...checkout, now: { p50: 0.99, p99: factor } }],
  });

export function job(name: string, report: Report): Job {
  return { name, outcome: { kind: 'report', report, failOn: [] } };
}

/** As `collectSuites` has it. */
export function lost(total: number, ...found: number[]): Job {
  const message = `Some results are missing; the logs of the measuring jobs say why. Re-run all jobs.\nexpected ${total} of default, found ${found.join(', ') || 'none'}`;
  return fault('results', 3, message);
}

export function fault(name: string, exitCode: 2 | 3 = 2, message = mistake): Job {
  return { name, outcome: { kind: 'fault', exitCode, message } };
}

export function suiteOf(jobs: Job[], rest: Partial<SuiteReport> = {}): SuiteReport {
  return { suite: 'default', jobs, trust: 'own', labelReader: 'publish', link: runLink, ...rest };
}

/** One suite per situation that a reader can be in. */
export const suiteCases: Record<string, () => SuiteReport> = remember({
  'one job': () => suiteOf([job('', slower(1.17)())]),
  'a regressed and a missing job': () =>
    suiteOf([
      job('node 18', unchanged()),
      job('node 20', unchanged()),
      job('node 22', slower(1.17)()),
      lost(4, 1, 2, 3),
    ]),
  'two slower jobs': () =>
    suiteOf([
      job('node 18', unchanged()),
      job('node 20', slower(1.17)()),
      job('node 22', slower(1.31)()),
      job('node 24', unchanged()),
    ]),
  'all pass': () =>
    suiteOf(['node 18', 'node 20', 'node 22', 'node 24'].map((name) => job(name, unchanged()))),
  'nothing arrived': () => suiteOf([lost(1)]),
  'only job at fault': () => suiteOf([fault('')]),
  'same fault in all jobs': () => suiteOf([fault('node 20'), fault('node 22')]),
  'fault beside results': () =>
    suiteOf([
      job('node 20', unchanged()),
      fault('node 22', 3, 'error: No k6 was found, and its release could not be downloaded (ETIMEDOUT).'),
    ]),
  fork: () => suiteOf([job('', unchanged())], { trust: 'fork' }),
  'approved fork': () => suiteOf([job('', unchanged())], { trust: 'fork', approvedBy: 'kim' }),
  'report only': () => {
    const report = slower(1.17)();
    // As `acceptSuite` leaves it.
    report.verdict.blocks = false;
    return suiteOf([job('', report)], { reportOnly: true });
  },
  'fork with several jobs': () =>
    suiteOf([job('node 20', unchanged()), job('node 22', slower(1.17)())], { trust: 'fork' }),
  'undecided beside unchanged': () =>
    suiteOf([job('node 20', unchanged()), job('node 22', cases['pair inconclusive']!())]),
  'undecided beside slower': () =>
    suiteOf([job('node 20', cases['pair inconclusive']!()), job('node 22', slower(1.17)())]),
  'altered gate in all jobs': () =>
    suiteOf(['node 20', 'node 22'].map((name) => job(name, cases['altered setting']!()))),
});
