import { existsSync } from 'node:fs';
import { askGit, bindGit, explain, findCommit, type Git, type GitSetting, gitEnvironment } from './git.ts';

/** The user's repository, as far as Tailgate reads it. Nothing is ever written to it. */
export type Checkout = {
  /** Real path of the work tree. */
  top: string;
  /** The configuration's folder relative to `top`: empty, or `services/api`. */
  prefix: string;
  /** Git folder of this work tree, with its index; in a linked work tree it is not the `commonFolder`. */
  gitFolder: string;
  commonFolder: string;
  isShallow: boolean;
  /** Commit and branch that are checked out, or null. */
  head: string | null;
  branch: string | null;
  /** `origin`, otherwise the only remote, or null. */
  remote: { name: string; url: string } | null;
  /** Settings in the repository's own files, which code under test may have written. */
  local: GitSetting[];
  git: Git;
};

/** Why there is no base, as a code and a sentence. */
export type NoBase = {
  kind: 'none';
  reason: /** There is no git, or one too old to take its configuration from the environment. */
    | 'no-git'
    | 'no-repository'
    | 'foreign-repository'
    | 'no-commit'
    | 'root-commit'
    | 'unknown-branch'
    | 'unrelated'
    /** There is a base, but this clone lacks it. */
    | 'unobtainable';
  message: string;
  hint?: string;
};

/** Finds the repository that contains `directory`. */
export async function findCheckout(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Checkout | NoBase> {
  const git = bindGit(directory, gitEnvironment(environment), signal);
  const version = await git(['--version']);
  const [, major, minor] = version.stdout.match(/(?<!\d)(\d+)\.(\d+)/) ?? [];
  if (!existsSync(`${directory}/.`)) return refuse(directory, explain(version));
  if (Number(major ?? 0) * 1000 + Number(minor ?? 0) < 2032) {
    const message = 'No working git 2.32 or newer was found on the PATH.';
    return { kind: 'none', reason: 'no-git', message };
  }
  const places = ['--show-toplevel', '--show-prefix', '--absolute-git-dir', '--git-common-dir'];
  const asked = ['--path-format=absolute', ...places, '--is-shallow-repository'];
  const found = await git(['rev-parse', ...asked]);
  const [top = '', prefix = '', gitFolder = '', commonFolder = '', shallow, more] = found.stdout.split('\n');
  if (!found.ok || top === '') return refuse(directory, explain(found), found.stderr);
  if (more !== undefined) return refuse(directory, 'its path contains a line break');
  const [head, branch, listed] = await Promise.all([
    findCommit(git, 'HEAD'),
    askGit(git, 'symbolic-ref', '--quiet', 'HEAD'),
    git(['config', '--local', '--includes', '--list', '-z']),
  ]);
  // A key, and on the next line its value. A key alone means true.
  const entries = listed.stdout.split('\0').filter((entry) => entry !== '');
  const local = entries.map((entry): GitSetting => {
    const end = entry.indexOf('\n');
    return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
  });
  return {
    top,
    prefix: prefix.replace(/\/$/, ''),
    gitFolder,
    commonFolder,
    isShallow: shallow !== 'false',
    head,
    branch: branch?.replace(/^refs\/heads\//, '') ?? null,
    remote: chooseRemote(local),
    local,
    git,
  };
}

function refuse(directory: string, words: string, stderr = ''): NoBase {
  const message = `${directory} is not in the work tree of a readable git repository (${words}).`;
  const hint = /git config --global --add safe\.directory .+/.exec(stderr)?.[0];
  return hint === undefined
    ? { kind: 'none', reason: 'no-repository', message }
    : { kind: 'none', reason: 'foreign-repository', message, hint };
}

/** Chooses `origin`, otherwise the only remote. Names that git could mistake for an option are left out. */
function chooseRemote(local: readonly GitSetting[]): Checkout['remote'] {
  const urls = local.filter(([key]) => /^remote\.\w[\w./-]*\.url$/.test(key));
  const found =
    urls.find(([key]) => key === 'remote.origin.url') ?? (urls.length === 1 ? urls[0] : undefined);
  if (found === undefined) return null;
  return { name: found[0].slice('remote.'.length, -'.url'.length), url: found[1] };
}
