import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Arm } from '../measurement/measurement.ts';
import { removeFolder } from '../processes/folder.ts';
import { fetchFiles } from './fetch.ts';
import { bindGit } from './git.ts';
import { checkOut, copySettings, createBorrower } from './repository.ts';
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
