import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorize, type Credentials } from './authorization.ts';
import type { Checkout } from './checkout.ts';
import { bindGit, type Git, type GitSetting, ownEnvironment } from './git.ts';
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
  environment: NodeJS.ProcessEnv;
  /** Environment for the repository of a submodule, which has remotes of its own. */
  submoduleEnvironment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Runs git in the store. Relative paths, as of a remote in a folder, start from the checkout. */
  git: Git;
  /** Tells whether history is cut off somewhere, by the user's clone or by a fetch into the store. */
  isShallow(): boolean;
};

/**
 * Settings of the user's that matter to a fetch and to the contents of a work tree: credentials, proxies, `insteadOf`,
 * line ends, LFS and other filters. Settings that name other programs to run, a work tree or an extension are left out.
 */
const HANDED_OVER =
  /^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+|sshcommand|gitproxy|askpass)|(filter|lfs|http|credential|url|ssh|protocol|remote|safe)\.)/;

export async function openScratch(
  checkout: Checkout,
  folder: string,
  around: { environment: NodeJS.ProcessEnv; signal: AbortSignal; credentials: Credentials | null },
): Promise<Scratch> {
  const path = join(folder, 'store.git');
  const handed = checkout.settings.filter(([key]) => HANDED_OVER.test(key));
  const bind = (environment: NodeJS.ProcessEnv) =>
    bindGit(checkout.top, { ...environment, GIT_DIR: path }, around.signal);
  const git = bind(ownEnvironment(around.environment, handed));
  const { format, commonFolder: from, objects } = checkout;
  await createBorrower(path, { format, from, objects, bare: true }, git);
  await copyRefs(checkout, path);
  const header = await authorize(await expandRemote(checkout), git, around.credentials);
  const settings = header === null ? handed : [...withoutPlanted(handed, checkout), header];
  const environment = ownEnvironment(around.environment, settings);
  return {
    path,
    checkout,
    objects: [join(path, 'objects'), ...checkout.objects],
    environment,
    submoduleEnvironment: ownEnvironment(
      around.environment,
      settings.filter(([key]) => !key.startsWith('remote.')),
    ),
    signal: around.signal,
    git: bind(environment),
    isShallow: () => existsSync(join(path, 'shallow')),
  };
}

/** Settings of a connection that earlier code under test may have written into the repository. */
const CONNECTION = /^(core\.(sshcommand|gitproxy|askpass)|(http|credential|url|protocol)\.)/;

/** Leaves out planted settings: on a machine that keeps its workspace a planted proxy would get the token. */
function withoutPlanted(settings: GitSetting[], { userSettings }: Checkout): GitSetting[] {
  return settings.filter(
    (setting) =>
      userSettings.includes(setting) || !CONNECTION.test(setting[0]) || setting[0].endsWith('.extraheader'),
  );
}

/** Copies branches and tags, for `git describe` and messages. Git reads them, since they may be in any format. */
async function copyRefs({ git }: Checkout, path: string): Promise<void> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/replace'];
  const options = { encoding: 'latin1' as const };
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', ...kinds], options);
  const text = stdout === '' ? '' : `${stdout}\n`;
  writeFileSync(join(path, 'packed-refs'), text, 'latin1');
}

/** Finds the remote's URL as git uses it, `insteadOf` applied. */
async function expandRemote({ remote, git }: Checkout): Promise<string | null> {
  return remote === null ? null : (await git(['ls-remote', '--get-url', remote])).stdout;
}
