import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
  const how = ['--template=', `--object-format=${format}`, bare ? '--bare' : '--no-bare'];
  // GIT_DIR is unset: with it git would not make `.git` in the given folder. References are written as a file.
  const environment = { GIT_DIR: undefined, GIT_DEFAULT_REF_FORMAT: 'files' };
  must(
    `No repository could be made at ${path}`,
    await git(['init', '--quiet', ...how, path], { cwd: path, environment }),
  );
  const gitFolder = bare ? path : join(path, '.git');
  mkdirSync(join(gitFolder, 'info'), { recursive: true });
  return gitFolder;
}

/** Git folder whose objects are borrowed, and others whose objects it borrows. */
export type Lender = { format: string; from: string; others?: string[] };

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
