import { EXIT, type ExitCode } from '../errors.ts';
import { exitCodeOf, findGravest, type VerdictCode } from '../verdict/codes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';

/** Results of one workflow run for a suite: one comment and one commit status. */
export type SuiteReport = {
  suite: string;
  /** Jobs in the order of the matrix, never empty. */
  jobs: Job[];
  /** `fork`: the numbers come from a job that the author of a fork controls. */
  trust: 'own' | 'fork';
  /** Login of the user with write permission who approved this commit of a fork; absent if there is none. */
  approvedBy?: string;
  /** True with `fail-on: none`: everything is reported, and nothing blocks. */
  reportOnly?: boolean;
  /** Mode of the job that read the label of a pull request, and reads it again when re-run. Absent: none did. */
  labelReader?: 'gate' | 'publish';
  /** Page of the workflow run, or null. */
  link: string | null;
};

/** A job that measured; a matrix has several. `name` is empty if there is only one. A missing job is included. */
export type Job = { name: string; outcome: JobOutcome };

export type JobOutcome = Result['outcome'];

/** Makes the suite of one job that a single run is. */
export function asSuite(report: Report): SuiteReport {
  const { suite, link } = report;
  return { suite, jobs: [{ name: '', outcome: { kind: 'report', report, failOn: [] } }], trust: 'own', link };
}

/**
 * Combines the jobs of a suite into one verdict. A job without a verdict, or no job, makes the whole `invalid`: exit code
 * 3, or 2 if the only problem is a user's mistake. Otherwise the gravest blocking job counts, or the gravest of all.
 */
export function combineJobs(jobs: readonly Job[]): {
  code: VerdictCode;
  blocks: boolean;
  exitCode: ExitCode;
} {
  const measured = listVerdicts(jobs).filter(({ code }) => code !== 'invalid');
  const blocking = measured.filter(({ blocks }) => blocks);
  const blocks = blocking.length > 0;
  if (measured.length < jobs.length || jobs.length === 0) {
    const mistakes = jobs.filter(isMistake).length;
    const isMistaken = mistakes > 0 && mistakes + measured.length === jobs.length && !blocks;
    return { code: 'invalid', blocks: true, exitCode: isMistaken ? EXIT.configuration : EXIT.unmeasured };
  }
  const code = findGravest((blocks ? blocking : measured).map((verdict) => verdict.code));
  return { code, blocks, exitCode: exitCodeOf({ code, blocks }) };
}

const listVerdicts = (jobs: readonly Job[]): Verdict[] =>
  jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.verdict] : []));

const isMistake = ({ outcome }: Job) => outcome.kind === 'fault' && outcome.exitCode === EXIT.configuration;

const QUIET: readonly VerdictCode[] = ['unchanged', 'met', 'first-run', 'skipped'];

/** Tells whether a suite has news: a verdict that is not all well, or a remark beside it. */
export function hasNews({ jobs }: SuiteReport): boolean {
  return (
    !QUIET.includes(combineJobs(jobs).code) ||
    listVerdicts(jobs).some(({ gateChanges, refusals, work = [] }) =>
      [gateChanges, refusals, work].some(({ length }) => length > 0),
    )
  );
}

/**
 * Returns the exit code of suites. With `fail-on: none` they pass whatever was found or could not be measured, except for
 * a user's mistake, which must be fixed in the change that makes it.
 */
export function exitCodeOfSuites(suites: readonly SuiteReport[]): ExitCode {
  const jobs = suites.flatMap((suite) => suite.jobs);
  if (!suites.some(({ reportOnly }) => reportOnly)) return combineJobs(jobs).exitCode;
  return jobs.some(isMistake) ? EXIT.configuration : EXIT.pass;
}
