import { lstatSync, readFileSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { writeWhole } from '../processes/file.ts';

export type NewFile = { path: string; text: string };

/** Tells whether a path is free, has the same text, or is taken. @throws UserError for anything other than a file */
export function examineTarget({ path, text }: NewFile): 'free' | 'same' | 'taken' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'free';
  if (!stats.isFile())
    throw new UserError({ what: 'A folder or link is in the way of a file to be written.', where: path });
  return readFileSync(path, 'utf8') === text ? 'same' : 'taken';
}

/** Writes a file, with the folders that it needs. @throws UserError if it cannot be written */
export function writeFile({ path, text }: NewFile): void {
  try {
    writeWhole(path, text);
  } catch (cause) {
    throw new UserError({ what: `It could not be written: ${(cause as Error).message}`, where: path, cause });
  }
}
