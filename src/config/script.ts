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
  readText?: (absolutePath: string) => string;
};

const EXPECTED = 'expected one such as `load/browse.js`';

/**
 * Checks the path of a user's script and makes it absolute.
 *
 * @returns the absolute path; the text itself when the path leaves the folder, which adds a problem
 */
export function readScript(place: Place, script: string, folder: Folder): string {
  return readFilePath(place, script, folder, { key: 'script', what: 'a script', expected: EXPECTED });
}

/** Checks the path of a file beside the configuration, and makes it absolute, as `readScript` does. */
export function readFilePath(
  place: Place,
  text: string,
  { directory, checkFile }: Folder,
  { key, what, expected }: { key: string; what: string; expected: string },
): string {
  const absolute = resolveInside(directory, text);
  const noun = what.replace(/^a /, '');
  if (text.trim() === '') place.reject(`\`${key}\` is empty.`, expected);
  else if (text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)) {
    const inside = text.startsWith(`${directory}/`) ? text.slice(directory.length + 1) : undefined;
    place.reject(`The path of ${what} is relative to this file.`, propose(inside, expected));
  } else if (/^[a-z]+:\/\//i.test(text)) {
    place.reject(`A ${noun} is a file of the repository, not a URL.`, expected);
  } else if (/^(\.?\/)*\.?$/.test(text)) {
    place.reject(`This is the folder of this file, not ${what}.`, expected);
  } else if (absolute === undefined) {
    place.add({
      what: `The ${noun} lies outside of the folder of this file.`,
      expected,
      hint: `To use it, move this file up, to a folder that has the ${noun} below it, and begin its commands with \`cd\`.`,
    });
  } else rejectMissingFile(place, checkFile(absolute), what, 'expected a file');
  return absolute ?? text;
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
