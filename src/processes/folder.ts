import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { ownUser } from './ownership.ts';

/**
 * Removes a folder with its contents, read-only folders too (Go's module cache has them). Follows no links.
 *
 * @throws the first refusal, once all else has gone: root in a container may have made folders
 */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    removeEach(path);
  }
}

function removeEach(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(path, { force: true });
    return;
  }
  let refusal: unknown;
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      refusal ??= error;
    }
  };
  attempt(() => chmodSync(path, 0o700));
  attempt(() => {
    for (const name of readdirSync(path)) attempt(() => removeEach(join(path, name)));
  });
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw refusal ?? error;
  }
}

/** Nothing that is made in such a folder takes as long. Younger ones may be at work, in another container too. */
const STALE_MS = 24 * 3_600_000;

/** Removes the folders in `parent` whose names begin with `prefix` and that killed runs of this user have left. */
export function removeStale(parent: string, prefix: string): void {
  const names: string[] = [];
  try {
    names.push(...readdirSync(parent).filter((one) => one.startsWith(prefix)));
  } catch {
    // It may be written, and not be listed.
  }
  for (const name of names) {
    try {
      const path = join(parent, name);
      const { uid, mtimeMs } = lstatSync(path);
      // The owner of a folder can lead whoever removes it elsewhere, by a link, while it is removed.
      if (uid === ownUser() && Date.now() - mtimeMs > STALE_MS) removeFolder(path);
    } catch {
      // Another run was quicker, or something in it is another user's.
    }
  }
}

/**
 * Copies a file or folder into a folder that exists, with modes, times and links as they are. `cp` of GNU shares
 * its blocks where the file system can.
 *
 * @returns null, or why it failed; then part of it may have been copied
 */
export async function copyInto(folder: string, path: string, signal: AbortSignal): Promise<string | null> {
  const result = await execa('cp', ['-a', '--', path, `${folder}/`], {
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
  });
  // A command that is cancelled before it starts may still be done sooner than it is ended.
  if (signal.aborted) return 'it was interrupted';
  return result.exitCode === 0 ? null : (result.stderr.trim().split('\n').at(-1) ?? 'cp failed');
}
