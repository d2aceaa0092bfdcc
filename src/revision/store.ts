import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { bindGit, type Git, type GitSetting, ownEnvironment } from './git.ts';
import { borrowObjects, copyIfThere, copyInfo, createRepository } from './repository.ts';

/**
 * Tailgate's own bare repository for one run. It borrows the user's objects, and takes what is fetched and the
 * snapshot of the user's changes, so that not a byte of the user's repository changes.
 */
export type Store = {
  path: string;
  checkout: Checkout;
  /** Folders of objects that an arm must borrow from. */
  objects: string[];
  environment: NodeJS.ProcessEnv;
  /** The same for the repository of a submodule, which has remotes of its own. */
  submoduleEnvironment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Git in the store; relative paths, as of a remote in a folder, are those of the checkout. */
  git: Git;
  /** Whether history is cut off somewhere, by the user's clone or by a fetch into the store. */
  isShallow(): boolean;
};

/** Token for the server that holds the repository, and that server's address, such as `https://github.com`. */
export type Credentials = { token: string; serverUrl: string };

/**
 * Settings of the user's that matter to a fetch and to the contents of a work tree: credentials, proxies, `insteadOf`,
 * line ends, LFS and other filters. None that name a program to be run beside these, a work tree or an extension.
 */
const HANDED_OVER =
  /^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+|sshcommand|gitproxy|askpass)|(filter|lfs|http|credential|url|ssh|protocol|remote|safe)\.)/;

export async function openStore(
  checkout: Checkout,
  folder: string,
  around: { environment: NodeJS.ProcessEnv; signal: AbortSignal; credentials: Credentials | null },
): Promise<Store> {
  const path = join(folder, 'store.git');
  const handed = checkout.settings.filter(([key]) => HANDED_OVER.test(key));
  const bind = (environment: NodeJS.ProcessEnv) =>
    bindGit(checkout.top, { ...environment, GIT_DIR: path }, around.signal);
  const git = bind(ownEnvironment(around.environment, handed));
  await createRepository(path, checkout, git, true);
  borrowObjects(path, checkout.objects);
  await copyRefs(checkout, path);
  copyIfThere(join(checkout.commonFolder, 'shallow'), join(path, 'shallow'));
  copyInfo(checkout.commonFolder, path);
  const header = await authorize(checkout, git, around.credentials);
  const settings = header === null ? handed : [...handed, header];
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

/** Branches and tags, for `git describe` and names in messages; read by git, as they may be in any format. */
async function copyRefs({ git }: Checkout, path: string): Promise<void> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes', 'refs/replace'];
  const options = { encoding: 'latin1' as const };
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', ...kinds], options);
  const text = stdout === '' ? '' : `${stdout}\n`;
  writeFileSync(join(path, 'packed-refs'), text, 'latin1');
}

/**
 * The header that carries the token, or null: where there is none, where the remote is another server, and where the
 * user's configuration has one already, as GitHub refuses a request with two.
 */
async function authorize(
  { remote, git: read }: Checkout,
  git: Git,
  credentials: Credentials | null,
): Promise<GitSetting | null> {
  if (credentials === null || remote === null) return null;
  const expanded = await read(['ls-remote', '--get-url', remote]);
  const [url, server] = [expanded.stdout, credentials.serverUrl].map(parseUrl);
  if (!url || !server || url.username !== '' || url.origin !== server.origin) return null;
  const present = await git(['config', '--get-urlmatch', 'http.extraheader', url.href]);
  if (present.stdout !== '') return null;
  const login = Buffer.from(`x-access-token:${credentials.token}`).toString('base64');
  return [`http.${url.origin}/.extraheader`, `AUTHORIZATION: basic ${login}`];
}

function parseUrl(text: string): URL | null {
  // `git@host:path` is a URL too to some parsers, but carries no headers.
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : null;
}
