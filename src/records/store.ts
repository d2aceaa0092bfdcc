import { createHash } from 'node:crypto';
import type { RunRecord } from './record.ts';

/** Place where the records of one suite are kept. */
export type RecordStore = {
  /**
   * Adds records, each in place of the one of the same commit, attempt and job.
   *
   * @returns where each is now
   */
  append(...records: RunRecord[]): Promise<string[]>;
  /**
   * Lists the newest records, `NEWEST_RECORDS` at most, by commit time, oldest first. Those that cannot be read are
   * left out: `note` receives a line for each.
   */
  list(note: (text: string) => void): Promise<RunRecord[]>;
};

/** Number of newest records that are read: enough for a few kinds of machine or jobs of a matrix. */
export const NEWEST_RECORDS = 512;

/** Names a record. The name is unique by commit, attempt, job and shard, and fit for every file system. */
export function nameRecord({ commit, attempt, job, shard }: RunRecord): string {
  const parts = [commit?.slice(0, 12) ?? 'no-commit', attempt.replace(/[^\w-]/g, '-').slice(0, 64)];
  const place = JSON.stringify([job, shard]);
  if (job || shard) parts.push(createHash('sha256').update(place).digest('hex').slice(0, 12));
  return `${parts.join('-')}.json`;
}
