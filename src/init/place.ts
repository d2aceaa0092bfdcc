import { existsSync, realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { UserError } from '../errors.ts';
import { askGit, bindGit, type Git, gitEnvironment } from '../revision/git.ts';
import { findDefaultBranch } from '../revision/subject.ts';
import { readManifest } from './detection/node.ts';
import type { Files } from './files/files.ts';
import type { WorkflowForge } from './workflows/actions.ts';

/** The folder and the repository that the files are written to. */
export type ProjectPlace = {
  /** The repository's folder, or the folder itself outside of git. */
  root: string;
  /** Folder of tailgate.yml relative to `root`, with `/`; `.` when it is the same. */
  folder: string;
  forge: WorkflowForge;
  branch: string;
  /** True inside a git repository. */
  versioned: boolean;
  /** True where it has a commit, of which a try can have a fresh tree. */
  committed: boolean;
  /** Files that a commit would have, relative to `root`: true for tracked ones, false for new ones. Null outside of git. */
  known: ReadonlyMap<string, boolean> | null;
};

/**
 * Finds the repository, its default branch, and the kind of server that it is on.
 *
 * @throws UserError when the folder's path cannot stand in a workflow
 */
export async function findPlace(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  asked: WorkflowForge | undefined,
): Promise<ProjectPlace> {
  const here = realpathSync(directory);
  const git = bindGit(here, gitEnvironment(environment), signal);
  const found = (await askGit(git, 'rev-parse', '--show-toplevel')) || null;
  const root = found === null ? here : realpathSync(found);
  const folder = relative(root, here).split(sep).join('/') || '.';
  if (/\$\{\{|\p{Cc}/u.test(folder)) {
    throw new UserError({
      what: 'The name of this folder cannot stand in a workflow: it holds `${{` or a control character.',
      where: here,
      hint: 'Rename the folder, or write the workflow by hand: see docs/getting-started.md.',
    });
  }
  const remote = await askGit(git, 'config', '--get', 'remote.origin.url');
  const branch =
    (await findDefaultBranch(git)) ?? (await askGit(git, 'symbolic-ref', '--quiet', '--short', 'HEAD'));
  return {
    root,
    folder,
    forge: asked ?? guessForge(root, remote),
    // `branches:` takes patterns. A name with such characters is rare, so it is left to the user.
    branch: branch !== null && /^[\w./-]+$/.test(branch) ? branch : 'main',
    versioned: found !== null,
    committed: (await askGit(git, 'rev-parse', '--verify', '--quiet', 'HEAD')) !== null,
    known: found === null ? null : await listKnown(bindGit(root, gitEnvironment(environment), signal)),
  };
}

async function listKnown(git: Git): Promise<ReadonlyMap<string, boolean>> {
  const list = async (...which: string[]) =>
    (await git(['ls-files', '-z', ...which])).stdout.split('\0').filter(Boolean);
  const added = await list('--others', '--exclude-standard');
  const tracked = await list('--cached');
  return new Map([
    ...added.map((path) => [path, false] as const),
    ...tracked.map((path) => [path, true] as const),
  ]);
}

function guessForge(root: string, remote: string | null): WorkflowForge {
  if (existsSync(join(root, '.forgejo'))) return 'forgejo';
  if (existsSync(join(root, '.gitea'))) return 'gitea';
  const host = /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)/.exec(remote ?? '')?.[1]?.toLowerCase() ?? '';
  if (host === 'codeberg.org' || host.includes('forgejo')) return 'forgejo';
  if (host.includes('gitea')) return 'gitea';
  // What has no dot, or a word behind its last one, is an alias of SSH.
  const isPublic = /(?:^|\.)github\.com(?:-[\w-]+)?$|^[^.]+$|\.ghe\.com$/.test(host);
  return host.includes('github') && !isPublic ? 'ghes' : 'github';
}

/** A name for the suite of a subfolder, made from its path; null for the repository's own folder. */
export function nameSuite(folder: string): string | null {
  return folder === '.' ? null : (slug(folder) ?? 'service');
}

/**
 * A name for the suite of the repository's own folder: that of its package or module, else the folder's. A scope, the
 * path of a module and its major version are left out.
 */
export function nameProject(files: Files, root: string): string {
  const module = /^module[ \t]+"?([^\s"]+)/m.exec(files.read('go.mod') ?? '')?.[1];
  const names = [
    readManifest(files)?.name?.split('/').at(-1),
    module
      ?.replace(/\/v\d+$/, '')
      .split('/')
      .at(-1),
    /^name[ \t]*=[ \t]*["']([\w.-]+)["']/m.exec(files.read('pyproject.toml') ?? '')?.[1],
    basename(root),
  ];
  return names.map((name) => slug(name ?? '')).find((name) => name !== null) ?? 'service';
}

/** Makes a name of a suite or a scenario; null where nothing of the text can stand in one. */
export function slug(text: string): string | null {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .replace(/(?<!-)-+$/, '')
    .slice(0, 40);
  return name === '' ? null : name;
}
