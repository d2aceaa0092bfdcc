import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Arm } from '../measurement/measurement.ts';
import { removeFolder } from '../processes/folder.ts';
import { askGit, bindGit, type Git, type GitSetting, gitEnvironment, hasTree, must } from './git.ts';
import { ALTERNATES, borrow, fetchFiles, type Lender, listContents, type Scratch } from './scratch.ts';

/**
 * One revision as a work tree with its own repository. `directory`: the folder that corresponds to the configuration's in
 * the checkout. It is created if the revision has none.
 */
export type Tree = { arm: Arm; top: string; directory: string };

/** `notes`: sentences about what could not be checked out. */
export type Trees = { head: Tree; base: Tree; notes: string[]; remove(): void };

/**
 * Checks both revisions out as `<root>/head` and `<root>/base`. The names have the same length, since the length of paths
 * and of the environment shifts a process's memory, and so its latency.
 *
 * @throws UserError if a revision cannot be checked out; nothing continues in the folders then
 */
export async function layOutTrees(
  store: Scratch,
  root: string,
  revisions: Record<Arm, { commit: string }>,
): Promise<Trees> {
  const arms = ['head', 'base'] as const;
  const both = arms.map((arm) => layOutTree(store, root, arm, revisions[arm].commit));
  await Promise.allSettled(both);
  const [head, base] = (await Promise.all(both)) as [LaidOut, LaidOut];
  const remove = () => {
    for (const { top } of [head, base]) removeFolder(top);
  };
  return { head, base, notes: [...head.notes, ...base.notes], remove };
}

type LaidOut = Tree & Pick<Trees, 'notes'>;

/** Checks one revision out as `<root>/<arm>`. HEAD is detached, and branches and tags are known. @throws UserError */
export async function layOutTree(store: Scratch, root: string, arm: Arm, commit: string): Promise<LaidOut> {
  const { checkout, path: from } = store;
  const { local, remote, prefix, commonFolder } = checkout;
  const top = join(root, arm);
  await fetchFiles(store, commit);
  mkdirSync(top, { recursive: true });
  // Git LFS looks for its files beside the objects that a repository borrows itself.
  const lender = { local, from, others: [commonFolder], url: remote?.url ?? null };
  await layOutCommit(top, commit, lender, store.bind(top));
  const missing = await fillSubmodules(store, checkout.top, top);
  const directory = join(top, prefix);
  try {
    mkdirSync(directory, { recursive: true });
  } catch {
    // There is a file of that name. So the revision cannot be built, and its first command says so.
  }
  return { arm, top, directory, notes: missing.map((one) => `${arm}: ${one}`) };
}

/**
 * Checks a commit out in its own repository, by `at`. Git commands of a build there find the address of the remote,
 * without a user in it, and the filters: otherwise `git describe --dirty` would mistake their work for a change.
 */
async function layOutCommit(
  path: string,
  commit: string,
  lender: Lender & { url: string | null; local: readonly GitSetting[] },
  at: Git,
): Promise<void> {
  await borrow(path, lender, at);
  const what = `The files of ${commit.slice(0, 10)} could not be checked out`;
  must(what, await at(['checkout', '--quiet', '--force', '--detach', commit]));
  const url = lender.url?.replace(/^(https?:\/\/)[^/]*@/, '$1');
  const settings = [...listContents(lender.local), ...(url ? [['remote.origin.url', url] as const] : [])];
  for (const [key, value] of settings) must(what, await at(['config', '--replace-all', key, value]));
}

/**
 * Fills the folders of a tree's submodules, recursively, from what is checked out in the user's work tree, `source`.
 * None of them is fetched. @returns a sentence for each that was not available
 */
async function fillSubmodules(store: Scratch, source: string, top: string): Promise<string[]> {
  const notes: string[] = [];
  for (const { commit, path } of await listSubmodules(store.bind(top), top)) {
    const [own, folder] = [join(source, path), join(top, path)];
    const git = store.bind(existsSync(join(own, '.git')) ? own : source);
    const from = await askGit(git, 'rev-parse', '--path-format=absolute', '--git-common-dir');
    if (from === null || !(await hasTree(git, commit))) {
      notes.push(
        `the submodule ${JSON.stringify(path)} is not checked out with ${commit.slice(0, 10)}: ${RECURSIVE}`,
      );
      continue;
    }
    // Submodules of the submodule may have addresses relative to its own.
    const url = await askGit(git, 'config', 'remote.origin.url');
    await layOutCommit(folder, commit, { local: store.checkout.local, from, url }, store.bind(folder));
    notes.push(...(await fillSubmodules(store, own, folder)));
  }
  return notes;
}

const RECURSIVE = '`submodules: recursive` and `fetch-depth: 0` for actions/checkout';

/** Lists the submodules of a tree that lie within it: a link on the way could lead out. */
async function listSubmodules(git: Git, top: string): Promise<{ commit: string; path: string }[]> {
  const { stdout } = await git(['ls-files', '-z', '--stage']);
  const links = [...stdout.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t\0]*\t([^\0]*)/g)];
  return links
    .map(([, commit, path]) => ({ commit: commit!, path: path! }))
    .filter(({ path }) => {
      const folder = join(top, path);
      return existsSync(folder) && realpathSync(folder) === join(realpathSync(top), path);
    });
}

/** Gives a tree and its submodules their own copies of the objects: in an image, borrowed ones do not exist. */
export async function keepOwnObjects(
  top: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const git = bindGit(top, gitEnvironment(environment), signal);
  const alternates = join(top, '.git', ALTERNATES);
  if (existsSync(alternates) && (await git(['repack', '-a', '-d', '--quiet'])).ok) rmSync(alternates);
  for (const { path } of await listSubmodules(git, top))
    if (existsSync(join(top, path, '.git'))) await keepOwnObjects(join(top, path), environment, signal);
}
