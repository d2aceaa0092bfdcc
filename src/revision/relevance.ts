import { posix } from 'node:path';
import { compilePatterns, isNegated } from '../config/when.ts';
import { UserError } from '../errors.ts';
import { explain } from './git.ts';
import type { Scratch } from './scratch.ts';

/** Files that a change must touch to be worth measuring. Paths are relative to the configuration's folder. */
export type Watched = {
  patterns: readonly string[];
  /** Files that always count: the configuration, the scripts it names, and what these read. */
  always: readonly string[];
};

/** A file that one of two trees has, or that differs between them. */
export type ChangedPath = {
  /** Path from the top of the repository, with `/`. */
  path: string;
  /** True for a submodule in either tree. The changes in it are not known here. */
  submodule: boolean;
};

/**
 * Finds whether two trees differ in watched files. Patterns that match no file of either tree are most likely a
 * mistake, and not meant to stop all measuring. Then every change is relevant.
 *
 * @returns with sentences about such patterns
 * @throws UserError when git cannot tell
 */
export async function findRelevance(
  store: Scratch,
  watched: Watched,
  trees: { base: string; head: string },
): Promise<{ relevant: boolean; notes: string[] }> {
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
    // What a script imports may lie outside of the folder.
    if (watched.always.includes(posix.relative(prefix, path))) return true;
    const below = placeBelow(path, prefix);
    if (below === null) return false;
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

const SUBMODULE = '160000';

/**
 * Lists files that differ between two trees, in contents or mode, or that only one of them has. A renamed file counts
 * as two.
 *
 * @param base hash of a tree
 * @param head hash of a tree
 * @throws UserError when git cannot tell
 */
async function listChanged(store: Scratch, base: string, head: string): Promise<ChangedPath[]> {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];
  const output = await read(store, ['diff-tree', ...options, base, head]);
  // The format is `:MODE MODE HASH HASH STATUS`, then the path.
  return [...output.matchAll(/:(\d+) (\d+) [^\0]{0,200}\0([^\0]*)\0/g)].map(([, before, after, path]) => ({
    path: decode(path!),
    submodule: before === SUBMODULE || after === SUBMODULE,
  }));
}

/** Lists all files of a tree, from the top of the repository. @throws UserError when git cannot tell */
async function listTree(store: Scratch, tree: string): Promise<string[]> {
  const output = await read(store, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tree]);
  return output.split('\0').filter(Boolean).map(decode);
}

async function read(store: Scratch, args: string[]): Promise<string> {
  const outcome = await store.git(args, { encoding: 'latin1' });
  if (outcome.ok) return outcome.stdout;
  throw new UserError({
    what: `What differs from the base could not be found out: ${explain(outcome)}.`,
    hint: 'Without `when` everything is measured.',
    exitCode: 3,
  });
}

/** Decodes a name as UTF-8. Names may be in any encoding: other bytes are replaced, and patterns match the rest. */
function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}
