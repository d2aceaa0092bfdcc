import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { UserError } from '../errors.ts';
import { makeFolder } from './file.ts';

/** Who may have written what Tailgate reads back or runs. */
type Demand = {
  kind: 'file' | 'folder';
  /** Users that it may belong to. */
  owners: readonly number[];
  /** Bits of the mode that it must not have. */
  without: number;
};

const ROOT = 0;
const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;
const STICKY = 0o1000;

/** The user that this process runs as. Windows, which has none, is no supported platform. */
export function ownUser(): number {
  return process.getuid?.() ?? ROOT;
}

/** Explains why a file may hold what another user wrote. Null when it is this user's or root's alone, or not there. */
export function explainForeignFile(path: string): string | null {
  return explain(path, { kind: 'file', owners: [ownUser(), ROOT], without: WRITABLE_BY_OTHERS });
}

/** Explains why another user may put things into a folder. Null when it is this user's or root's alone, or not there. */
export function explainForeignFolder(path: string): string | null {
  return explain(path, { kind: 'folder', owners: [ownUser(), ROOT], without: WRITABLE_BY_OTHERS });
}

/**
 * Explains why nothing is to be kept below a folder that others made: it belongs to another user, and all may write
 * there. The tool cache of a hosted runner is open to all as well, but it is the runner's own. Null when it may be
 * used.
 */
export function explainForeignParent(path: string): string | null {
  const { uid, mode } = statSync(path);
  const isOpen = (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
  return isOpen && uid !== ownUser() && uid !== ROOT ? describeOwner({ uid, mode }) : null;
}

/**
 * Makes a folder that only this user can read and write, with its parents, or takes the one that is there.
 *
 * @throws UserError where it cannot be made or written, and where others may have put files there
 */
export function makePrivateFolder(path: string, advice: string): void {
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (cause) {
      const what = `This folder cannot be made or written: ${(cause as Error).message}`;
      throw new UserError({ what, where: path, hint: advice, cause });
    }
  };
  attempt(() => makeFolder(path, 0o700));
  assertPrivateFolder(path, advice);
  attempt(() => accessSync(path, constants.W_OK | constants.X_OK));
}

/** Tells whether a folder is there. @throws UserError when it is not this user's alone */
export function hasPrivateFolder(path: string, advice: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  assertPrivateFolder(path, advice);
  return true;
}

function assertPrivateFolder(path: string, advice: string): void {
  const reason = explain(path, { kind: 'folder', owners: [ownUser()], without: OPEN_TO_OTHERS });
  if (reason === null) return;
  throw new UserError({
    what: `Tailgate takes this folder only if it is yours alone (no link, owner ${ownUser()}, mode 0700): ${reason}.`,
    where: path,
    hint: `Others may have put files there. Look at it, then remove it: Tailgate makes it anew. ${advice}`,
  });
}

/** Reads a file of this user's own. What is read is what was looked at, also where the name changes its file meanwhile. */
export function readOwnFile(path: string): string {
  // A pipe would be waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    const reason = compare(stats, { kind: 'file', owners: [ownUser()], without: WRITABLE_BY_OTHERS });
    if (reason !== null) throw new Error(reason);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function explain(path: string, demand: Demand): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : compare(stats, demand);
}

function compare(stats: Stats, { kind, owners, without }: Demand): string | null {
  if (stats.isSymbolicLink()) return 'it is a link';
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) return `it is no ${kind}`;
  const isOurs = owners.includes(stats.uid) && (stats.mode & without) === 0;
  return isOurs ? null : describeOwner(stats);
}

function describeOwner({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): string {
  return `it belongs to user ${uid} and has mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`;
}
