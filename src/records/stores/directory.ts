import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeWhole } from '../../processes/file.ts';
import { LARGEST_RECORD, type RunRecord, readRecord } from '../record.ts';
import { orderRecords } from '../selection.ts';
import { NEWEST_RECORDS, nameRecord, type RecordStore } from '../store.ts';

/** Keeps records as files, one folder for each suite. */
export function openDirectory(path: string, suite: string): RecordStore {
  const folder = join(path, suite);
  return {
    append: async (...records) => records.map((record) => join(folder, writeRecord(folder, record))),
    list: async (note) => listNewest(folder, note),
  };
}

/** Lists the newest records of a folder, oldest first. */
export function listNewest(folder: string, note: (text: string) => void): RunRecord[] {
  return readFolder(folder, note)
    .slice(-NEWEST_RECORDS)
    .map(({ record }) => record);
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
  note: (text: string) => void,
): { name: string; record: RunRecord }[] {
  const read = listNames(folder).flatMap((name) => {
    try {
      return [{ name, record: readRecord(readRegular(join(folder, name))) }];
    } catch (error) {
      note(`record ${name} is left out: ${(error as Error).message.split('\n')[0]}`);
      return [];
    }
  });
  return read.sort((a, b) => orderRecords(a.record, b.record));
}

/** Reads a file. A FIFO would be waited for, a device has no end, and what has no size, such as the kernel's log, neither. */
function readRegular(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is no file');
  if (stats.size > LARGEST_RECORD) throw new Error(`it has more than ${LARGEST_RECORD} bytes`);
  return stats.size > 0 ? readFileSync(path, 'utf8') : '';
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
