import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { LEFT_OUT, OTHER_CODE } from './patterns.ts';

/**
 * The files of a folder that a commit would contain; paths are relative to it, and may lead above it. `list`: shallowest first,
 * without installed, built or hidden ones; `all`: with them. `read`: null if there is no such text. `above`: `../`, `../../`, and so on.
 */
export type Files = {
  list: readonly string[];
  all: readonly string[];
  has: (path: string) => boolean;
  read: (path: string) => string | null;
  above?: readonly string[];
};

export const MOST_SOURCES = 400;

/** Opens a folder of a repository; `.` is the repository itself. `known`: what a commit would contain, as a checkout does. */
export function openFolder(root: string, folder: string, known: ReadonlySet<string>): Files {
  const read = (path: string) => (known.has(path) ? readText(join(root, path)) : null);
  const top = { all: [...known], has: (path: string) => known.has(path), read };
  return enter(top, folder === '.' ? '' : `${folder}/`);
}

/** Opens a folder of an open one. `folder`: with `/`; empty: the same. */
export function enter({ all, has, read, above = [] }: Omit<Files, 'list'>, folder: string): Files {
  const inside = all.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
  const own = inside.filter((path) => !LEFT_OUT.test(path) || /(?:^|\/)src\/main\//.test(path));
  const depth = (path: string) => path.split('/').length;
  const up = Array.from(folder.matchAll(/\//g), (_, index) => '../'.repeat(index + 1));
  return {
    all: inside,
    list: own.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, 5_000),
    has: (path) => has(posix.join(folder, path)),
    read: (path) => read(posix.join(folder, path)),
    above: [...up, ...above.map((path) => (up.at(-1) ?? '') + path)],
  };
}

/** No link is followed, even of a folder on the way, since it may lead anywhere. Null for more than 1 MiB, of a lock file 8. */
function readText(path: string): string | null {
  try {
    const stats = statSync(path);
    const most = (/[.-]lock(?:\.\w+)?$/i.test(path) ? 8 : 1) * 1024 ** 2;
    if (realpathSync(path) !== path || !stats.isFile() || stats.size > most) return null;
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch {
    return null;
  }
}

export type SourceFile = { path: string; text: string };

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$|^bin\/www$/; // The last is express-generator’s.
const COMMENT = /^[ \t]*(?:\/\/(?!go:build)|#(?![[!])|\*\s|(?<=:\n[ \t]{0,40})"""[\s\S]*?""").*$/gm;

/** Reads the service's own code, without tests and without comments on lines of their own. */
export function readSources(files: Files): SourceFile[] {
  const paths = files.list.filter((path) => CODE.test(path) && !OTHER_CODE.test(path)).slice(0, MOST_SOURCES);
  return paths.map((path) => ({ path, text: (files.read(path) ?? '').replace(COMMENT, '') }));
}
