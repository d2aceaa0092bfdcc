import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyEntries, removeFolder } from '../processes/folder.ts';
import { takeLock } from '../processes/lock.ts';
import { silent } from '../progress.ts';
import type { Reused } from './reuse.ts';

/**
 * Built trees kept from run to run. What is built may hold absolute paths (virtual environments, native modules,
 * debug information), so that a tree is good only where it was built: with a cache, arms live in `home`, which is
 * the same in every run, and not in the run's private workspace. One run at a time owns it. Machines measure one run
 * at a time anyway, but containers that share a home folder do not know of each other.
 */
export type TreeCache = {
  /** Root for `layOutTrees`; empty at first. */
  home: string;
  /** Keeps a tree that has just been built, before it is started. @returns whether it could be kept */
  keep(key: string, top: string): Promise<boolean>;
  /** Replaces all of a tree but its `.git` by what was kept; on `false` the tree is as it was. */
  restore(key: string, top: string): Promise<boolean>;
  /** Removes the arms and lets the next run have the cache. */
  close(): void;
};

/** The bases and heads of the last two runs. */
const ENTRIES = 4;

/** A run that ends while this one starts gives the cache away within this time (ms). */
const PATIENCE_MS = 500;

/**
 * Opens the cache in `folder`, and removes what a killed run has left in it.
 *
 * @returns null when another run has it, or the folder cannot be written: then arms live in the run's workspace
 */
export async function openTreeCache(folder: string, signal: AbortSignal): Promise<TreeCache | null> {
  const home = join(folder, 'arms');
  const entries = join(folder, 'entries');
  const giveAway = await claim(folder);
  if (giveAway === null) return null;
  try {
    removeFolder(home);
    for (const path of [home, entries]) mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(entries)) if (!isKey(name)) removeFolder(join(entries, name));
  } catch {
    giveAway();
    return null;
  }
  return {
    home,
    keep: (key, top) => keep(entries, key, top, signal),
    restore: (key, top) => restore(entries, key, top, signal),
    close() {
      try {
        removeFolder(home);
      } finally {
        giveAway();
      }
    },
  };
}

/** Removes the arms of a run that was killed, unless another one is at work there. The entries stay. */
export async function reapTreeCache(folder: string): Promise<void> {
  if (!statSync(join(folder, 'arms'), { throwIfNoEntry: false })) return;
  (await openTreeCache(folder, new AbortController().signal))?.close();
}

/** What a built tree depends on, as far as it can be known. */
export type BuildInputs = {
  /** Tree hash of the revision. */
  tree: string;
  /** Absolute path of the work tree. */
  top: string;
  /** Folder of the configuration below it. */
  prefix: string;
  /** `build` of every service, in order. */
  builds: string[];
  reused: Reused[];
  /** Versions and variables that matter: of Node.js, the architecture, PATH … */
  surroundings: Record<string, string>;
};

/** Hex SHA-256. */
export function keyOf({ tree, top, prefix, builds, reused, surroundings }: BuildInputs): string {
  const sorted = Object.entries(surroundings).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([
    1,
    tree,
    top,
    prefix,
    builds,
    reused.map((one) => [one.path, one.digest]),
    sorted,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** A socket in the folder, which the kernel frees however its owner ends, and which other containers see too. */
async function claim(folder: string): Promise<(() => void) | null> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await takeLock(silent, AbortSignal.timeout(PATIENCE_MS), join(folder, 'owner'));
  } catch {
    return null;
  }
}

async function keep(entries: string, key: string, top: string, signal: AbortSignal): Promise<boolean> {
  const partial = join(entries, `.partial-${randomUUID()}`);
  const entry = join(entries, key);
  if (!isKey(key)) return false;
  try {
    if (statSync(entry, { throwIfNoEntry: false })) return true;
    mkdirSync(partial);
    if ((await copyEntries(top, listContents(top), partial, signal)) !== null) return false;
    // An entry has its final name only once it is complete.
    renameSync(partial, entry);
    touch(entry);
    dropOldest(entries);
    return true;
  } catch {
    return false;
  } finally {
    removeFolder(partial);
  }
}

async function restore(entries: string, key: string, top: string, signal: AbortSignal): Promise<boolean> {
  const entry = join(entries, key);
  if (!isKey(key) || !statSync(entry, { throwIfNoEntry: false })) return false;
  const fresh = join(dirname(top), `.fresh-${basename(top)}`);
  const stale = join(dirname(top), `.stale-${basename(top)}`);
  try {
    removeFolder(fresh);
    removeFolder(stale);
    mkdirSync(fresh);
    if ((await copyEntries(entry, listContents(entry), fresh, signal)) !== null) return false;
    renameSync(join(top, '.git'), join(fresh, '.git'));
    renameSync(top, stale);
    renameSync(fresh, top);
    touch(entry);
    return true;
  } finally {
    removeFolder(fresh);
    removeFolder(stale);
  }
}

function dropOldest(entries: string): void {
  const aged = readdirSync(entries)
    .filter(isKey)
    .map((name) => ({ name, time: statSync(join(entries, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of aged.slice(ENTRIES)) removeFolder(join(entries, name));
}

function touch(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/** Each arm has a repository of its own in every run. */
function listContents(top: string): string[] {
  return readdirSync(top).filter((name) => name !== '.git');
}

function isKey(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
