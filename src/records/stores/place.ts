import { join, resolve } from 'node:path';
import { UserError } from '../../errors.ts';
import type { RecordStore } from '../store.ts';
import { openDirectory } from './directory.ts';
import { type GitStoreOptions, openGitStore } from './git.ts';

/** Place where records are kept. */
export type StorePlace =
  /** `path` is absolute. */
  | { kind: 'directory'; path: string }
  /** `url`: see `GitStoreOptions`. */
  | { kind: 'git'; url: string | null };

/**
 * Reads `--store` or the action's input `store`: `git`, or a folder (`./git` for one of that name).
 *
 * @param directory the configuration's folder, where the records are by default
 * @param from folder that a relative path starts from
 * @throws UserError for an empty text, which a variable that is not set leaves
 */
export function readPlace(text: string | undefined, directory: string, from = process.cwd()): StorePlace {
  if (text === undefined) return { kind: 'directory', path: placeRecords(directory) };
  if (text === 'git') return { kind: 'git', url: null };
  if (text.trim() !== '') return { kind: 'directory', path: resolve(from, text) };
  throw new UserError({
    what: 'The place of the records (`--store`) is empty.',
    where: '--store, in the action the input `store`',
    hint: 'Give `git`, or a folder such as `.tailgate`.',
  });
}

/** Returns the folder of the records where nobody names another. */
export function placeRecords(directory: string): string {
  return join(directory, '.tailgate');
}

/** Opens the store at a place. */
export function openRecordStore(place: StorePlace, around: Omit<GitStoreOptions, 'url'>): RecordStore {
  return place.kind === 'git'
    ? openGitStore({ ...around, url: place.url })
    : openDirectory(place.path, around.suite);
}
