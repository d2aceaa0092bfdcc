import type { Place } from './diagnostics/place.ts';

/** Absolute folder of the configuration, and what looks at the files in it. */
export type Folder = {
  directory: string;
  /** Says in a sentence why a file cannot be read. */
  checkFile: (absolutePath: string) => string | undefined;
  /** Reads a data file. Absent: its contents are not checked. @throws DataFault */
  readText?: ((absolutePath: string) => string) | undefined;
};

/** Checks a file at an absolute path; undefined where it leads out of the folder. @returns whether it can be read */
export function checkFile(place: Place, path: string | undefined, what: string, folder: Folder): boolean {
  const fault =
    path === undefined ? 'This path leads out of the folder of this file.' : folder.checkFile(path);
  if (fault !== undefined) place.reject(fault, `expected ${what}`);
  return fault === undefined;
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
