import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeWhole } from '../../processes/file.ts';
import { LARGEST_RECORD, type RunRecord, readRecord } from '../record.ts';
import { orderRecords } from '../selection.ts';
import { type Listing, NEWEST_RECORDS, nameRecord, type RecordStore } from '../store.ts';

/** Keeps records as files, one folder for each suite. */
export function openDirectory(path: string, suite: string): RecordStore {
  const folder = join(path, suite);
  return {
    append: async (...records) => records.map((record) => join(folder, writeRecord(folder, record))),
    list: async () => listRecords(folder),
  };
}

/** Lists the newest records of a folder, oldest first. */
export function listRecords(folder: string): Listing {
  const { named, unreadable } = readFolder(folder);
  return { records: named.slice(-NEWEST_RECORDS).map(({ record }) => record), unreadable };
}

/** Writes a record, whole or not at all. @returns its name */
export function writeRecord(folder: string, record: RunRecord): string {
  const name = nameRecord(record);
  try {
    writeWhole(join(folder, name), `${JSON.stringify(record)}\n`);
  } catch (cause) {
    throw new UserError({
      what: `The record could not be written: ${(cause as Error).message}`,
      where: join(folder, name),
      hint: 'Is the disk full? Else make the folder writable, or name another with --store. The run itself was complete.',
      exitCode: 3,
      cause,
    });
  }
  return name;
}

/** Reads the records of a folder, oldest first. One that is missing has none. */
export function readFolder(
  folder: string,
): Pick<Listing, 'unreadable'> & { named: { name: string; record: RunRecord }[] } {
  const named = [];
  const unreadable = [];
  for (const name of listNames(folder)) {
    try {
      named.push({ name, record: readRecord(readRegular(join(folder, name))) });
    } catch (error) {
      unreadable.push({ name, reason: (error as Error).message.split('\n')[0]! });
    }
  }
  return { named: named.sort((a, b) => orderRecords(a.record, b.record)), unreadable };
}

/** Reads a file of no more bytes than it says. A FIFO would be waited for; a device has no end, nor has a log of the kernel. */
function readRegular(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is no file');
  if (stats.size > LARGEST_RECORD)
    throw new Error(`it has ${stats.size} bytes, and a record has at most ${LARGEST_RECORD}`);
  const text = Buffer.alloc(stats.size);
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return text.subarray(0, stats.size > 0 ? readSync(file, text) : 0).toString();
  } finally {
    closeSync(file);
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const what = `The records cannot be listed: ${(error as Error).message}`;
    throw new UserError({ what, where: folder, exitCode: 3 });
  }
}
