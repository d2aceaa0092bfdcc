import { EXIT, type ExitCode } from '../errors.ts';
import { exitCodeOf, findGravest, type VerdictCode } from '../verdict/codes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Job, SuiteReport } from './suite.ts';

/**
 * Combines the jobs of a suite into one verdict. A job without a verdict makes the whole `invalid`, exit code
 * 3, and so does a suite without jobs. Exit code 2 stays only where nothing but a user's mistake is wrong.
 * Otherwise the gravest job that blocks counts, or the gravest of all.
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

function listVerdicts(jobs: readonly Job[]): Verdict[] {
  return jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.verdict] : []));
}

function isMistake({ outcome }: Job): boolean {
  return outcome.kind === 'fault' && outcome.exitCode === EXIT.configuration;
}

/** Verdicts by which all is as it should be. */
const QUIET: readonly VerdictCode[] = ['unchanged', 'met', 'first-run', 'skipped'];

/**
 * Tells whether a suite has more to tell than that all is as it should be: another verdict, a gate that the change
 * alters, an acceptance that does not count, answers that differ from the base's,
 * scripts that were never measured to their end.
 */
export function hasNews({ jobs }: SuiteReport): boolean {
  return (
    !QUIET.includes(combineJobs(jobs).code) ||
    listVerdicts(jobs).some(({ gateChanges, refusals, work = [] }) =>
      [gateChanges, refusals, work].some(({ length }) => length > 0),
    )
  );
}

/**
 * Gives the exit code of suites, as the user wants it. Suites that only report pass whatever was found or could not be
 * measured. A mistake of the user's stays one: it is mended by the change that makes it, and not by waiting.
 */
export function exitCodeOfSuites(suites: readonly SuiteReport[]): ExitCode {
  const jobs = suites.flatMap((suite) => suite.jobs);
  const { exitCode } = combineJobs(jobs);
  if (!suites.some(({ reportOnly }) => reportOnly)) return exitCode;
  return jobs.some(isMistake) ? EXIT.configuration : EXIT.pass;
}
