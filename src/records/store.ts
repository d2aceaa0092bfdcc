import { join, resolve } from 'node:path';
import { openFolderStore, type RecordStore } from './folder.ts';
import { type GitStoreOptions, openGitStore } from './git.ts';

/** Returns the default folder of the records, below that of the configuration. */
export const placeRecords = (directory: string) => join(directory, '.tailgate');

/**
 * Parses `--store` or the action's input `store`: `git`, or a folder (`./git` for one of that name).
 *
 * @param directory the configuration's folder
 * @param from folder that a relative path is relative to
 * @returns `git`, or the absolute path of a folder that has one for each suite
 */
export function readPlace(text: string | undefined, directory: string, from = process.cwd()): string {
  return text === 'git' ? text : resolve(from, text?.trim() || placeRecords(directory));
}

/** Opens the store at a place. */
export function openRecordStore(place: string, options: GitStoreOptions): RecordStore {
  return place === 'git' ? openGitStore(options) : openFolderStore(join(place, options.suite));
}
