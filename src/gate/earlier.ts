import type { Config } from '../config/config.ts';
import { EXIT, Interrupted, UserError } from '../errors.ts';
import type { RunRecord } from '../records/record.ts';
import { selectBaseline } from '../records/selection.ts';
import type { RecordStore } from '../records/store.ts';
import { openRecordStore } from '../records/stores/place.ts';
import { listSome } from '../report/words/terms.ts';
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

/** Where a record is, or why it is not kept; both null where none was to be. */
export type Kept = { recordPath: string | null; unrecorded: string | null };
export const NOT_RECORDED: Kept = { recordPath: null, unrecorded: null };

/**
 * Reads the earlier runs. An unreadable store does not fail a run that is compared with its base side by
 * side. Code that compares with records must look at `problem`, or the run would pass for a first one.
 */
export async function readEarlier(
  { suite, directory, baseline: { kind } }: Config,
  { store: place, base, baseBranch, job, progress, environment, signal, subject }: GateRequest,
): Promise<Earlier> {
  const credentials = base.credentials ?? null;
  const store = openRecordStore(place, { suite, directory, credentials, environment, signal });
  try {
    const { records, unreadable } = await store.list();
    for (const { name, reason } of unreadable) progress.note(`record ${name} is left out: ${reason}`);
    // Branches do not exist outside git, and all runs are of one line.
    const branch = subject.commit === null ? null : baseBranch;
    // Beside a base, records only draw the trend.
    if (kind === 'history' && records.length > 0 && records.every((record) => record.branch !== branch)) {
      const names = [...new Set(records.map((record) => record.branch ?? 'no branch'))];
      const needed = `those here are of ${listSome(names, MOST_BRANCHES)}, and this run needs some of ${branch ?? 'no branch'}`;
      progress.note(`no record is compared with: ${needed}`);
    }
    return { store, baseline: selectBaseline(records, { branch, job }), problem: null };
  } catch (error) {
    // A place that cannot exist is the user's mistake.
    if (!(error instanceof UserError) || error.exitCode !== EXIT.unmeasured) throw error;
    progress.note(`the records cannot be read, so there is no trend: ${error.message}`);
    return { store, baseline: [], problem: error };
  }
}

/** Checks that the records were read. @throws UserError (exit code 3) when they could not be read */
export function assertRead({ problem }: Earlier): void {
  if (problem !== null) throw problem;
}

/** Keeps the record. A failure here changes no verdict; it is reported. */
export async function keepRecord(
  { store }: Pick<Earlier, 'store'>,
  record: RunRecord,
  { progress }: Pick<GateRequest, 'progress'>,
): Promise<Kept> {
  try {
    const [recordPath = null] = await store.append(record);
    if (record.dirty)
      progress.note(
        'recorded with changes that are not committed, so no later run is compared with it: `git status` shows them',
      );
    return { recordPath, unrecorded: null };
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
