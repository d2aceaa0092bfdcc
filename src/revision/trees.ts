import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Arm } from '../measurement/measurement.ts';
import { removeFolder } from '../processes/folder.ts';
import { fetchFiles } from './fetch.ts';
import { bindGit, gitEnvironment } from './git.ts';
import { borrowObjects, checkOut, copySettings, createBorrower } from './repository.ts';
import type { Scratch } from './scratch.ts';
import { fillSubmodules } from './submodules.ts';

/** One revision as a complete, disposable work tree with a repository of its own. */
export type Tree = {
  arm: Arm;
  commit: string;
  /** Absolute path of the work tree. */
  top: string;
  /** Folder that matches the configuration's in the checkout. It is made when the revision has none. */
  directory: string;
};

export type Trees = {
  head: Tree;
  base: Tree;
  /** Sentences about what could not be laid out. */
  notes: string[];
  remove(): void;
};

/**
 * Lays both revisions out as `<root>/head` and `<root>/base`. The names have one length, since the length of paths
 * and of the environment shifts a process's memory, and so its latency. Each tree has a `.git` folder and not the
 * file of a linked work tree, which some build tools cannot read. HEAD is detached, and branches and tags are known.
 *
 * @throws UserError when a revision cannot be laid out; nothing is left then
 */
export async function layOutTrees(
  store: Scratch,
  root: string,
  revisions: { head: { commit: string }; base: { commit: string } },
): Promise<Trees> {
  const remove = () => {
    removeFolder(join(root, 'head'));
    removeFolder(join(root, 'base'));
  };
  try {
    remove();
    const both = [
      layOutTree(store, root, 'head', revisions.head.commit),
      layOutTree(store, root, 'base', revisions.base.commit),
    ] as const;
    // One that goes on would make again what is removed after the failure of the other.
    await Promise.allSettled(both);
    const [head, base] = await Promise.all(both);
    return { head, base, notes: [...head.notes, ...base.notes], remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Gives a tree and its submodules their objects for themselves. Where its folder is copied into an image, what it borrows
 * is not there, and git in it would fail: that of a build of Go, or `git describe`.
 */
export async function keepOwnObjects(
  top: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const git = bindGit(top, gitEnvironment(environment), signal);
  const own = join(top, '.git');
  // A submodule that was fetched borrows nothing, and has a file of this name.
  const lenders = join(own, 'objects', 'info', 'alternates');
  const borrows = existsSync(lenders) && readFileSync(lenders, 'utf8') !== '';
  if (borrows && (await git(['repack', '-a', '-d', '--quiet'])).ok) borrowObjects(own, []);
  const { stdout } = await git(['ls-files', '-z', '--stage']);
  for (const [, path] of stdout.matchAll(/(?:^|\0)160000 [^\t\0]*\t([^\0]*)/g)) {
    const folder = join(top, path!);
    if (!existsSync(join(folder, '.git'))) continue;
    // The real path is compared, since a link on the way could lead out of the tree.
    const isWithin = realpathSync(folder) === join(realpathSync(top), path!);
    if (isWithin) await keepOwnObjects(folder, environment, signal);
  }
}

/** Lays one revision out as `<root>/<arm>`. @throws UserError */
export async function layOutTree(
  store: Scratch,
  root: string,
  arm: Arm,
  commit: string,
): Promise<Tree & { notes: string[] }> {
  const { checkout } = store;
  const top = join(root, arm);
  mkdirSync(root, { recursive: true });
  mkdirSync(top);
  const git = bindGit(top, store.environment, store.signal);
  const { format } = checkout;
  const own = await createBorrower(top, { format, from: store.path, objects: store.objects }, git);
  copyFileSync(join(store.path, 'packed-refs'), join(own, 'packed-refs'));
  copySettings(checkout.settings, own);
  await fetchFiles(store, commit);
  await checkOut(git, own, commit);
  const missing = await fillSubmodules(store, checkout, { top, commit });
  const directory = join(top, checkout.prefix);
  try {
    mkdirSync(directory, { recursive: true });
  } catch {
    // There is a file of that name. So the revision cannot be built, and its first command says so.
  }
  return { arm, commit, top, directory, notes: missing.map((one) => `${arm}: ${one}`) };
}
