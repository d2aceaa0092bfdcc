import type { RunRecord } from './record.ts';

/** Where the records of one suite are kept (DESIGN 6). */
export type Store = {
  /** Adds a record, or replaces the one of the same commit and attempt. @returns where it is now */
  append(record: RunRecord): Promise<string>;
  /** Records by commit time, oldest first; those that cannot be read are named, skipped and kept. */
  list(): Promise<{ records: RunRecord[]; unreadable: { name: string; reason: string }[] }>;
  /** Removes all but the newest `keep` records. @returns how many were removed */
  prune(keep: number): Promise<number>;
};

/** Order of records: when the commit was made, then when it was measured. */
export function compareRecords(a: RunRecord, b: RunRecord): number {
  return (
    compareText(a.commitTime ?? a.recordedAt, b.commitTime ?? b.recordedAt) ||
    compareText(a.recordedAt, b.recordedAt)
  );
}

/** Name of a record: unique by commit and attempt, and fit for every file system. */
export function nameRecord(record: RunRecord): string {
  const safe = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
  return `${record.commit?.slice(0, 12) ?? 'no-commit'}-${safe(record.attempt)}.json`;
}

function compareText(a: string, b: string): number {
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return x - y || (a < b ? -1 : a > b ? 1 : 0);
}
