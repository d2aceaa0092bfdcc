import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeWhole } from '../../processes/file.ts';
import { assertSize } from '../record.ts';
import { addRecord, finishListing, type Listing, nameRecord, type RecordStore } from '../store.ts';

/** Keeps records as files, one folder for each suite. Every write is whole or not done at all. */
export function openDirectory(path: string, suite: string): RecordStore {
  const folder = join(path, suite);
  return {
    async append(...records) {
      return records.map((record) => {
        const file = join(folder, nameRecord(record));
        try {
          writeWhole(file, `${JSON.stringify(record)}\n`);
        } catch (cause) {
          throw new UserError({
            what: `The record could not be written: ${(cause as Error).message}`,
            where: file,
            hint: 'Free some space or make the folder writable, or name another with --store. The run itself was complete.',
            exitCode: 3,
            cause,
          });
        }
        return file;
      });
    },
    async list() {
      const listing: Listing = { records: [], unreadable: [] };
      for (const name of listNames(folder)) addRecord(listing, name, () => readRegular(join(folder, name)));
      return finishListing(listing);
    },
  };
}

/** Reads a file of no more bytes than it says. A FIFO would be waited for; a device has no end, nor has a log of the kernel. */
function readRegular(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is no file');
  assertSize(stats.size);
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
