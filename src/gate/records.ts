import type { Config } from '../config/config.ts';
import { Interrupted, type UserError } from '../errors.ts';
import type { JobOutcome, SuiteReport } from '../handover/suite.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { orderRecords, selectBaseline, selectTrend } from '../records/selection.ts';
import type { RecordStore } from '../records/store.ts';
import { openRecordStore } from '../records/stores/place.ts';
import type { GateRequest } from './request.ts';

/**
 * Reads the runs that one without a base is compared with: those of the base branch, oldest first.
 *
 * @throws UserError where they cannot be read: without them the run would pass for a first one
 */
export async function readBaseline(
  { suite, directory }: Config,
  { store, base, baseBranch, job, progress, environment, signal, subject }: GateRequest,
): Promise<RunRecord[]> {
  const credentials = base.credentials ?? null;
  const records = await openRecordStore(store, { suite, directory, credentials, environment, signal }).list(
    progress.note,
  );
  return selectBaseline(records, { branch: subject.commit === null ? null : baseBranch, job });
}

export type Reported = Extract<JobOutcome, { kind: 'report' }>;

/** Places of records, and why a suite was not recorded although it should have been, in a line each. */
export type Kept = { recorded: string[]; unrecorded: string[] };

/**
 * Draws the trend of each job and, where it is due, records all of them in one write. A failure here changes no verdict;
 * it is reported.
 */
export async function useRecords(
  suite: SuiteReport,
  store: RecordStore,
  { isDue, note }: { isDue: boolean; note: (text: string) => void },
): Promise<Kept & { suite: SuiteReport }> {
  const kept: Kept = { recorded: [], unrecorded: [] };
  try {
    const records = await store.list(note);
    const drawn = mapReports(suite, (outcome) => {
      const { report } = outcome;
      const history = recordsOf(outcome).flatMap((record) => {
        const { commit, dirty, job } = record;
        const baseline = selectBaseline(records, { branch: commit === null ? null : report.baseBranch, job });
        const isEarlier = (old: RunRecord) => commit === null || dirty || old.commit !== commit;
        return selectTrend(record, baseline.filter(isEarlier));
      });
      return { ...outcome, report: { ...report, history: history.sort(orderRecords) } };
    });
    const due = isDue ? listReported(suite).flatMap(listRecorded) : [];
    if (due.length > 0) kept.recorded = await store.append(...due);
    if (due.some(({ dirty }) => dirty))
      note('recorded with changes that are not committed, so no later run is compared with it');
    return { ...kept, suite: drawn };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const { message, hint } = error as UserError;
    const reason = `${suite.suite}: ${hint ? `${message} ${hint}` : message}`;
    if (!isDue) note(`no trend of ${reason}`);
    return { recorded: [], unrecorded: isDue ? [reason] : [], suite };
  }
}

/** Lists the jobs that have a verdict. */
export const listReported = ({ jobs }: SuiteReport): Reported[] =>
  jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome] : []));

/** Lists what is recorded of a job: what was measured, with what was accepted. */
function listRecorded(outcome: Reported): RunRecord[] {
  const { invalid, acceptances } = outcome.report.verdict;
  const accepted = acceptances.length > 0 && { accepted: acceptances };
  const measured = invalid.length > 0 ? [] : recordsOf(outcome).filter(hasMeasured);
  return measured.map((record) => ({ ...record, ...accepted }));
}

/** The records of a job, as its machines measured them: shards may be of different kinds of machine. */
const recordsOf = ({ records, report }: Reported) => records ?? [report.record];

/** Changes the jobs that have a verdict. */
export function mapReports(suite: SuiteReport, change: (outcome: Reported) => JobOutcome): SuiteReport {
  const jobs = suite.jobs.map((job) =>
    job.outcome.kind === 'report' ? { ...job, outcome: change(job.outcome) } : job,
  );
  return { ...suite, jobs };
}
