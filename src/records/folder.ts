import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST } from '../json-values.ts';
import { writeWhole } from '../processes/file.ts';
import { type RunRecord, readRecord, renderDocument } from './record.ts';
import { orderRecords } from './selection.ts';

/** Where the records of one suite are kept. */
export type RecordStore = {
  /** Adds records, each replacing the one with the same commit, attempt and job. @returns where each is now */
  append(...records: RunRecord[]): Promise<string[]>;
  /**
   * Lists the newest records, at most `NEWEST_RECORDS`, by commit time, oldest first. Unreadable ones are
   * left out: `note` receives one line about them.
   */
  list(note: (text: string) => void): Promise<RunRecord[]>;
};

/** Number of newest records that are read. */
export const NEWEST_RECORDS = 512;

/** Keeps records as files in a folder. */
export function openFolderStore(folder: string): RecordStore {
  return {
    append: async (...records) => records.map((record) => join(folder, writeRecord(folder, record))),
    list: async (note) => readNewest(folder, note).newest.map(({ record }) => record),
  };
}

/** Names a record, uniquely by commit, attempt, job and shard. */
export function nameRecord({ commit, attempt, job, shard }: RunRecord): string {
  const place = createHash('sha256')
    .update(JSON.stringify([attempt, job, shard]))
    .digest('hex');
  return `${commit?.slice(0, 12) ?? 'no-commit'}-${place.slice(0, 16)}.json`;
}

/** Writes a record, completely or not at all. @returns its name @throws Error if it is too large for anyone to read */
export function writeRecord(folder: string, record: RunRecord): string {
  const [name, text] = [nameRecord(record), renderDocument(record)];
  readRecord(text);
  writeWhole(join(folder, name), `${text}\n`);
  return name;
}

/** Reads the records of a folder, oldest first. `older`: beyond `NEWEST_RECORDS`; unreadable ones go first. */
export function readNewest(folder: string, note: (text: string) => void) {
  const unread: { name: string; reason?: string }[] = [];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const all = names.flatMap((name) => {
    try {
      return [{ name, record: readRecord(readRegular(join(folder, name))) }];
    } catch (error) {
      unread.push({ name, reason: (error as Error).message.split('\n')[0] });
      return [];
    }
  });
  const [one] = unread;
  if (one) note(`records left out: ${unread.length}, such as ${one.name}: ${one.reason}`);
  all.sort((a, b) => orderRecords(a.record, b.record));
  return { older: [...unread, ...all].slice(0, -NEWEST_RECORDS), newest: all.slice(-NEWEST_RECORDS) };
}

/** Reads a document from a file. Reading a FIFO would block, and a device has no end. @throws Error */
export function readRegular(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  if (stats.size > LARGEST.record) throw new Error(`larger than ${LARGEST.record} bytes`);
  return readFileSync(path, 'utf8');
}
