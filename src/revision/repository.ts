import { appendFileSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { explain, type Git, type GitSetting } from './git.ts';

/** Creates an empty repository with the user's hash, and without the files of a template. @returns its git folder */
export async function createRepository(
  path: string,
  { format }: { format: string },
  git: Git,
  bare: boolean,
): Promise<string> {
  mkdirSync(path, { recursive: true });
  const kind = bare ? ['--bare'] : [];
  const args = ['init', '--quiet', '--template=', `--object-format=${format}`, ...kind, path];
  // GIT_DIR is unset: with it git would not make `.git` in the given folder.
  const made = await git(args, { cwd: path, environment: { GIT_DIR: undefined } });
  if (!made.ok) {
    throw new UserError({
      what: `No git repository could be made: ${explain(made)}.`,
      where: path,
      exitCode: 3,
    });
  }
  const gitFolder = bare ? path : join(path, '.git');
  mkdirSync(join(gitFolder, 'info'), { recursive: true });
  mkdirSync(join(gitFolder, 'objects', 'info'), { recursive: true });
  return gitFolder;
}

/**
 * Creates a repository that borrows objects. Its history is cut off where that at `from` is. It has the same ignore
 * rules and attributes that are kept beside the repository's files.
 *
 * @returns its git folder
 */
export async function createBorrower(
  path: string,
  {
    format,
    from,
    objects,
    bare = false,
  }: { format: string; from: string; objects: string[]; bare?: boolean },
  git: Git,
): Promise<string> {
  const gitFolder = await createRepository(path, { format }, git, bare);
  borrowObjects(gitFolder, objects);
  for (const name of ['shallow', 'info/exclude', 'info/attributes']) {
    copyIfThere(join(from, name), join(gitFolder, name));
  }
  return gitFolder;
}

export function borrowObjects(gitFolder: string, folders: readonly string[]): void {
  // Each is on a line of its own.
  const lines = folders.map((one) => `${one.includes('\n') ? quote(one) : one}\n`);
  writeFileSync(join(gitFolder, 'objects', 'info', 'alternates'), lines.join(''));
}

/** Settings for contents of files. Without them `git describe --dirty` would take a filter's work for a change. */
const ABOUT_CONTENTS =
  /^(filter\..+|core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|longpaths))$/;

export function copySettings(settings: readonly GitSetting[], gitFolder: string): void {
  addToConfig(
    gitFolder,
    settings.filter(([key]) => ABOUT_CONTENTS.test(key)),
  );
}

/** Writes settings into the configuration file itself. A command line would show the values. */
export function addToConfig(gitFolder: string, settings: readonly GitSetting[]): void {
  const entries = settings.map(([key, value]) => {
    const [, section, subsection, name] = key.match(/^([^.]+)\.(?:(.*)\.)?([^.]+)$/s)!;
    return `[${section}${subsection === undefined ? '' : ` ${quote(subsection)}`}]\n\t${name} = ${quote(value)}\n`;
  });
  appendFileSync(join(gitFolder, 'config'), entries.join(''));
}

/** Quotes a text as git reads it in its files. */
function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to);
}

/** Fills the empty work tree of the repository at `own` with a commit. @throws UserError */
export async function checkOut(git: Git, own: string, commit: string): Promise<void> {
  writeFileSync(join(own, 'HEAD'), `${commit}\n`);
  const filled = await git(['reset', '--hard', '--quiet']);
  if (filled.ok) return;
  throw new UserError({
    what: `The files of ${commit.slice(0, 10)} could not be laid out: ${explain(filled)}.`,
    hint: 'Is the disk full, or a file of the revision not in this clone?',
    exitCode: 3,
  });
}
