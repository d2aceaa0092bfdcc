import { createHash } from 'node:crypto';
import type { RunRecord } from './record.ts';

/** Records by commit time, oldest first. Those that cannot be read are named and left out. */
export type Listing = { records: RunRecord[]; unreadable: { name: string; reason: string }[] };

/** Place where the records of one suite are kept. */
export type RecordStore = {
  /** Adds a record, or replaces the one of the same commit, attempt and job. @returns where it is now */
  append(record: RunRecord): Promise<string>;
  /** Lists records. @param options `newest`: only so many, the newest; absent: all */
  list(options?: { newest?: number }): Promise<Listing>;
  /**
   * Reads all records that are not known yet, one after the other in no certain order: memory need not hold them all.
   *
   * @param known keys that an earlier call gave; the same key always stands for the same contents
   * @returns keys of all records that are there and can be read
   */
  scan(
    known: ReadonlySet<string>,
    visit: (record: RunRecord, key: string) => void,
  ): Promise<{ keys: string[]; unreadable: Listing['unreadable'] }>;
  /** Removes all but the newest `keep` records. Those that cannot be read are kept. @returns how many were removed */
  prune(keep: number): Promise<number>;
};

/** Number of newest records that are read: enough for a few kinds of machine or jobs of a matrix. */
export const NEWEST_RECORDS = 512;

/** Names a record. The name is unique by commit, attempt, job and shard, and fit for every file system. */
export function nameRecord(record: RunRecord): string {
  const { commit, attempt, job, shard } = record;
  const parts = [commit?.slice(0, 12) ?? 'no-commit', makeSafe(attempt)];
  const own = [...(job ? [nameJob(job)] : []), ...(shard ? [`${shard.index}-of-${shard.total}`] : [])];
  return `${[...parts, ...own].join('-')}.json`;
}

function makeSafe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
}

/** Names a job with a digest: names of a matrix's jobs may differ only in a blank or a dot, which are replaced. */
function nameJob(job: string): string {
  const digest = createHash('sha256').update(job).digest('hex').slice(0, 8);
  return `${makeSafe(job).slice(0, 40)}-${digest}`;
}
