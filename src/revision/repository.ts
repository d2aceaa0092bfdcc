import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, type GitSetting, must } from './git.ts';

/** Creates an empty repository with the user's hash, and without the files of a template. @returns its git folder */
export async function createRepository(
  path: string,
  { format }: { format: string },
  git: Git,
  bare: boolean,
): Promise<string> {
  mkdirSync(path, { recursive: true });
  const args = [
    'init',
    '--quiet',
    '--template=',
    `--object-format=${format}`,
    bare ? '--bare' : '--no-bare',
    path,
  ];
  // GIT_DIR is unset: with it git would not make `.git` in the given folder. References are written as a file.
  const environment = { GIT_DIR: undefined, GIT_DEFAULT_REF_FORMAT: 'files' };
  must(`No repository could be made at ${path}`, await git(args, { cwd: path, environment }));
  const gitFolder = bare ? path : join(path, '.git');
  mkdirSync(join(gitFolder, 'info'), { recursive: true });
  return gitFolder;
}

/** Git folder whose objects are borrowed, and others whose objects it borrows. */
type Lender = { format: string; from: string; others?: string[] };

/**
 * Creates a repository that borrows objects, as `git clone --shared` does. That would copy a shallow clone, and read
 * what a partial one lacks into the clone itself.
 */
export async function borrow(path: string, lender: Lender, git: Git, bare = false): Promise<void> {
  const { from, others = [] } = lender;
  const own = await createRepository(path, lender, git, bare);
  const lines = [from, ...others].map((folder) => `${join(folder, 'objects')}\n`);
  writeFileSync(join(own, ALTERNATES), lines.join(''));
  for (const name of ['shallow', 'packed-refs', 'info/exclude', 'info/attributes'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(own, name));
}

export const ALTERNATES = 'objects/info/alternates';

/** Settings for contents of files: line ends, LFS and other filters, and what git found out about the file system. */
const CONTENTS =
  /^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+|filemode|symlinks|ignorecase|precomposeunicode)|(filter|lfs)\..+)$/;

export function listContents(local: readonly GitSetting[]): GitSetting[] {
  return local.filter(([key]) => CONTENTS.test(key));
}

/**
 * Lays a commit out in a repository of its own, by `at`. Git that a build calls there finds the address of the remote,
 * without a user in it, and the filters: else `git describe --dirty` would take their work for a change.
 */
export async function layOutCommit(
  path: string,
  commit: string,
  lender: Lender & { url: string | null; local: readonly GitSetting[] },
  at: Git,
): Promise<void> {
  await borrow(path, lender, at);
  const what = `The files of ${commit.slice(0, 10)} could not be laid out`;
  must(what, await at(['checkout', '--quiet', '--force', '--detach', commit]));
  const url = lender.url?.replace(/^(https?:\/\/)[^/]*@/, '$1');
  const settings = [...listContents(lender.local), ...(url ? [['remote.origin.url', url] as const] : [])];
  for (const [key, value] of settings) must(what, await at(['config', '--replace-all', key, value]));
}

/** Lists the submodules of a tree that lie within it: a link on the way could lead out. */
export async function listSubmodules(git: Git, top: string): Promise<{ commit: string; path: string }[]> {
  const { stdout } = await git(['ls-files', '-z', '--stage']);
  const links = [...stdout.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t\0]*\t([^\0]*)/g)];
  return links
    .map(([, commit, path]) => ({ commit: commit!, path: path! }))
    .filter(({ path }) => {
      const folder = join(top, path);
      return existsSync(folder) && realpathSync(folder) === join(realpathSync(top), path);
    });
}
