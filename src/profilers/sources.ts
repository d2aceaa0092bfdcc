import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { GARBAGE_COLLECTION } from '../profiles/profile.ts';

/** Folders that hold no code of the revision's own, and most files that are looked at. Larger ones (bytes) are not read. */
const SKIPPED = new Set(['.git', 'node_modules', 'vendor', 'target', 'build', 'testdata']);
const MOST_FILES = 20_000;
const MOST_BYTES = 1_000_000;

/** Lists the source files (absolute) of a work tree whose names end so. Symbolic links are not followed. */
export function listSources(top: string, extensions: readonly string[]): string[] {
  const found: string[] = [];
  const folders = [top];
  for (
    let seen = 0, folder = folders.pop();
    folder !== undefined && seen < MOST_FILES;
    folder = folders.pop()
  ) {
    for (const entry of readFolder(folder)) {
      seen++;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(join(folder, entry.name));
      if (entry.isFile() && extensions.includes(extname(entry.name))) found.push(join(folder, entry.name));
    }
  }
  return found;
}

function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Reads the lines of a source file. None where it cannot be read, or is too large to be one. */
export function readLines(path: string): string[] {
  try {
    return statSync(path).size <= MOST_BYTES ? readFileSync(path, 'utf8').split('\n') : [];
  } catch {
    return [];
  }
}

/** Says `name (file:line)` of a symbol of the revision's own code, else null. */
export type Locate = (symbol: string) => string | null;

/** Stacks of symbols, each from the outermost to the innermost call, with their samples. */
export type SymbolStacks = readonly { symbols: readonly string[]; samples: number }[];

/** Longest symbol that is looked for. */
const LONGEST_SYMBOL = 500;

/** Remembers places, and those of garbage collection. */
export function rememberPlaces(locate: Locate, garbage: RegExp): Locate {
  const known = new Map<string, string | null>();
  return (symbol) => {
    if (symbol.length > LONGEST_SYMBOL) return null;
    if (!known.has(symbol)) known.set(symbol, garbage.test(symbol) ? GARBAGE_COLLECTION : locate(symbol));
    return known.get(symbol)!;
  };
}

/** Rewrites stacks of symbols as collapsed stacks, in which calls of the revision's own code have a place. */
export function placeStacks(stacks: SymbolStacks, locate: Locate): string {
  const lines = stacks.map(({ symbols, samples }) => {
    const calls = symbols.flatMap((symbol) => locate(symbol) ?? []);
    return `${calls.join(';') || '(elsewhere)'} ${samples}`;
  });
  return lines.join('\n');
}
