import type { Config } from '../config/config.ts';
import { EXIT, Interrupted, UserError } from '../errors.ts';
import type { RunRecord } from '../records/record.ts';
import { selectBaseline } from '../records/selection.ts';
import { NEWEST_RECORDS, type RecordStore } from '../records/store.ts';
import { openRecordStore } from '../records/stores/place.ts';
import { listSome } from '../report/words/terms.ts';
import { findLostCommits } from '../revision/ancestry.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import type { GateRequest } from './request.ts';

/** Branches that are named where none of the records is of the one that is needed. */
const MOST_BRANCHES = 5;

/** Records of the base branch, oldest first, and the place for this run's record. */
export type Earlier = {
  store: RecordStore;
  baseline: RunRecord[];
  /** Error that kept the records from being read; null when they were read. */
  problem: UserError | null;
};

/**
 * Reads the earlier runs. An unreadable store does not fail a run that is compared with its base side by
 * side. Code that compares with records must look at `problem`, or the run would pass for a first one.
 */
export async function readEarlier(
  config: Config,
  checkout: Checkout | NoBase,
  request: GateRequest,
): Promise<Earlier> {
  const { progress, environment, signal, subject } = request;
  const { suite, directory } = config;
  const credentials = request.base.credentials ?? null;
  const store = openRecordStore(request.store, { suite, directory, credentials, environment, signal });
  try {
    const { records, unreadable } = await store.list({ newest: NEWEST_RECORDS });
    for (const { name, reason } of unreadable) progress.note(`record ${name} is left out: ${reason}`);
    // Branches do not exist outside git, and all runs are of one line.
    const branch = subject.commit === null ? null : request.baseBranch;
    const ofBranch = records.filter((record) => record.branch === branch);
    const lost = branch === null ? new Set() : await findLostCommits(checkout, branch, ofBranch);
    if (lost.size > 0) progress.note(`${count(lost.size)} no longer on ${branch} and left out`);
    const onBranch = (commit: string) => !lost.has(commit);
    const baseline = selectBaseline(ofBranch, { branch, onBranch, job: request.job });
    // Beside a base, records only draw the trend.
    if (config.baseline.kind === 'history' && records.length > 0 && ofBranch.length === 0) {
      const names = [...new Set(records.map((record) => record.branch ?? 'no branch'))];
      progress.note(
        `no record is compared with: those here are of ${listSome(names, MOST_BRANCHES)}, and this run needs some of ${branch ?? 'no branch'}`,
      );
    }
    return { store, baseline, problem: null };
  } catch (error) {
    // A place that cannot exist is the user's mistake.
    if (!(error instanceof UserError) || error.exitCode !== EXIT.unmeasured) throw error;
    progress.note(`the records cannot be read, so there is no trend: ${error.message}`);
    return { store, baseline: [], problem: error };
  }
}

/** Checks that the records were read. @throws UserError (exit code 3) when they could not be read */
export function assertRead({ problem }: Earlier): void {
  if (problem === null) return;
  const { message: what, where, hint, detail } = problem;
  throw new UserError({ what, where, hint, detail, cause: problem, exitCode: EXIT.unmeasured });
}

/**
 * Keeps the record. A failure here changes no verdict; it is reported.
 *
 * @returns where it is, or why it is not
 */
export async function keepRecord(
  { store }: Earlier,
  record: RunRecord,
): Promise<{ recordPath: string | null; unrecorded: string | null }> {
  try {
    return { recordPath: await store.append(record), unrecorded: null };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { recordPath: null, unrecorded: explainUnrecorded(error) };
  }
}

/** Says why a record could not be kept, and what to do. */
export function explainUnrecorded(error: unknown): string {
  const hint = error instanceof UserError && error.hint ? ` ${error.hint}` : '';
  return `${(error as Error).message}${hint}`;
}

function count(records: number): string {
  return records === 1 ? 'the commit of one record is' : `the commits of ${records} records are`;
}
