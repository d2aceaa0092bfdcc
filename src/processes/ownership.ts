import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { UserError } from '../errors.ts';

/**
 * Makes a folder that only this user can read and write, with its parents, or takes the one that is there.
 *
 * @throws UserError where it cannot be made or written, and where others may have put files there
 */
export function makePrivateFolder(path: string, advice: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    assertPrivateFolder(path, advice);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const what = `This folder cannot be made or written: ${(cause as Error).message}`;
    throw new UserError({ what, where: path, hint: advice, cause });
  }
}

/** Tells whether a folder is there. @throws UserError when it is not this user's alone */
export function hasPrivateFolder(path: string, advice: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  assertPrivateFolder(path, advice);
  return true;
}

function assertPrivateFolder(path: string, advice: string): void {
  const user = process.getuid?.();
  const stats = lstatSync(path);
  if (stats.isDirectory() && stats.uid === user && (stats.mode & 0o077) === 0) return;
  throw new UserError({
    what: `Tailgate takes this folder only if it is yours alone (no link, owner ${user}, mode 0700).`,
    where: path,
    hint: `Others may have put files there. Look at it, then remove it: Tailgate makes it anew. ${advice}`,
  });
}
