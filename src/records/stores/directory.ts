import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { writeWhole } from '../../processes/file.ts';
import { orderRecords } from '../order.ts';
import { assertSize, type RunRecord, readRecord } from '../record.ts';
import { type Listing, nameRecord, type RecordStore } from '../store.ts';

/** Keeps records as files, one folder for each suite. Every write is whole or not done at all. */
export function openDirectory(path: string, suite: string): RecordStore {
  const folder = join(path, suite);
  return {
    async append(record) {
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
    },
    async list({ newest = Number.POSITIVE_INFINITY } = {}) {
      const records: Listing['records'] = [];
      const { unreadable } = await this.scan(new Set(), (record) => records.push(record));
      records.sort(orderRecords);
      return { records: records.slice(Math.max(0, records.length - newest)), unreadable };
    },
    async scan(known, visit) {
      const keys: string[] = [];
      const unreadable: Listing['unreadable'] = [];
      for (const name of await listNames(folder)) {
        const path = join(folder, name);
        let record: RunRecord;
        let key: string;
        try {
          const { mtimeMs, size } = await stat(path);
          key = `${name} ${mtimeMs} ${size}`;
          if (known.has(key)) {
            keys.push(key);
            continue;
          }
          record = readRecord(await readRegular(path));
        } catch (error) {
          unreadable.push({ name, reason: (error as Error).message.split('\n')[0]! });
          continue;
        }
        keys.push(key);
        visit(record, key);
      }
      return { keys, unreadable };
    },
    async prune(keep) {
      const { records } = await this.list();
      const old = records.slice(0, Math.max(0, records.length - keep));
      await Promise.all(old.map((record) => rm(join(folder, nameRecord(record)), { force: true })));
      return old.length;
    },
  };
}

/** Reads a file of no more bytes than it says. A FIFO would be waited for; a device has no end, nor has a log of the kernel. */
async function readRegular(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new Error('it is no file');
  assertSize(stats.size);
  const text = Buffer.alloc(stats.size);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (stats.size > 0) await file.read(text);
    return text.toString();
  } finally {
    await file.close();
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UserError({
      what: `The records cannot be listed: ${(error as Error).message}`,
      where: folder,
      exitCode: 3,
    });
  }
}
