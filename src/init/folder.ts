import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Files } from './files/files.ts';
import { attempt } from './files/source.ts';

/** Limits, so that a repository of generated files does not keep `init` busy. */
const MOST_FILES = 5_000;
const DEEPEST = 16;
const LARGEST_BYTES = 1024 * 1024;

/** Folders that are installed or built, or that are not the service's own code. */
const LEFT_OUT =
  /^(?:node_modules|vendor|target|build|dist|out|coverage|bin|obj|deps|_build|bower_components|third_party|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)$/i;

/**
 * Lists and reads the files of a folder. Links are not followed, since they may lead anywhere.
 *
 * @param root folder of the repository
 * @param known files that a commit would have, relative to `root`, and whether git has them already: any other is not
 *   there in a fresh checkout. Null outside of git
 * @param start folder from which files are named to people
 */
export function openFolder(
  folder: string,
  root = folder,
  known: ReadonlyMap<string, boolean> | null = null,
  start = folder,
): Files {
  const nameFrom = (start: string, path: string) => relative(start, join(folder, path)).split(sep).join('/');
  const nameInRoot = (path: string) => nameFrom(root, path);
  const isKnown = (path: string) => known === null || known.has(nameInRoot(path));
  const has = (path: string) =>
    isKnown(path) && (attempt(() => lstatSync(join(folder, path)).isFile()) ?? false);
  const read = (path: string) => (isKnown(path) ? attempt(() => readText(join(folder, path))) : null);
  const isTracked = (path: string) => known?.get(nameInRoot(path)) ?? false;
  const depth = relative(root, folder).split(sep).filter(Boolean).length;
  const above = Array.from({ length: depth }, (_, index) =>
    Array(index + 1)
      .fill('..')
      .join('/'),
  );
  return {
    list: known === null ? listFiles(folder) : pickFiles(known, nameInRoot('')),
    has,
    name: (path) => nameFrom(start, path),
    read,
    isTracked,
    above,
    below: (below) => openFolder(join(folder, below), root, known, start),
  };
}

/** The files below a folder, with the same limits as by looking into it. */
function pickFiles(known: ReadonlyMap<string, boolean>, folder: string): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const depth = (path: string) => path.split('/').length;
  return [...known.keys()]
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => {
      const parts = path.split('/').slice(0, -1);
      return (
        parts.length < DEEPEST && !parts.some((part, at) => isLeftOut(parts.slice(0, at).join('/'), part))
      );
    })
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
    .slice(0, MOST_FILES);
}

/** Below `src/main` the folders are packages of Java, such as `com/example`. */
function isLeftOut(below: string, name: string): boolean {
  if (below === '.github') return name !== 'workflows';
  if (name.startsWith('.')) return below !== '' || (name !== '.github' && name !== '.devcontainer');
  return LEFT_OUT.test(name) && !/(?:^|\/)src\/main\//.test(below);
}

function listFiles(folder: string): string[] {
  const found: string[] = [];
  // The list grows while it is walked: breadth first, so that the cap takes the deepest files.
  const folders = [''];
  for (const below of folders) {
    const entries = attempt(() => readdirSync(join(folder, below), { withFileTypes: true })) ?? [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const isShallow = path.split('/').length < DEEPEST;
      if (entry.isDirectory() && isShallow && !isLeftOut(below, entry.name)) folders.push(path);
      if (entry.isFile()) found.push(path);
      if (found.length >= MOST_FILES) return found;
    }
  }
  return found;
}

/** @throws Error when the file is not UTF-8, or cannot be read */
function readText(path: string): string | null {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > LARGEST_BYTES) return null;
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
}
