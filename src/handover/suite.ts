import * as z from 'zod';
import { runAttempt, runId } from '../json-values.ts';
import type { RunRecord } from '../records/record.ts';
import { VERDICT_CODES } from '../verdict/codes.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';

/** Results of one workflow run for a suite: one comment and one commit status. */
export type SuiteReport = {
  suite: string;
  /** Jobs in the order of the matrix, never empty. */
  jobs: Job[];
  /** Headlines of earlier attempts of this workflow run, or earlier runs on the same commit; oldest first. */
  attempts: EarlierAttempt[];
  /** `fork`: the numbers come from a job that the author of a fork controls. */
  trust: 'own' | 'fork';
  /** Login of the user with the right to write who has approved this commit of a fork; absent without one. */
  approvedBy?: string;
  /** True with `fail-on: none`: everything is told, and nothing blocks. */
  reportOnly?: boolean;
  /** Page of the workflow run, or null. */
  link: string | null;
};

/** Job that measured, of which a matrix has several; `name` is empty when there is only one. */
export type Job = { name: string; outcome: JobOutcome };

export type JobOutcome =
  /** `records`: those that its machines measured, where shards were merged. Absent: that of the report. */
  | (Extract<Result['outcome'], { kind: 'report' }> & { records?: RunRecord[] })
  | Extract<Result['outcome'], { kind: 'fault' }>
  /** No result arrived: the job failed before it, was cancelled, or never started. */
  | { kind: 'missing' };

/** Makes the suite of one job that a single run is. */
export function asSuite(report: Report): SuiteReport {
  const { suite, link } = report;
  const outcome: JobOutcome = { kind: 'report', report, failOn: [] };
  return { suite, jobs: [{ name: '', outcome }], attempts: [], trust: 'own', link };
}

/** Earlier attempt, as a comment stores it. */
export const earlierAttemptSchema = z.object({
  /** Identifier of the workflow run and its attempt, from 1. */
  run: runId,
  attempt: runAttempt,
  code: z.enum(VERDICT_CODES),
  /** Line of plain text that begins with an icon, as `suiteHeadline` writes it. */
  headline: z.string().max(200),
});
export type EarlierAttempt = z.infer<typeof earlierAttemptSchema>;
