import { EXIT, type ExitCode } from '../errors.ts';
import { exitCodeOf, findGravest, type VerdictCode } from '../verdict/codes.ts';
import type { Leg, SuiteReport } from './suite.ts';

/**
 * Combines the legs of a suite into one verdict. A leg without a verdict makes the whole `invalid`, exit code
 * 3, and so does a suite without legs. Exit code 2 stays only where nothing but a user's mistake is wrong.
 * Otherwise the gravest leg that blocks counts, or the gravest of all.
 */
export function combineLegs(legs: readonly Leg[]): {
  code: VerdictCode;
  blocks: boolean;
  exitCode: ExitCode;
} {
  const verdicts = legs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.verdict] : []));
  const faults = legs.flatMap(({ outcome }) => (outcome.kind === 'fault' ? [outcome.exitCode] : []));
  const measured = verdicts.filter(({ code }) => code !== 'invalid');
  const blocking = measured.filter(({ blocks }) => blocks);
  if (measured.length < legs.length || legs.length === 0) {
    const isMistake =
      faults.length > 0 &&
      faults.every((code) => code === EXIT.configuration) &&
      faults.length + measured.length === legs.length &&
      blocking.length === 0;
    return { code: 'invalid', blocks: true, exitCode: isMistake ? EXIT.configuration : EXIT.unmeasured };
  }
  const blocks = blocking.length > 0;
  const code = findGravest((blocks ? blocking : measured).map((verdict) => verdict.code));
  return { code, blocks, exitCode: exitCodeOf({ code, blocks }) };
}

/**
 * Gives the exit code of suites, as the user wants it. Suites that only report pass whatever was found or could not be
 * measured. A mistake of the user's stays one: it is mended by the change that makes it, and not by waiting.
 */
export function exitCodeOfSuites(suites: readonly SuiteReport[]): ExitCode {
  const legs = suites.flatMap((suite) => suite.legs);
  const { exitCode } = combineLegs(legs);
  if (!suites.some(({ reportOnly }) => reportOnly)) return exitCode;
  const isMistake = ({ outcome }: Leg) => outcome.kind === 'fault' && outcome.exitCode === EXIT.configuration;
  return legs.some(isMistake) ? EXIT.configuration : EXIT.pass;
}
