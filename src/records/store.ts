import { createHash } from 'node:crypto';
import type { RunRecord } from './record.ts';

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

/** Names a record. The name is unique by commit, attempt, job and shard, and fit for every file system. */
export function nameRecord({ commit, attempt, job, shard }: RunRecord): string {
  const parts = [commit?.slice(0, 12) ?? 'no-commit', makeSafe(attempt)];
  // Names of a matrix's jobs may differ only in a blank or a dot, which are replaced.
  const digest = createHash('sha256').update(`${job}`).digest('hex').slice(0, 8);
  const own = [
    ...(job ? [`${makeSafe(job).slice(0, 40)}-${digest}`] : []),
    ...(shard ? [`${shard.index}-of-${shard.total}`] : []),
  ];
  return `${[...parts, ...own].join('-')}.json`;
}

function makeSafe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 64);
}
