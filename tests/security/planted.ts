import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Another user of this machine: `nobody`. */
export const STRANGER = 65534;

/** Why files cannot be planted here as another user, or false. Only root may give files away. */
export const CANNOT_PLANT = process.getuid!() !== 0 && 'only root can make files of another user';

/** A folder for what is planted. All may write there, as in /tmp. */
export function makeGround(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tailgate-test-planted-'));
  chmodSync(path, 0o1777);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes a folder as the other user, or as another owner. */
export function plantFolder(path: string, mode = 0o755, owner = STRANGER): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  chownSync(path, owner, owner);
}

/** Writes a file as the other user, or as another owner. The folder above it is made if there is none, by root. */
export function plantFile(path: string, text: string, { mode = 0o644, owner = STRANGER } = {}): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  chownSync(path, owner, owner);
}
