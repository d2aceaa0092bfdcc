import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../errors.ts';
import { attempt } from './files/source.ts';

export type NewFile = { path: string; text: string };

/**
 * Tells if a path is free, has the same text already, or is taken by another file.
 *
 * @throws UserError when a folder, a link or a special file is in the way
 */
export function examineTarget({ path, text }: NewFile): 'free' | 'same' | 'taken' {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    // Folders on the way may be links. The file itself may not.
    if (attempt(() => statSync(folder))?.isDirectory() === false) {
      throw new UserError({
        what: 'A folder is needed here, and something else is in its place.',
        where: folder,
      });
    }
  }
  const stats = attempt(() => lstatSync(path));
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
 * Writes all files or none. Each text is first written beside its place, and then all are renamed.
 *
 * @throws UserError when a file cannot be written; the files are then as they were before
 */
export function writeAll(files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  const draft = (path: string) => `${path}.${process.pid}.new`;
  try {
    for (const { path, text } of files) {
      const made = mkdirSync(dirname(path), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
      writeFileSync(draft(path), text, { flag: 'wx' });
      undo.push(() => rmSync(draft(path), { force: true }));
    }
    for (const { path } of files) {
      const before = existsSync(path) ? readFileSync(path) : null;
      renameSync(draft(path), path);
      undo.push(() => (before === null ? rmSync(path, { force: true }) : writeFileSync(path, before)));
    }
  } catch (cause) {
    for (const step of undo.reverse()) step();
    throw new UserError({
      what: `The files could not be written: ${(cause as Error).message}`,
      hint: 'Nothing was changed.',
      cause,
    });
  }
}
