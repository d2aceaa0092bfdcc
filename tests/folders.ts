/** Temporary folders that last as long as the file of tests that makes them, though its worker lasts longer. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { removeFolder } from '../src/processes/folder.ts';

const folders: string[] = [];

export let folder: string;

/** Gives each test of the file a folder of its own. */
export function useFolder(): void {
  beforeEach(() => {
    folder = makeFolder('tailgate-test');
  });
}

/** @param name that the folder's begins with */
export function makeFolder(name: string): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  folders.push(made);
  return made;
}

export function removeFolders(): void {
  for (const made of folders.splice(0)) removeFolder(made);
}
