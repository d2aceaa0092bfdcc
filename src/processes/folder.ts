import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownUser } from './ownership.ts';

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
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act();
    } catch {
      return null; // The parent is not to be listed, another run was quicker, or something is another user's.
    }
  };
  for (const name of attempt(() => readdirSync(parent)) ?? []) {
    const path = join(parent, name);
    const stats = name.startsWith(prefix) && attempt(() => lstatSync(path));
    // The owner of a folder can lead whoever removes it elsewhere, by a link, while it is removed.
    if (stats && stats.uid === ownUser() && Date.now() - stats.mtimeMs > STALE_MS)
      attempt(() => removeFolder(path));
  }
}
