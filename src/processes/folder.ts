import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

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
