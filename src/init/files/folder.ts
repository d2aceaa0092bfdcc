import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { attempt } from './source.ts';

/** The files of a folder as a detection sees them. Paths are relative to the folder, with `/`. */
export type Files = {
  /** Regular files, the shallowest first, without what is installed, built or hidden; at most a few thousand. */
  list: readonly string[];
  has: (path: string) => boolean;
  /** Text of a file; null when there is none, or when it is not UTF-8 or larger than 1 MiB. */
  read: (path: string) => string | null;
  /** Folders above, up to the repository: `..`, `../..`. Lock files of workspaces are there. */
  above?: readonly string[];
};

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
 */
export function openFolder(folder: string, root = folder): Files {
  const has = (path: string) => attempt(() => lstatSync(join(folder, path)).isFile()) ?? false;
  const read = (path: string) => attempt(() => readText(join(folder, path)));
  const depth = relative(root, folder).split(sep).filter(Boolean).length;
  const above = Array.from({ length: depth }, (_, index) =>
    Array(index + 1)
      .fill('..')
      .join('/'),
  );
  return { list: listFiles(folder), has, read, above };
}

/** The files without those of projects within: folders that have a file of that name themselves. */
export function leaveOutNested(files: Files, manifests: readonly string[]): Files {
  const nested = files.list
    .filter((path) => manifests.some((name) => path.endsWith(`/${name}`)))
    .map((path) => path.slice(0, path.lastIndexOf('/') + 1));
  return { ...files, list: files.list.filter((path) => !nested.some((folder) => path.startsWith(folder))) };
}

/** Below `src/main` the folders are packages of Java, such as `com/example`. */
function isLeftOut(below: string, name: string): boolean {
  return name.startsWith('.') || (LEFT_OUT.test(name) && !/(?:^|\/)src\/main\//.test(below));
}

function listFiles(folder: string): string[] {
  const found: string[] = [];
  // Breadth first, so that the cap takes the deepest files.
  let level = [''];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: string[] = [];
    for (const below of level) {
      for (const entry of readEntries(join(folder, below))) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory() && !isLeftOut(below, entry.name)) next.push(path);
        if (entry.isFile()) found.push(path);
        if (found.length >= MOST_FILES) return found;
      }
    }
    level = next;
  }
  return found;
}

function readEntries(folder: string) {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @throws Error when the file is not UTF-8, or cannot be read */
function readText(path: string): string | null {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > LARGEST_BYTES) return null;
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
}
