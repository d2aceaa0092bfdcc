import type { Place } from './diagnostics/place.ts';
import { propose } from './diagnostics/quotation.ts';

/** Tells why a file is not there, and the nearest one, relative to the configuration; undefined if it is. */
export type CheckFile = (
  absolutePath: string,
) => { fault: 'missing' | 'folder'; nearest?: string } | undefined;

/** Absolute folder of the configuration, and a check of the files in it. */
export type Folder = { directory: string; checkFile: CheckFile };

const EXPECTED = 'expected one such as `load/browse.js`';

/**
 * Checks the path of a user's script and makes it absolute.
 *
 * @returns the absolute path; the text itself when the path leaves the folder, which adds a problem
 */
export function readScript(place: Place, script: string, { directory, checkFile }: Folder): string {
  const absolute = resolveInside(directory, script);
  if (script.trim() === '') place.reject('`script` is empty.', EXPECTED);
  else if (script.startsWith('/') || /^[A-Za-z]:[\\/]/.test(script)) {
    const inside = script.startsWith(`${directory}/`) ? script.slice(directory.length + 1) : undefined;
    place.reject('The path of a script is relative to this file.', propose(inside, EXPECTED));
  } else if (/^[a-z]+:\/\//i.test(script)) {
    place.reject('A script is a file of the repository, not a URL.', EXPECTED);
  } else if (/^(\.?\/)*\.?$/.test(script)) {
    place.reject('This is the folder of this file, not a script.', EXPECTED);
  } else if (absolute === undefined) {
    place.reject('The script lies outside of the folder of this file.', EXPECTED);
  } else rejectMissingFile(place, checkFile(absolute), 'a script', 'expected a file');
  return absolute ?? script;
}

/** Adds a problem if a file is not there. @param what it should be, such as `a script` */
export function rejectMissingFile(
  place: Place,
  fault: ReturnType<CheckFile>,
  what: string,
  expected: string,
): void {
  if (!fault) return;
  place.reject(
    fault.fault === 'missing' ? 'There is no such file.' : `This is a folder, not ${what}.`,
    propose(fault.nearest, expected),
  );
}

/** Resolves a relative path to an absolute one; undefined if it is the folder itself or leaves it. */
export function resolveInside(directory: string, relative: string): string | undefined {
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.length === 0 ? undefined : [directory.replace(/\/$/, ''), ...parts].join('/');
}
