import { createHash } from 'node:crypto';
import type { RunRecord } from './record.ts';

/** Records by commit time, oldest first; those that cannot be read are named and skipped. */
export type Listing = { records: RunRecord[]; unreadable: { name: string; reason: string }[] };

/** Where the records of one suite are kept (DESIGN 6). */
export type RecordStore = {
  /** Adds a record, or replaces the one of the same commit, attempt and leg. @returns where it is now */
  append(record: RunRecord): Promise<string>;
  /** @param options `newest`: no more than so many, the newest; absent: all */
  list(options?: { newest?: number }): Promise<Listing>;
  /** Removes all but the newest `keep` records; those that cannot be read are kept. @returns how many were removed */
  prune(keep: number): Promise<number>;
};

/** As many as are compared with or drawn, for a few kinds of machine or legs of a matrix. */
export const NEWEST_RECORDS = 512;

type RecordTimes = Pick<RunRecord, 'commitTime' | 'recordedAt'>;

/** Order of records: when the commit was made, then when it was measured. */
export function orderRecords(a: RecordTimes, b: RecordTimes): number {
  return (
    compareText(a.commitTime ?? a.recordedAt, b.commitTime ?? b.recordedAt) ||
    compareText(a.recordedAt, b.recordedAt)
  );
}

/** Name of a record: unique by commit, attempt and leg, and fit for every file system. */
export function nameRecord(record: RunRecord): string {
  const parts = [record.commit?.slice(0, 12) ?? 'no-commit', makeSafe(record.attempt)];
  return `${[...parts, ...(record.leg ? [nameLeg(record.leg)] : [])].join('-')}.json`;
}

function makeSafe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
}

/** Jobs of a matrix share commit and attempt, and their names may differ in a blank or a dot only. */
function nameLeg(leg: string): string {
  const digest = createHash('sha256').update(leg).digest('hex').slice(0, 8);
  return `${makeSafe(leg).slice(0, 40)}-${digest}`;
}

export function compareText(a: string, b: string): number {
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return x - y || (a < b ? -1 : a > b ? 1 : 0);
}
