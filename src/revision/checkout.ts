import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quoteWord } from '../processes/shell-words.ts';
import { askGit, bindGit, explain, findCommit, type Git, type GitSetting, gitEnvironment } from './git.ts';

/** The user's repository, as far as Tailgate reads it. Nothing is ever written into it. */
export type Checkout = {
  /** Real path of the work tree. */
  top: string;
  /** The configuration's folder below `top`: empty, or `services/api`. */
  prefix: string;
  /** Git folder of this work tree, with its index; in a linked work tree not the `commonFolder`. */
  gitFolder: string;
  commonFolder: string;
  /** Object folders: the repository's own and all it borrows from, absolute. */
  objects: string[];
  /** Name of the hash, `sha1` or `sha256`. */
  format: string;
  /** Commit that is checked out, or null before the first. */
  head: string | null;
  /** Branch that is checked out, or null. */
  branch: string | null;
  /** Name of the remote to fetch from, or null. */
  remote: string | null;
  /** Settings of git here: of the system, the user and the repository, conditions resolved. */
  settings: GitSetting[];
  /** Settings without those of the repository's own files, which code under test may have written. */
  userSettings: GitSetting[];
  git: Git;
};

/** Reason why there is no base: a code, with git's own words or ours. */
export type NoBase = {
  kind: 'none';
  reason:
    | 'no-git'
    /** Git is older than 2.32 and cannot take its configuration from the environment. */
    | 'old-git'
    | 'no-repository'
    /** Git refuses to read a repository of another user. */
    | 'foreign-repository'
    /** Nothing is committed yet. */
    | 'no-commit'
    | 'root-commit'
    | 'unknown-branch'
    | 'unrelated'
    /** A base exists but could not be fetched. */
    | 'unobtainable';
  /** One sentence. */
  message: string;
  hint?: string;
};

/** Finds the repository that `directory` is in. */
export async function findCheckout(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Checkout | NoBase> {
  const git = bindGit(directory, gitEnvironment(environment), signal);
  const version = await git(['--version']);
  const [, major, minor] = version.stdout.match(/(?<!\d)(\d+)\.(\d+)/) ?? [];
  if (!existsSync(`${directory}/.`)) return refuse(directory, explain(version), '');
  if (major === undefined) {
    return { kind: 'none', reason: 'no-git', message: 'There is no working git on PATH.' };
  }
  if (Number(major) * 1000 + Number(minor) < 2032) {
    const message = `Git ${major}.${minor} is too old to lay out a base revision; 2.32 or newer is needed.`;
    return { kind: 'none', reason: 'old-git', message };
  }
  const top = await git(['rev-parse', '--show-toplevel']);
  if (!top.ok || top.stdout === '') return refuse(directory, explain(top), top.stderr);
  const ask = async (...args: string[]) => (await git(['rev-parse', ...args])).stdout;
  const [prefix, gitFolder, commonFolder, objects, format] = await Promise.all([
    ask('--show-prefix'),
    ask('--absolute-git-dir'),
    ask('--git-common-dir'),
    ask('--git-path', 'objects'),
    ask('--show-object-format'),
  ]);
  const [head, branch, settings] = await Promise.all([
    findCommit(git, 'HEAD'),
    askGit(git, 'symbolic-ref', '--quiet', 'HEAD'),
    listSettings(git),
  ]);
  const all = settings.map(({ setting }) => setting);
  return {
    top: top.stdout,
    prefix: prefix.replace(/\/$/, ''),
    gitFolder,
    commonFolder: resolve(directory, commonFolder),
    objects: listObjectFolders(resolve(directory, objects)),
    format,
    head,
    branch: branch?.replace(/^refs\/heads\//, '') ?? null,
    remote: chooseRemote(all),
    settings: all,
    userSettings: settings.filter(({ scope }) => isUsers(scope)).map(({ setting }) => setting),
    git,
  };
}

function refuse(directory: string, words: string, stderr: string): NoBase {
  // Git's advice names the setting in every language.
  if (stderr.includes('safe.directory')) {
    return {
      kind: 'none',
      reason: 'foreign-repository',
      message: `The repository at ${directory} belongs to another user, and git refuses to read it.`,
      // Git's line has the top of the repository, and quotes it.
      hint:
        /git config --global --add safe\.directory .+/.exec(stderr)?.[0] ??
        `git config --global --add safe.directory ${quoteWord(directory)}`,
    };
  }
  const message = `${directory} is not in the work tree of a git repository (${words}).`;
  return { kind: 'none', reason: 'no-repository', message };
}

type ScopedSetting = { scope: string; setting: GitSetting };

/** Lists git's settings, each with its scope: `system`, `global`, `local`, `worktree`, `command`. */
async function listSettings(git: Git): Promise<ScopedSetting[]> {
  const { stdout } = await git(['config', '--list', '--show-scope', '-z']);
  const fields = stdout.split('\0');
  const settings: ScopedSetting[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope, entry] = [fields[index]!, fields[index + 1]!];
    const end = entry.indexOf('\n');
    // A key without a value means true.
    const [key, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    // A repository may not say that it can be trusted. Git itself does the same.
    if (!key.startsWith('safe.') || isUsers(scope)) settings.push({ scope, setting: [key, value] });
  }
  return settings;
}

function isUsers(scope: string): boolean {
  return ['system', 'global', 'command'].includes(scope);
}

/** Lists the settings of the user and the system. There need not be a repository. */
export async function listUserSettings(git: Git): Promise<GitSetting[]> {
  const settings = await listSettings(git);
  return settings.filter(({ scope }) => isUsers(scope)).map(({ setting }) => setting);
}

/** Chooses `origin`, else the only remote. Names that git could take for an option are left out. */
function chooseRemote(settings: readonly GitSetting[]): string | null {
  const names = new Set(settings.flatMap(([key]) => key.match(/^remote\.(\w[\w./-]*)\.url$/)?.[1] ?? []));
  if (names.has('origin')) return 'origin';
  return names.size === 1 ? [...names][0]! : null;
}

/** Lists a folder of objects and all folders it borrows from, by its `info/alternates`. Git follows five levels. */
export function listObjectFolders(folder: string, depth = 0): string[] {
  let text = '';
  try {
    if (depth < 5) text = readFileSync(join(folder, 'info', 'alternates'), 'utf8');
  } catch {
    // The folder borrows from none.
  }
  const others = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => listObjectFolders(resolve(folder, line), depth + 1));
  return [...new Set([folder, ...others])];
}
