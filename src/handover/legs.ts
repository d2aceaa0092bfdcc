import { EXIT, type ExitCode } from '../errors.ts';
import type { VerdictCode } from '../verdict/verdict.ts';
import type { Leg } from './suite.ts';

/** Gravest first. */
const GRAVITY: readonly VerdictCode[] = [
  'invalid',
  'regressed',
  'missed',
  'accepted',
  'at-limit',
  'inconclusive',
  'improved',
  'unchanged',
  'first-run',
  'met',
  'skipped',
];

/**
 * One verdict for all legs of a suite. A leg without a verdict makes the whole `invalid`, exit code 3, as do no legs
 * at all; only where nothing else is wrong than a user's mistake does its exit code 2 stay. Otherwise the gravest of
 * those that block counts, or the gravest of all.
 */
export function combineLegs(legs: readonly Leg[]): {
  code: VerdictCode;
  blocks: boolean;
  exitCode: ExitCode;
} {
  const verdicts = legs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.verdict] : []));
  const blocking = verdicts.filter(({ code, blocks }) => blocks || code === 'invalid');
  const faults = legs.flatMap(({ outcome }) => (outcome.kind === 'fault' ? [outcome.exitCode] : []));
  if (verdicts.length < legs.length || legs.length === 0) {
    const mistaken =
      faults.length > 0 &&
      faults.every((code) => code === EXIT.configuration) &&
      faults.length + verdicts.length === legs.length &&
      blocking.length === 0;
    return { code: 'invalid', blocks: true, exitCode: mistaken ? EXIT.configuration : EXIT.unmeasured };
  }
  const codes = new Set((blocking.length > 0 ? blocking : verdicts).map(({ code }) => code));
  const code = GRAVITY.find((each) => codes.has(each)) ?? 'invalid';
  if (code === 'invalid') return { code, blocks: true, exitCode: EXIT.unmeasured };
  const blocks = blocking.length > 0;
  return { code, blocks, exitCode: blocks ? EXIT.failed : EXIT.pass };
}
