import { spawnSync } from 'node:child_process';
import { accessSync, constants, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UserError } from '../errors.ts';

/**
 * Removes a folder with its contents, including read-only folders (Go's module cache has them). Follows no links.
 *
 * @throws the first error, after removing everything else: root in a container may have created folders
 */
export function removeFolder(path: string): void {
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    spawnSync('chmod', ['-R', 'u+rwX', path], { stdio: 'ignore' });
    // Unlike Node's, this continues after an error.
    spawnSync('rm', ['-rf', path], { stdio: 'ignore' });
    remove();
  }
}

/**
 * Finds the folder for Tailgate's own files in the user's caches. Null for a user without a home, such as one in a
 * container. The XDG base directory specification says to ignore a relative `XDG_CACHE_HOME`.
 *
 * @param usual path of the caches in the home
 */
export function findCacheFolder(environment: NodeJS.ProcessEnv, usual: string): string | null {
  const named = environment.XDG_CACHE_HOME ?? '';
  if (isAbsolute(named)) return join(named, 'tailgate');
  try {
    const home = environment.HOME || homedir();
    return isAbsolute(home) ? join(home, usual, 'tailgate') : null;
  } catch {
    return null;
  }
}

/**
 * Creates a folder that only this user can read and write, with its parents, or uses the existing one.
 *
 * @throws UserError if it cannot be created or written, or if others may have put files there
 */
export function makePrivateFolder(path: string, advice: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(assertPrivate(path, advice), constants.W_OK | constants.X_OK);
    return path;
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const what = `This folder cannot be created or written: ${(cause as Error).message}`;
    throw new UserError({ what, where: path, hint: advice, cause });
  }
}

/** Returns an existing folder. @throws UserError if others may have put files there */
export function assertPrivate(path: string, advice: string): string {
  const user = process.getuid?.();
  const stats = lstatSync(path);
  if (stats.isDirectory() && stats.uid === user && (stats.mode & 0o077) === 0) return path;
  throw new UserError({
    what: `Tailgate takes this folder only if it is yours alone (no link, owner ${user}, mode 0700).`,
    where: path,
    hint: `It may hold files that Tailgate did not create. Look at it, then remove it: Tailgate creates it again. ${advice}`,
  });
}
