import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfInterrupted, UserError } from '../../errors.ts';
import type { Credentials } from '../../revision/authorization.ts';
import { orderRecords } from '../order.ts';
import { assertSize, type RunRecord, readRecord } from '../record.ts';
import type { Listing, RecordStore } from '../store.ts';
import { type Entry, isOf, isRecord, nameEntry, pickNewest } from './entries.ts';
import { findRemote, type Remote } from './remote.ts';
import { type RecordRepository, withRepository } from './repository.ts';

export type GitStoreOptions = {
  suite: string;
  /** Absolute path of a folder in the repository's work tree; any folder when `url` is given. */
  directory: string;
  /** The repository's URL, where it is known without a checkout. Null: the URL of the checkout's remote. */
  url: string | null;
  credentials: Credentials | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Time (ms) in which a writer tries again while others are quicker. */
  patienceMs?: number;
};

/**
 * Most refused pushes in a row while the reference does not move. Then no other writer is the reason: the server
 * hides the reference from those who push, or takes no forced push. Once or twice another writer may hold its lock.
 */
const MOST_UNMOVED = 5;

/** Default of `patienceMs`: longer than the jobs of the largest matrix take to write one after the other. */
const PATIENCE_MS = 300_000;

/** The longest pause of a writer that lost, in tries. */
const LONGEST_PAUSE = 16;

/**
 * Keeps records in the repository itself: in one commit without parents at `refs/tailgate/<suite>`, made anew on each
 * write. A push is refused when the reference has moved since it was read. Then the commit is made again from the new
 * one. A kill at any time leaves the reference as it was, or with the record.
 *
 * Its methods throw UserError (exit code 3) for what the server or the machine refuses, Interrupted on abort.
 */
export function openGitStore(options: GitStoreOptions): RecordStore {
  const { suite, credentials, environment, signal } = options;
  const ref = `refs/tailgate/${suite}`;
  let found: Promise<Remote> | null = null;
  const use = async <T>(work: (repository: RecordRepository) => Promise<T>): Promise<T> => {
    // The remote is looked up once. A run does it before it starts anything of the repository.
    found ??= findRemote(options.directory, options.url, environment, signal);
    return withRepository({ remote: await found, ref, credentials, environment, signal }, work);
  };
  const rewrite = async (
    repository: RecordRepository,
    change: (entries: Entry[]) => Promise<readonly Entry[] | null>,
  ): Promise<void> => {
    const { patienceMs = PATIENCE_MS } = options;
    const start = performance.now();
    let last: string | null = null;
    let unmoved = 0;
    for (let lost = 1; ; lost++) {
      const began = performance.now();
      const tip = await repository.fetchTip();
      const entries = tip === null ? [] : await repository.listEntries(tip);
      const changed = await change(entries);
      if (changed === null) return;
      const overtaken = await repository.push(await repository.commit(changed), tip);
      if (overtaken === null) return;
      unmoved = tip === last ? unmoved + 1 : 0;
      last = tip;
      if (unmoved === MOST_UNMOVED) throw overtaken;
      const seconds = (performance.now() - start) / 1000;
      if (seconds > patienceMs / 1000) throw outrun(ref, lost, seconds);
      // Writers that lost come one after the other rather than all at once.
      const window = Math.min(2 ** lost, LONGEST_PAUSE) * Math.max(20, performance.now() - began);
      await sleep(Math.random() * window, undefined, { signal }).catch(() => throwIfInterrupted(signal));
    }
  };
  return {
    async append(record) {
      const name = nameEntry(record);
      await use(async (repository) => {
        const id = await repository.writeBlob(`${JSON.stringify(record)}\n`);
        const own: Entry = { mode: '100644', type: 'blob', id, name };
        await rewrite(repository, async (entries) => [
          ...entries.filter((entry) => !isOf(entry, record)),
          own,
        ]);
      });
      return `${ref}:${name}`;
    },
    async list({ newest = Number.POSITIVE_INFINITY } = {}) {
      return use(async (repository) => {
        const tip = await repository.fetchTip();
        if (tip === null) return { records: [], unreadable: [] };
        const entries = pickNewest(await repository.listEntries(tip), newest);
        const { kept, unreadable } = await readEntries(repository, entries, (record) => record);
        const records = kept.map(({ value }) => value);
        return { records: records.slice(Math.max(0, records.length - newest)), unreadable };
      });
    },
    async scan(known, visit) {
      return use(async (repository) => {
        const tip = await repository.fetchTip();
        const entries = tip === null ? [] : (await repository.listEntries(tip)).filter(isRecord);
        const fresh = entries.filter(({ id }) => !known.has(id));
        const { kept, unreadable } = await readEntries(repository, fresh, (record, { id }) => {
          visit(record, id);
          return timesOf(record);
        });
        const read = new Set(kept.map(({ entry }) => entry.id));
        const keys = entries.flatMap(({ id }) => (known.has(id) || read.has(id) ? [id] : []));
        return { keys: [...new Set(keys)], unreadable };
      });
    },
    async prune(keep) {
      let removed = 0;
      await use((repository) =>
        rewrite(repository, async (entries) => {
          const { kept } = await readEntries(repository, entries.filter(isRecord), timesOf);
          const old = new Set(kept.slice(0, Math.max(0, kept.length - keep)).map(({ entry }) => entry));
          removed = old.size;
          return old.size === 0 ? null : entries.filter((entry) => !old.has(entry));
        }),
      );
      return removed;
    },
  };
}

function timesOf({ commitTime, recordedAt }: RunRecord): Pick<RunRecord, 'commitTime' | 'recordedAt'> {
  return { commitTime, recordedAt };
}

function outrun(ref: string, lost: number, seconds: number): UserError {
  return new UserError({
    what: `The record could not be written: others were quicker ${lost} times in ${Math.round(seconds)} s.`,
    where: ref,
    hint: 'Are that many runs recorded at once? The run itself was complete; a re-run of the job records it.',
    exitCode: 3,
  });
}

type Read<T> = { kept: { entry: Entry; value: T }[]; unreadable: Listing['unreadable'] };

/**
 * Reads records, oldest first.
 *
 * @param keep picks the parts that are kept: memory does not hold 10,000 whole records
 */
async function readEntries<T extends Pick<RunRecord, 'commitTime' | 'recordedAt'>>(
  repository: RecordRepository,
  entries: readonly Entry[],
  keep: (record: RunRecord, entry: Entry) => T,
): Promise<Read<T>> {
  const read: Read<T> = { kept: [], unreadable: [] };
  // One object may have two names.
  const byId = new Map<string, Entry[]>();
  for (const entry of entries) byId.set(entry.id, [...(byId.get(entry.id) ?? []), entry]);
  for await (const { id, bytes, text } of repository.readBlobs([...byId.keys()])) {
    for (const entry of byId.get(id) ?? []) {
      let record: RunRecord;
      try {
        assertSize(bytes);
        record = readRecord(text);
      } catch (error) {
        const name = Buffer.from(entry.name, 'latin1').toString();
        read.unreadable.push({ name, reason: (error as Error).message.split('\n')[0]! });
        continue;
      }
      read.kept.push({ entry, value: keep(record, entry) });
    }
  }
  read.kept.sort((a, b) => orderRecords(a.value, b.value));
  return read;
}
