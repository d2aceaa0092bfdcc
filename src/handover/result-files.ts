import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flatten } from '../forge/foreign.ts';
import { RESULT_NAME } from './result-name.ts';
import { LARGEST_RESULT } from './result-size.ts';

/** File with the name of a result. `refusal`: why it must not be opened, in one line; null when it may be. */
export type FoundFile = { path: string; refusal: string | null };

/** Levels of folders that are read: those of actions/download-artifact (one per artifact), and one more. */
const LEVELS = 2;
const MOST_FILES = 256;
const MOST_BYTES = 256 * 1024 * 1024;

/** Lists regular files with the name of a result, sorted, and folders that cannot be read, in a line each. */
export function listResultFiles(folder: string): { files: FoundFile[]; unreadable: string[] } {
  const files: FoundFile[] = [];
  const unreadable: string[] = [];
  let opened = 0;
  let bytes = 0;
  const judge = (size: number): string | null => {
    bytes += size;
    if (size > LARGEST_RESULT) return `larger than ${LARGEST_RESULT} bytes`;
    if (opened >= MOST_FILES) return `more than ${MOST_FILES} results`;
    if (bytes > MOST_BYTES) return `more than ${MOST_BYTES} bytes in all results`;
    opened++;
    return null;
  };
  const visit = (directory: string, levels: number): void => {
    for (const entry of readFolder(directory, unreadable)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && levels > 0) visit(path, levels - 1);
      if (!entry.isFile() || !RESULT_NAME.test(entry.name)) continue;
      files.push({ path, refusal: judge(lstatSync(path).size) });
    }
  };
  visit(folder, LEVELS);
  return { files, unreadable };
}

/** Reads a folder, sorted by name; a missing folder has no results and is reported as unreadable. */
function readFolder(directory: string, unreadable: string[]): Dirent[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    unreadable.push(`no results can be read: ${flatten((error as Error).message, 300)}`);
    return [];
  }
}
