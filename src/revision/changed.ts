import { UserError } from '../errors.ts';
import { explain } from './git.ts';
import type { Scratch } from './scratch.ts';

/** A file that one of two trees has, or that differs between them. */
export type ChangedPath = {
  /** Path from the top of the repository, with `/`. */
  path: string;
  /** True for a submodule in either tree. The changes in it are not known here. */
  submodule: boolean;
};

/**
 * Lists files that differ between two trees, in contents or mode, or that only one of them has. A renamed file counts
 * as two.
 *
 * @param base hash of a tree
 * @param head hash of a tree
 * @throws UserError when git cannot tell
 */
export async function listChanged(store: Scratch, base: string, head: string): Promise<ChangedPath[]> {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'];
  const output = await read(store, ['diff-tree', ...options, base, head]);
  // The format is `:MODE MODE HASH HASH STATUS`, then the path.
  return [...output.matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([, before, after, path]) => ({
    path: decode(path!),
    submodule: before === SUBMODULE || after === SUBMODULE,
  }));
}

/** Lists all files of a tree, from the top of the repository. @throws UserError when git cannot tell */
export async function listTree(store: Scratch, tree: string): Promise<string[]> {
  const output = await read(store, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', tree]);
  return output.split('\0').filter(Boolean).map(decode);
}

const SUBMODULE = '160000';

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
