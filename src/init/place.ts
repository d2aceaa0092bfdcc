import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../errors.ts';
import { askGit, bindGit, gitEnvironment } from '../revision/git.ts';
import { findDefaultBranch } from '../revision/subject.ts';
import type { WorkflowForge } from './workflows/actions.ts';

/**
 * Where the files are written. `folder`: of tailgate.yml, below `root`, with `/`; `.` if it is the same. `suite`: named after
 * either. `forge`: null on a server that does not run GitHub's workflows. `known`: files that a commit would contain.
 */
export type ProjectPlace = Record<'root' | 'folder' | 'suite' | 'branch', string> & {
  forge: WorkflowForge | null;
  known: ReadonlySet<string>;
};

/** Finds the place of a folder. @throws UserError outside of a repository, and if no workflow can use its path */
export async function findPlace(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  asked: WorkflowForge | undefined,
): Promise<ProjectPlace> {
  const where = realpathSync(directory);
  const git = bindGit(where, gitEnvironment(environment), signal);
  const found = await askGit(git, 'rev-parse', '--show-toplevel');
  const none = 'This folder is not in a git repository, and Tailgate compares commits.';
  const hint = 'Run `git init` first; no commit is needed yet.';
  if (!found) throw new UserError({ what: none, where, hint });
  const root = realpathSync(found);
  const folder = relative(root, where).split(sep).join('/') || '.';
  const what = 'A workflow cannot use a folder whose name contains `${{` or a control character.';
  if (/\$\{\{|\p{Cc}/u.test(folder)) throw new UserError({ what, where });
  const remote = await askGit(git, 'config', '--get', 'remote.origin.url');
  const branch =
    (await findDefaultBranch(git)) ?? (await askGit(git, 'symbolic-ref', '--quiet', '--short', 'HEAD'));
  const at = readRemote(remote);
  const top = bindGit(root, gitEnvironment(environment), signal);
  const { stdout } = await top(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return {
    root,
    folder,
    suite: nameSuite(folder) ?? slug(basename(at?.path ?? root)) ?? 'service',
    forge: asked ?? guessForge(at?.host ?? ''),
    // `branches:` takes patterns. A name with such characters is rare, so it is left to the user.
    branch: branch !== null && /^[\w./-]+$/.test(branch) ? branch : 'main',
    known: new Set(stdout.split('\0').filter(Boolean)),
  };
}

function guessForge(host: string): WorkflowForge | null {
  if (/gitlab|bitbucket|gitea|forgejo|codeberg|azure|visualstudio/.test(host)) return null;
  // A name without a dot, or without a word after its last one, is an SSH alias.
  const isServer = /github/.test(host) && !/(?:^|\.)github\.com(?:-[\w-]+)?$|^[^.]+$|\.ghe\.com$/.test(host);
  return isServer ? 'ghes' : 'github';
}

/** Reads host and path of a remote: `https://github.com/o/r.git`, `git@github.com:o/r`. */
function readRemote(remote: string | null): { host: string; path: string } | null {
  const url = remote ?? '';
  const [, host, path] =
    /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[/:]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return host && path ? { host: host.toLowerCase(), path } : null;
}

/** Finds what a workflow uses: the repository and commit of this clone. Its jobs get a token, so no name is guessed: null. */
export async function findUses(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  own = join(dirname(fileURLToPath(import.meta.url)), '../..'),
): Promise<string | null> {
  const git = bindGit(own, gitEnvironment(environment), signal);
  const top = await askGit(git, 'rev-parse', '--show-toplevel');
  const remote = readRemote(await askGit(git, 'config', '--get', 'remote.origin.url'));
  const commit = await askGit(git, 'rev-parse', '--verify', '--quiet', 'HEAD');
  const pushed = await askGit(git, 'for-each-ref', '--contains=HEAD', 'refs/remotes/origin', 'refs/tags');
  const isOwn = top && realpathSync(top) === realpathSync(own) && remote && pushed;
  return isOwn ? `${remote.path}@${commit}` : null;
}

/** A name for the suite of a subfolder, made from its path; null for the repository's own folder. */
export function nameSuite(folder: string): string | null {
  return folder === '.' ? null : (slug(folder) ?? 'service');
}

/** Makes a name for a suite or a scenario; null if nothing of the text can be part of one. */
export function slug(text: string): string | null {
  const words = text.toLowerCase().replace(/[^a-z0-9_]+/g, '-');
  const short = words.replace(/^[^a-z]+/, '').slice(0, 40);
  return short.replace(/(?<!-)-+$/, '') || null;
}
