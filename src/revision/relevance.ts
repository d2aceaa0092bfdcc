import { compilePatterns, isNegated } from '../config/patterns.ts';
import { type ChangedPath, listChanged, listTree } from './changed.ts';
import type { Scratch } from './scratch.ts';

/** Files that a change must touch to be worth measuring. Paths are relative to the configuration's folder. */
export type Watched = {
  patterns: readonly string[];
  /** Files that always count: the configuration, the scripts it names, and what these read. */
  always: readonly string[];
};

type Relevance = {
  relevant: boolean;
  /** Sentences about patterns that look like mistakes. */
  notes: string[];
};

/**
 * Finds whether two trees differ in watched files. Patterns that match no file of either tree are most likely a
 * mistake, and not meant to stop all measuring. Then every change is relevant.
 *
 * @throws UserError when git cannot tell
 */
export async function findRelevance(
  store: Scratch,
  watched: Watched,
  trees: { base: string; head: string },
): Promise<Relevance> {
  const { prefix } = store.checkout;
  const changed = await listChanged(store, trees.base, trees.head);
  if (isRelevant(changed, watched, prefix)) return { relevant: true, notes: [] };
  const files = [...(await listTree(store, trees.head)), ...(await listTree(store, trees.base))].flatMap(
    (path) => placeBelow(path, prefix) ?? [],
  );
  const idle = findIdle(watched.patterns, files);
  if (idle.length === 0) return { relevant: false, notes: [] };
  const match = compilePatterns(watched.patterns);
  const relevant = !files.some((path) => match(path) === 'in');
  const notes = idle.map(
    (pattern) =>
      `${JSON.stringify(pattern)} of \`when.changed\` matches no file of base or head${relevant ? '; everything is measured' : ''}`,
  );
  return { relevant, notes };
}

/**
 * Tells whether one of the changed files is watched.
 *
 * @param prefix the configuration's folder below the repository's top
 */
export function isRelevant(changed: readonly ChangedPath[], watched: Watched, prefix: string): boolean {
  const match = compilePatterns(watched.patterns);
  return changed.some(({ path, submodule }) => {
    const below = placeBelow(path, prefix);
    if (below === null) return false;
    if (watched.always.includes(below)) return true;
    const said = match(below);
    // A pattern may name something in the submodule.
    return said === 'in' || (submodule && said === 'unnamed');
  });
}

/** Finds patterns that match none of the files. Patterns that exclude files are left out. */
function findIdle(patterns: readonly string[], files: readonly string[]): string[] {
  return patterns.filter((pattern) => {
    if (isNegated(pattern)) return false;
    const match = compilePatterns([pattern]);
    return !files.some((path) => match(path) === 'in');
  });
}

function placeBelow(path: string, prefix: string): string | null {
  if (prefix === '') return path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : null;
}
