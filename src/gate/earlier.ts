import type { Config } from '../config/config.ts';
import { EXIT, Interrupted, UserError } from '../errors.ts';
import { redact } from '../processes/environment.ts';
import type { RecordStore } from '../records/folder.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { selectBaseline } from '../records/selection.ts';
import { openRecordStore } from '../records/store.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import type { Counterpart } from '../verdict/changes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { GateRequest } from './request.ts';
import type { Session } from './session.ts';

/** Where the record is, or why it is not kept though it was to be; the verdict stands all the same. */
export type Kept = { recordPath: string | null; unrecorded: string | null };

/**
 * Opens the store, and reads the earlier runs of the base branch, oldest first. Beside a base they only draw the trend, so a
 * store that cannot be read is told; a run that is compared with them would pass for a first one without.
 *
 * @throws UserError for a place that cannot exist, and where the run needs what cannot be read (exit code 3)
 */
export async function readEarlier(
  { suite }: Pick<Config, 'suite'>,
  { kind }: Counterpart,
  checkout: Checkout | NoBase,
  { store: place, base, baseBranch, job, progress, environment, signal, subject }: GateRequest,
): Promise<{ store: RecordStore; baseline: RunRecord[] }> {
  const credentials = base.credentials ?? null;
  const store = openRecordStore(place, { suite, checkout, credentials, environment, signal });
  try {
    const records = await store.list(progress.note);
    // Branches do not exist outside git, and all runs are of one line.
    const branch = subject.commit === null ? null : baseBranch;
    return {
      store,
      baseline: selectBaseline(records, { branch, job, current: subject.dirty ? null : subject.commit }),
    };
  } catch (error) {
    const isAsked = error instanceof UserError && error.exitCode !== EXIT.unmeasured;
    if (isAsked || kind === 'history') throw error;
    progress.note(`the records cannot be read, so there is no trend: ${(error as Error).message}`);
    return { store, baseline: [] };
  }
}

/** Told of a record that is `dirty`. */
export const NOT_COMMITTED =
  'recorded with changes that are not committed, so no later run is compared with it: `git status` shows them';

/** Keeps the record, where it was asked for and is worth it. A failure here changes no verdict; it is reported. */
export async function keepRecord(
  store: RecordStore,
  { record, verdict }: { record: RunRecord; verdict: Pick<Verdict, 'invalid'> },
  { secrets, progress, record: isAsked }: Pick<Session, 'secrets' | 'progress' | 'record'>,
): Promise<Kept> {
  if (!isAsked || verdict.invalid.length > 0 || !hasMeasured(record))
    return { recordPath: null, unrecorded: null };
  try {
    const [recordPath = null] = await store.append(record);
    if (record.dirty) progress.note(NOT_COMMITTED);
    return { recordPath, unrecorded: null };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { recordPath: null, unrecorded: redact(explainUnrecorded(error), secrets) };
  }
}

/** Says why a record could not be kept, and what to do. */
export function explainUnrecorded(error: unknown): string {
  const { message, hint } = error as UserError;
  return hint ? `${message} ${hint}` : message;
}
