import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './finding.ts';
import { attempt } from './source.ts';

/** Limits, so that a repository of generated files does not keep `init` busy. */
const MOST_FILES = 5_000;
const DEEPEST = 8;
const LARGEST_BYTES = 1024 * 1024;

/** Folders that are installed or built, or that are not the service's own code. */
const LEFT_OUT =
  /^(?:node_modules|vendor|target|build|dist|out|coverage|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)$/i;

/** Lists and reads the files of a folder. Links are not followed, since they may lead anywhere. */
export function openFolder(folder: string): Files {
  const has = (path: string) => attempt(() => lstatSync(join(folder, path)).isFile()) ?? false;
  const read = (path: string) => attempt(() => readText(join(folder, path)));
  return { list: listFiles(folder), has, read };
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
        if (entry.isDirectory() && !entry.name.startsWith('.') && !LEFT_OUT.test(entry.name)) next.push(path);
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
