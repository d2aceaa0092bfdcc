import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestFolder } from '../revision/fixture.ts';
import { createProject, type Project } from './project.ts';

/** A project in a repository of its own, with a temporary folder and a home that only its runs write to. */
export type Repository = Project & {
  git(...args: string[]): string;
  /** Writes files and commits all there is. @returns the commit */
  commit(files: Record<string, string>, message?: string): string;
  /** For `start` and `run`: the private folders. */
  environment: NodeJS.ProcessEnv;
  /** What runs have left behind in the private folders: workspaces, trees, state files. */
  leftovers(): string[];
  /** All files of the checkout and of `.git`, with what `git status` says. */
  fingerprint(): string[];
};

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgSign=false'];

/**
 * `files` are the first commit, on `main`. With `clone` the folder is a clone instead, made with these arguments.
 * `k6` is as in `createProject`.
 */
export function createRepository(
  files: Record<string, string>,
  { clone, k6 }: { clone?: string[]; k6?: 'real' } = {},
): Repository {
  const project = createProject({}, k6);
  const around = mkdtempSync(join(tmpdir(), 'tailgate-test-around-'));
  const [temp, home] = [join(around, 'tmp'), join(around, 'home')];
  for (const folder of [temp, home]) mkdirSync(folder);
  const environment = {
    TMPDIR: temp,
    RUNNER_TEMP: temp,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], {
      cwd: project.folder,
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const commit = (changes: Record<string, string>, message = 'more') => {
    for (const [name, text] of Object.entries(changes)) project.write(name, text);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  if (clone) git('clone', '--quiet', ...clone, '.');
  else {
    git('init', '--quiet', '--initial-branch=main');
    commit(files, 'first');
  }
  const inherit = (more?: NodeJS.ProcessEnv) => ({ ...environment, ...more });
  return {
    ...project,
    start: (args, more, size) => project.start(args, inherit(more), size),
    run: (args, more) => project.run(args, inherit(more)),
    git,
    commit,
    environment,
    leftovers: () => listFolder(temp),
    fingerprint: () => [
      git('--no-optional-locks', 'status', '--porcelain', '--ignored'),
      ...digestFolder(project.folder),
    ],
    remove() {
      project.remove();
      rmSync(around, { recursive: true, force: true });
    },
  };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A port that nobody listens on now. */
export function findPort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}
