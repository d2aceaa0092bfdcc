import type { RunRecord } from '../records/record.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';

/** Results of one workflow run for a suite: one comment and one commit status. */
export type SuiteReport = {
  suite: string;
  /** Jobs in the order of the matrix, never empty. */
  jobs: Job[];
  /** `fork`: the numbers come from a job that the author of a fork controls. */
  trust: 'own' | 'fork';
  /** Login of the user with the right to write who has approved this commit of a fork; absent without one. */
  approvedBy?: string;
  /** True with `fail-on: none`: everything is told, and nothing blocks. */
  reportOnly?: boolean;
  /** Mode of the job that has read the label of a pull request, and reads it again when it runs again. Absent: none did. */
  labelReader?: 'gate' | 'publish';
  /** Page of the workflow run, or null. */
  link: string | null;
};

/** Job that measured, of which a matrix has several; `name` is empty when there is only one. What is missing is one too. */
export type Job = { name: string; outcome: JobOutcome };

export type JobOutcome =
  /** `records`: those that its machines measured, where shards were merged. Absent: that of the report. */
  | (Extract<Result['outcome'], { kind: 'report' }> & { records?: RunRecord[] })
  | Extract<Result['outcome'], { kind: 'fault' }>;

/** Makes the suite of one job that a single run is. */
export function asSuite(report: Report): SuiteReport {
  const { suite, link } = report;
  const outcome: JobOutcome = { kind: 'report', report, failOn: [] };
  return { suite, jobs: [{ name: '', outcome }], trust: 'own', link };
}
