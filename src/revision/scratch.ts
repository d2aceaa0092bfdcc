import { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Credentials, reachServer } from './authorization.ts';
import type { Checkout } from './checkout.ts';
import {
  askGit,
  bindGit,
  explain,
  FETCH,
  type Git,
  type GitSetting,
  gitEnvironment,
  hasTree,
  isObjectName,
  must,
} from './git.ts';

/**
 * Tailgate's own repository for one run. It borrows the user's objects. Fetched objects and the snapshot of the
 * user's changes go into it, so that not a byte of the user's repository changes.
 */
export type Scratch = {
  path: string;
  checkout: Checkout;
  /** Runs git in the store, with the login. Its remote is `origin`. */
  git: Git;
  /** Binds git to a folder, with the user's filters. These are programs, so they get no login. */
  bind(folder: string, places?: NodeJS.ProcessEnv): Git;
};

export async function openScratch(
  checkout: Checkout,
  folder: string,
  around: { environment: NodeJS.ProcessEnv; signal: AbortSignal; credentials: Credentials | null },
): Promise<Scratch> {
  const path = join(folder, 'store', '.git');
  const { top, remote, local, commonFolder: from } = checkout;
  const reach = (credentials: Credentials | null) =>
    reachServer(remote?.url ?? '', local, credentials, around.environment);
  const { url, environment: login } = reach(around.credentials);
  const { environment } = around.credentials ? around : reach(null);
  const filters = gitEnvironment(environment, listContents(local));
  const bind: Scratch['bind'] = (where, places = {}) =>
    bindGit(where, { ...filters, ...places }, around.signal);
  // Relative paths, such as that of a remote in a folder, start from the checkout.
  const git = bindGit(top, { ...login, GIT_DIR: path }, around.signal);
  await borrow(join(folder, 'store'), { from }, git);
  const origin = `[remote "origin"]\nurl = ${JSON.stringify(url)}\n`;
  if (remote !== null) appendFileSync(join(path, 'config'), origin);
  // Branches and tags, for `git describe` and messages. Git reads them, since they may be in any format.
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/replace'];
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', ...kinds];
  const listed = await checkout.git(args, { encoding: 'latin1' });
  const refs = must('The branches of the checkout could not be read', listed);
  writeFileSync(join(path, 'packed-refs'), refs && `${refs}\n`, 'latin1');
  return { path, checkout, git, bind };
}

export const NO_REMOTE = 'the repository has no remote';

/** Fetches a commit with its files, without history. @returns null if it is there, otherwise why not */
export async function fetchCommit({ git, checkout }: Scratch, commit: string): Promise<string | null> {
  if (!isObjectName(commit)) return 'it is not a full object name';
  if (await hasTree(git, commit)) return null;
  if (checkout.remote === null) return NO_REMOTE;
  const fetched = await git([...FETCH, '--depth=1', '--', 'origin', `${commit}:refs/tailgate/${commit}`]);
  return (await hasTree(git, commit)) ? null : explain(fetched);
}

/** Fetches a commit's LFS files from the server: its filter has no token. Files that are unavailable are reported there. */
export async function fetchFiles({ git, checkout }: Scratch, commit: string): Promise<void> {
  const hasLfs = await askGit(checkout.git, 'config', '--get-regexp', '^filter\\.lfs\\.');
  if (hasLfs && checkout.remote) await git(['lfs', 'fetch', 'origin', commit]);
}

/** Creates an empty repository without template files. @returns its git folder */
export async function createRepository(path: string, git: Git): Promise<string> {
  mkdirSync(path, { recursive: true });
  // GIT_DIR is unset: with it, git would not create `.git` in the given folder. References are written as a file.
  const environment = { GIT_DIR: undefined, GIT_DEFAULT_REF_FORMAT: 'files' };
  const made = await git(['init', '--quiet', '--template=', path], { cwd: path, environment });
  must(`No repository could be created at ${path}`, made);
  mkdirSync(join(path, '.git', 'info'), { recursive: true });
  return join(path, '.git');
}

/** Git folder whose objects are borrowed, and others whose objects it borrows in turn. */
export type Lender = { from: string; others?: string[] };

/**
 * Creates a repository that borrows objects, as `git clone --shared` does. That would copy a shallow clone, and read
 * what a partial one lacks into the clone itself.
 */
export async function borrow(path: string, lender: Lender, git: Git): Promise<void> {
  const { from, others = [] } = lender;
  const own = await createRepository(path, git);
  const lines = [from, ...others].map((folder) => `${join(folder, 'objects')}\n`);
  writeFileSync(join(own, ALTERNATES), lines.join(''));
  for (const name of ['shallow', 'packed-refs', 'info/exclude', 'info/attributes'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(own, name));
}

export const ALTERNATES = 'objects/info/alternates';

/** Settings for the contents of files: line endings, LFS and other filters, and what git found out about the file system. */
const CONTENTS =
  /^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+|filemode|symlinks|ignorecase|precomposeunicode)|(filter|lfs)\..+)$/;

export function listContents(local: readonly GitSetting[]): GitSetting[] {
  return local.filter(([key]) => CONTENTS.test(key));
}
