import { posix } from 'node:path';
import { compilePatterns } from '../config/when.ts';
import { must } from './git.ts';
import type { Scratch } from './scratch.ts';

/** Files that a change must touch to be worth measuring. */
export type Watched = {
  /** See `compilePatterns`. */
  patterns: readonly string[];
  /** Files that always count, relative to the configuration's folder: that file, the scripts it names, and what these read. */
  always: readonly string[];
};

const SUBMODULE = '160000';

/**
 * Tells whether two trees differ in watched files: in contents or mode. A renamed file counts as two. Patterns that match
 * no file are a mistake, and must not stop all measuring: then every change is relevant.
 *
 * @throws UserError if git cannot tell
 */
export async function isRelevant(
  { git, checkout: { prefix } }: Scratch,
  { patterns, always }: Watched,
  trees: { base: string; head: string },
): Promise<boolean> {
  const read = async (...args: string[]) =>
    must('Could not determine what differs from the base', await git(args));
  const match = compilePatterns(patterns, prefix);
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];
  const changed = await read('diff-tree', ...options, trees.base, trees.head);
  // The format is `:MODE MODE HASH HASH STATUS`, then the path.
  for (const [, modes, path] of changed.matchAll(/:(\d+ \d+) [^\0]{0,200}\0([^\0]*)\0/g)) {
    const said = match(path!);
    // A pattern may name something in a submodule, of which only the commit is known here.
    const isNamed = said === 'in' || (said === 'unnamed' && modes!.includes(SUBMODULE));
    if (isNamed || always.includes(posix.relative(prefix, path!))) return true;
  }
  const files = await read('ls-tree', '-r', '-z', '--full-tree', '--name-only', trees.head);
  return !files.split('\0').some((name) => match(name) === 'in');
}
