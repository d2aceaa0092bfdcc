import { spawnSync } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownUser } from './ownership.ts';
import { listFolder } from './procfs.ts';

/**
 * Removes a folder with its contents, read-only folders too (Go's module cache has them). Follows no links.
 *
 * @throws the refusal, once all else has gone: root in a container may have made folders
 */
export function removeFolder(path: string): void {
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    spawnSync('chmod', ['-R', 'u+rwX', path], { stdio: 'ignore' });
    // Unlike Node it goes on after a refusal.
    spawnSync('rm', ['-rf', path], { stdio: 'ignore' });
    remove();
  }
}

/** Nothing that is made in such a folder takes as long. Younger ones may be at work, in another container too. */
const STALE_MS = 24 * 3_600_000;

/** Removes the folders in `parent` whose names begin with `prefix` and that killed runs of this user have left. */
export function removeStale(parent: string, prefix: string): void {
  for (const name of listFolder(parent).filter((each) => each.startsWith(prefix))) {
    const path = join(parent, name);
    try {
      const { uid, mtimeMs } = lstatSync(path);
      // The owner of a folder can lead whoever removes it elsewhere, by a link, while it is removed.
      if (uid === ownUser() && Date.now() - mtimeMs > STALE_MS) removeFolder(path);
    } catch {
      // Another run was quicker, or something in it is another user's.
    }
  }
}
