import type { FailOnCode, VerdictCode } from '../verdict/verdict.ts';
import type { Report } from './report.ts';

/** All that one workflow run says of a suite: one comment and one commit status. */
export type SuiteReport = {
  suite: string;
  /** Never empty; in the order of the matrix. */
  legs: Leg[];
  /** What earlier attempts of this workflow run said, or earlier runs on the same commit; oldest first. */
  attempts: EarlierAttempt[];
  /** `fork`: the numbers come from a job that the author of a fork controls. */
  trust: 'own' | 'fork';
  /** Page of the workflow run, or null. */
  link: string | null;
};

/** One measurement. A matrix has several; `name` is empty when there is only one. */
export type Leg = { name: string; outcome: LegOutcome };

export type LegOutcome =
  /** `failOn`: what blocks besides the codes that always do, as when the verdict was made. */
  | { kind: 'report'; report: Report; failOn: FailOnCode[] }
  /**
   * Tailgate ended without a verdict. `exitCode` 2: a mistake of the user's, in the configuration, say; 3: what kept it
   * from measuring. `message` is an error as a terminal shows it and may have several lines.
   */
  | { kind: 'fault'; exitCode: 2 | 3; message: string }
  /** No result arrived: the job failed before it, was cancelled, or never started. */
  | { kind: 'missing' };

export type EarlierAttempt = {
  /** Identifier of the workflow run and its attempt, from 1. */
  run: string;
  attempt: number;
  code: VerdictCode;
  /** One line of plain text that begins with an icon, as `suiteHeadline` has it. */
  headline: string;
};
