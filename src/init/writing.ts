import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../errors.ts';

export type NewFile = { path: string; text: string };

/**
 * What stands at a path: nothing, the same text, or something else.
 *
 * @throws UserError when it is a folder, a link or anything else that is not to be replaced by a file
 */
export function examineTarget({ path, text }: NewFile): 'free' | 'same' | 'taken' {
  for (const each of listAbove(path)) {
    const above = stat(each);
    if (above !== null && !above.isDirectory()) {
      throw new UserError({
        what: 'A folder is needed here, and something else is in its place.',
        where: each,
      });
    }
  }
  const stats = stat(path);
  if (stats === null) return 'free';
  if (!stats.isFile()) {
    throw new UserError({
      what: `${stats.isDirectory() ? 'A folder' : 'A link or special file'} is in the place of a file to write.`,
      where: path,
      hint: 'Move it away first.',
    });
  }
  return readFileSync(path, 'utf8') === text ? 'same' : 'taken';
}

/**
 * Writes all files or none: the texts are put beside their places first, and then renamed one after the other.
 *
 * @throws UserError when one cannot be written; what was there before is there again
 */
export function writeAll(files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  const drafts: string[] = [];
  try {
    for (const { path, text } of files) {
      makeFolders(dirname(path), undo);
      const draft = `${path}.${process.pid}.new`;
      writeFileSync(draft, text, { flag: 'wx' });
      drafts.push(draft);
    }
    for (const [index, { path }] of files.entries()) {
      const before = stat(path) === null ? null : readFileSync(path);
      renameSync(drafts[index]!, path);
      undo.push(() => (before === null ? rmSync(path, { force: true }) : writeFileSync(path, before)));
    }
  } catch (cause) {
    for (const draft of drafts) rmSync(draft, { force: true });
    for (const step of undo.reverse()) step();
    throw new UserError({
      what: `The files could not be written: ${(cause as Error).message}`,
      hint: 'Nothing was changed.',
      cause,
    });
  }
}

function makeFolders(folder: string, undo: (() => void)[]): void {
  const missing = [folder, ...listAbove(folder)].filter((each) => stat(each) === null).reverse();
  for (const each of missing) {
    mkdirSync(each);
    undo.push(() => rmdirSync(each));
  }
}

/** The folders above a path, the nearest first. */
function listAbove(path: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
  return above;
}

function stat(path: string) {
  try {
    // Folders on the way may well be links, the file itself may not.
    return lstatSync(path).isSymbolicLink() && isFolder(path) ? lstatSync(join(path, '.')) : lstatSync(path);
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(join(path, '.')).isDirectory();
  } catch {
    return false;
  }
}

export function showFile(path: string, cwd: string): string {
  return relative(cwd, path) || path;
}
