import { createHash } from 'node:crypto';
import { orderRecords } from './order.ts';
import { type RunRecord, readRecord } from './record.ts';

/** Records by commit time, oldest first. Those that cannot be read are named and left out. */
export type Listing = { records: RunRecord[]; unreadable: { name: string; reason: string }[] };

/** Place where the records of one suite are kept. */
export type RecordStore = {
  /**
   * Adds records, each in place of the one of the same commit, attempt and job.
   *
   * @returns where each is now
   */
  append(...records: RunRecord[]): Promise<string[]>;
  /** Lists the newest records, `NEWEST_RECORDS` at most. */
  list(): Promise<Listing>;
};

/** Number of newest records that are read: enough for a few kinds of machine or jobs of a matrix. */
export const NEWEST_RECORDS = 512;

/** Adds what is stored to a listing: a record, or why it cannot be read. */
export function addRecord(listing: Listing, name: string, read: () => string): void {
  try {
    listing.records.push(readRecord(read()));
  } catch (error) {
    listing.unreadable.push({ name, reason: (error as Error).message.split('\n')[0]! });
  }
}

export function finishListing({ records, unreadable }: Listing): Listing {
  return { records: records.sort(orderRecords).slice(-NEWEST_RECORDS), unreadable };
}

/** Names a record. The name is unique by commit, attempt, job and shard, and fit for every file system. */
export function nameRecord({ commit, attempt, job, shard }: RunRecord): string {
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
