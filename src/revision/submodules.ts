import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { type Checkout, listObjectFolders } from './checkout.ts';
import { fetchFiles } from './fetch.ts';
import { bindGit, explain, type Git } from './git.ts';
import { addToConfig, checkOut, copySettings, createBorrower } from './repository.ts';
import type { Scratch } from './scratch.ts';

/** A work tree of the user's that may have the submodules, and the git folders that may keep them. */
type Source = Pick<Checkout, 'top' | 'gitFolder' | 'commonFolder'>;

type Submodule = { path: string; name: string | null; commit: string };

/**
 * Fills the empty folders of a tree's submodules, and of their submodules. Commits come from the user's own
 * submodules, else from the network as with `git submodule update`.
 *
 * @returns a sentence for each that stays empty
 */
export async function fillSubmodules(
  store: Scratch,
  source: Source,
  tree: { top: string; commit: string },
  environment = store.environment,
): Promise<string[]> {
  const notes: string[] = [];
  for (const submodule of await listSubmodules(store, tree)) {
    const folder = join(tree.top, submodule.path);
    // The real path is compared, since a link on the way could lead out of the tree.
    const inside =
      existsSync(folder) && realpathSync(folder) === join(realpathSync(tree.top), submodule.path);
    if (!inside || readdirSync(folder).length > 0) continue;
    const kept = await findKept(store, source, submodule);
    const laidOut =
      kept === null
        ? update(store, tree.top, submodule, environment)
        : borrow(store, kept, folder, submodule.commit);
    const problem = await laidOut.catch((error: unknown) => {
      if (error instanceof UserError && error.exitCode !== 130) return error.message;
      throw error;
    });
    if (problem !== null) {
      notes.push(`the submodule ${JSON.stringify(submodule.path)} is empty: ${problem}`);
      continue;
    }
    const git = kept ?? join(folder, '.git');
    const next = { top: join(source.top, submodule.path), gitFolder: git, commonFolder: git };
    const below = { top: folder, commit: submodule.commit };
    notes.push(...(await fillSubmodules(store, next, below, store.submodules.laying)));
  }
  return notes;
}

async function listSubmodules(store: Scratch, tree: { top: string; commit: string }): Promise<Submodule[]> {
  const git = bindGit(tree.top, store.submodules.laying, store.signal);
  const { stdout } = await git(['ls-files', '-z', '--stage']);
  const links = [...stdout.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t\0]*\t([^\0]*)/g)];
  if (links.length === 0) return [];
  const blob = `${tree.commit}:.gitmodules`;
  const listed = await git(['config', '-z', '--blob', blob, '--get-regexp', '^submodule\\..*\\.path$']);
  const names = new Map(
    listed.stdout.split('\0').map((entry) => {
      const end = entry.indexOf('\n');
      return [entry.slice(end + 1), entry.slice('submodule.'.length, end - '.path'.length)];
    }),
  );
  return links.map(([, commit, path]) => ({ commit: commit!, path: path!, name: names.get(path!) ?? null }));
}

/** Finds a git folder of the user's with the commit: that of the submodule's checkout, else the one git keeps. */
async function findKept(
  store: Scratch,
  source: Source,
  { path, name, commit }: Submodule,
): Promise<string | null> {
  const candidates: string[] = [];
  const folder = join(source.top, path);
  const read = store.checkout.git;
  if (existsSync(join(folder, '.git'))) {
    const found = await read(['rev-parse', '--git-common-dir'], { cwd: folder });
    if (found.ok) candidates.push(resolve(folder, found.stdout));
  }
  // A name must not lead out of the folder of modules. Git itself checks the same.
  if (name !== null && !name.split(/[/\\]/).includes('..')) {
    candidates.push(join(source.gitFolder, 'modules', name), join(source.commonFolder, 'modules', name));
  }
  for (const candidate of candidates) {
    if (!existsSync(join(candidate, 'objects'))) continue;
    const has = await read(['cat-file', '-e', `${commit}^{tree}`], {
      cwd: candidate,
      // The work tree is set, since its own may have gone, and git would go there first.
      environment: { GIT_DIR: candidate, GIT_WORK_TREE: candidate, GIT_NO_LAZY_FETCH: '1' },
    });
    if (has.ok) return candidate;
  }
  return null;
}

async function borrow(store: Scratch, kept: string, folder: string, commit: string): Promise<null> {
  const git = bindGit(folder, store.submodules.laying, store.signal);
  const { format, settings } = store.checkout;
  const objects = listObjectFolders(join(kept, 'objects'));
  const own = await createBorrower(folder, { format, from: kept, objects }, git);
  copySettings(settings, own);
  // The origin is set, since submodules of the submodule may have addresses relative to it.
  const origin = await store.checkout.git(['config', '--file', join(kept, 'config'), 'remote.origin.url']);
  if (origin.ok) addToConfig(own, [['remote.origin.url', origin.stdout]]);
  await checkOut(git, own, commit);
  return null;
}

/**
 * Updates a submodule over the network, with as little history as needed. Its address is in the revision's
 * `.gitmodules`. Git lets it name no folder of this machine, unless the user sets `protocol.file.allow`.
 *
 * @param environment knows the remote of the repository above, to which the address may be relative
 */
async function update(
  store: Scratch,
  top: string,
  { path, name, commit }: Submodule,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  if (name === null) return 'it has no entry in .gitmodules';
  const above = bindGit(top, environment, store.signal);
  const prepared = await above(['submodule', 'init', '--quiet', '--', path]);
  if (!prepared.ok) return explain(prepared);
  const fetch = bindGit(top, store.submodules.fetching, store.signal);
  const args = ['submodule', 'update', '--quiet', '--depth=1', '--', path];
  const done = await fetch(args, { timeoutMs: 180_000 });
  if (!done.ok) return explain(done);
  // Git has laid the files out, but it had the token, and so no filter.
  const folder = join(top, path);
  const git = bindGit(folder, store.submodules.laying, store.signal);
  const own = (await git(['rev-parse', '--absolute-git-dir'])).stdout;
  const { settings } = store.checkout;
  const inside: Git = (asked, options) => fetch(asked, { ...options, cwd: folder });
  await fetchFiles({ git: inside, checkout: { remote: 'origin', settings } }, commit);
  copySettings(settings, own);
  rmSync(join(own, 'index'));
  await checkOut(git, own, commit);
  return null;
}
