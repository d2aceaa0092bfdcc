import type { Place } from './diagnostics/place.ts';
import { propose } from './diagnostics/words.ts';

/** Tells why a file is not there, and the nearest one, relative to the configuration; undefined if it is. */
export type CheckFile = (
  absolutePath: string,
) => { fault: 'missing' | 'folder'; nearest?: string } | undefined;

/** Absolute folder of the configuration, and a check of the files in it. */
export type Folder = {
  directory: string;
  checkFile: CheckFile;
  /** Reads a data file. Absent: its contents are not checked. @throws DataFault */
  readText?: ((absolutePath: string) => string) | undefined;
};

/**
 * Checks a file whose path is relative to the configuration.
 *
 * @param path absolute; undefined where it leads out of the folder
 * @param what it is, such as `a script`, and an example
 * @returns whether it can be read
 */
export function checkFile(place: Place, path: string | undefined, what: string, folder: Folder): boolean {
  const fault = path === undefined ? undefined : folder.checkFile(path);
  if (path === undefined) place.reject('This path leads out of the folder of this file.', `expected ${what}`);
  else if (fault !== undefined)
    place.reject(
      fault.fault === 'missing' ? 'There is no such file.' : 'This is no regular file.',
      propose(fault.nearest, `expected ${what}`),
    );
  return path !== undefined && fault === undefined;
}

/** Resolves a relative path to an absolute one; undefined if it is none, is the folder itself or leaves it. */
export function resolveInside(directory: string, relative: string): string | undefined {
  if (/^\/|:\/\//.test(relative)) return undefined;
  const parts: string[] = [];
  for (const part of relative.trim().split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? undefined : [directory.replace(/\/$/, ''), ...parts].join('/');
}
