import { compilePatterns, isNegated } from '../config/patterns.ts';
import { type ChangedPath, listChanged, listTree } from './changed.ts';
import type { Scratch } from './scratch.ts';

/** What a change must touch to be worth measuring; paths and patterns relative to the configuration's folder. */
export type Watched = {
  patterns: readonly string[];
  /** Files that count whatever the patterns say: the configuration and the scripts it names. */
  always: readonly string[];
};

type Relevance = {
  relevant: boolean;
  /** What is odd about the patterns, in sentences. */
  notes: string[];
};

/**
 * Whether two trees differ in what is watched. Patterns that match no file of either tree were hardly meant to keep
 * everything from being measured: then everything is relevant.
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

/** Whether one of the changed files is watched; `prefix` is the configuration's folder below the repository's top. */
export function isRelevant(changed: readonly ChangedPath[], watched: Watched, prefix: string): boolean {
  const match = compilePatterns(watched.patterns);
  return changed.some(({ path, submodule }) => {
    const below = placeBelow(path, prefix);
    if (below === null) return false;
    if (watched.always.includes(below)) return true;
    const said = match(below);
    // A pattern may name something in it.
    return said === 'in' || (submodule && said === 'unnamed');
  });
}

/** Patterns, those that take out excepted, that match none of the files. */
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
