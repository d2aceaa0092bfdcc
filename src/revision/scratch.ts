import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { authorize, CONNECTION, type Credentials, trustConnection } from './authorization.ts';
import type { Checkout } from './checkout.ts';
import { bindGit, explain, type Git, ownEnvironment } from './git.ts';
import { createBorrower } from './repository.ts';

/**
 * Tailgate's own bare repository for one run. It borrows the user's objects. Fetched objects and the snapshot of the
 * user's changes go into it, so that not a byte of the user's repository changes.
 */
export type Scratch = {
  path: string;
  checkout: Checkout;
  /** Folders of objects that an arm must borrow from. */
  objects: string[];
  /** Environment to lay files out: with the user's filters, which are programs, and so without the token. */
  environment: NodeJS.ProcessEnv;
  /** Environments for the repository of a submodule, which has remotes of its own. */
  submodules: { laying: NodeJS.ProcessEnv; fetching: NodeJS.ProcessEnv };
  signal: AbortSignal;
  /**
   * Runs git in the store, with the token and without filters. Relative paths, as of a remote in a folder, start from
   * the checkout.
   */
  git: Git;
  /** Tells whether history is cut off somewhere, by the user's clone or by a fetch into the store. */
  isShallow(): boolean;
};

/** Settings of the user's for the contents of a work tree: line ends, LFS and other filters, which are programs. */
const CONTENTS =
  /^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+)|(filter|lfs)\.)/;

/** Settings that name a remote and what a partial clone of it lacks. Others name programs and proxies. */
const REMOTE = /^remote\..+\.(url|fetch|promisor|partialclonefilter)$/;

export async function openScratch(
  checkout: Checkout,
  folder: string,
  around: { environment: NodeJS.ProcessEnv; signal: AbortSignal; credentials: Credentials | null },
): Promise<Scratch> {
  const path = join(folder, 'store.git');
  const { format, commonFolder: from, objects, remote, settings } = checkout;
  const bind = (environment: NodeJS.ProcessEnv) =>
    bindGit(checkout.top, { ...environment, GIT_DIR: path }, around.signal);
  const url = remote === null ? '' : settings.find(([key]) => key === `remote.${remote}.url`)![1];
  const hasToken = around.credentials !== null;
  const remotes = settings.filter(([key]) => (hasToken ? REMOTE.test(key) : key.startsWith('remote.')));
  const connection = hasToken
    ? trustConnection(checkout, url)
    : settings.filter(([key]) => CONNECTION.test(key));
  const git = bind(ownEnvironment(around.environment, [...connection, ...remotes]));
  await createBorrower(path, { format, from, objects, bare: true }, git);
  await copyRefs(checkout, path);
  // The URL is asked of this git, so that only an `insteadOf` that it obeys is applied.
  const expanded = remote === null ? null : (await git(['ls-remote', '--get-url', remote])).stdout;
  const header = await authorize(expanded, git, around.credentials);
  const contents = settings.filter(([key]) => CONTENTS.test(key));
  const laying = [...contents, ...connection.filter(([key]) => !(hasToken && key.endsWith('.extraheader')))];
  const fetching = [...connection, ...(header === null ? [] : [header])];
  return {
    path,
    checkout,
    objects: [join(path, 'objects'), ...checkout.objects],
    environment: ownEnvironment(around.environment, [...laying, ...remotes]),
    submodules: {
      laying: ownEnvironment(around.environment, laying),
      fetching: ownEnvironment(around.environment, fetching),
    },
    signal: around.signal,
    git: bind(ownEnvironment(around.environment, [...fetching, ...remotes])),
    isShallow: () => existsSync(join(path, 'shallow')),
  };
}

/** Copies branches and tags, for `git describe` and messages. Git reads them, since they may be in any format. */
async function copyRefs({ git }: Checkout, path: string): Promise<void> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/replace'];
  const options = { encoding: 'latin1' as const };
  const listed = await git(['for-each-ref', '--format=%(objectname) %(refname)', ...kinds], options);
  if (!listed.ok) {
    const what = `The branches of the checkout could not be read: ${explain(listed)}.`;
    throw new UserError({ what, hint: 'Was it moved or removed meanwhile?', exitCode: 3 });
  }
  const text = listed.stdout === '' ? '' : `${listed.stdout}\n`;
  writeFileSync(join(path, 'packed-refs'), text, 'latin1');
}
