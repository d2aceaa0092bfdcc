import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../processes/folder.ts';

export const STORE_PREFIX = 'tailgate-store-';

/** Age of a stale folder: no operation takes so long. Younger ones may be in use, also by a container. */
const STALE_MS = 24 * 3_600_000;

/** Removes the folders that killed runs have left in `parent`. */
export function removeStale(parent: string): void {
  try {
    for (const name of readdirSync(parent).filter((one) => one.startsWith(STORE_PREFIX))) {
      const path = join(parent, name);
      if (Date.now() - statSync(path).mtimeMs > STALE_MS) removeFolder(path);
    }
  } catch {
    // Another run was quicker, or the folder belongs to another user.
  }
}
