/** Temporary folders that last as long as the file of tests that makes them, though its worker lasts longer. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../src/processes/folder.ts';

const folders: string[] = [];

/** @param name that the folder's begins with */
export function makeFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) removeFolder(folder);
}
