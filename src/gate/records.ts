import { Interrupted, type UserError } from '../errors.ts';
import type { JobOutcome, SuiteReport } from '../handover/suite.ts';
import type { RecordStore } from '../records/folder.ts';
import type { GitStoreOptions } from '../records/git.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { selectBaseline, selectTrend } from '../records/selection.ts';
import { openRecordStore } from '../records/store.ts';
import type { GateRequest } from './request.ts';

/**
 * Reads the runs that a run without a base is compared with: those of the base branch, oldest first.
 *
 * @throws UserError if they cannot be read: without them the run would pass as a first one
 */
export async function readBaseline(
  suite: string,
  checkout: GitStoreOptions['checkout'],
  { store, base, baseBranch, job, progress, environment, signal, subject }: GateRequest,
): Promise<RunRecord[]> {
  const around = { suite, checkout, credentials: base.credentials ?? null, environment, signal };
  const records = await openRecordStore(store, around).list(progress.note);
  return selectBaseline(records, { branch: subject.commit === null ? null : baseBranch, job });
}

export type Reported = Extract<JobOutcome, { kind: 'report' }>;

/** Where records are kept, and why a suite was not recorded although it should have been, in a line each. */
export type Kept = { recorded: string[]; unrecorded: string[] };

/**
 * Draws the trend of each job and, if due, records all of them in one write. A failure here changes no verdict;
 * it is reported.
 */
export async function useRecords(
  suite: SuiteReport,
  open: () => RecordStore,
  { isDue, note }: { isDue: boolean; note: (text: string) => void },
): Promise<Kept & { suite: SuiteReport }> {
  const kept: Kept = { recorded: [], unrecorded: [] };
  try {
    const store = open();
    const records = await store.list(note);
    const drawn = mapReports(suite, (outcome) => {
      const { report } = outcome;
      const { commit, dirty, job } = report.record;
      const branch = commit === null ? null : report.baseBranch;
      const baseline = selectBaseline(records, { branch, job, current: dirty ? null : commit });
      return { ...outcome, report: { ...report, history: selectTrend(report.record, baseline) } };
    });
    const measured = listReported(suite).filter(({ report }) => report.verdict.invalid.length === 0);
    const due = isDue ? measured.map(({ report }) => report.record).filter(hasMeasured) : [];
    if (due.length > 0) kept.recorded = await store.append(...due);
    if (due.some(({ dirty }) => dirty))
      note('recorded with uncommitted changes, so later runs are not compared with it');
    return { ...kept, suite: drawn };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const { message, hint } = error as UserError;
    const reason = `${suite.suite}: ${hint ? `${message} ${hint}` : message}`;
    if (!isDue) note(`no trend for ${reason}`);
    return { recorded: [], unrecorded: isDue ? [reason] : [], suite };
  }
}

/** Lists the jobs that have a verdict. */
export const listReported = ({ jobs }: SuiteReport): Reported[] =>
  jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome] : []));

/** Changes the jobs that have a verdict. */
export function mapReports(suite: SuiteReport, change: (outcome: Reported) => JobOutcome): SuiteReport {
  const jobs = suite.jobs.map((job) =>
    job.outcome.kind === 'report' ? { ...job, outcome: change(job.outcome) } : job,
  );
  return { ...suite, jobs };
}
