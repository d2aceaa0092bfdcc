/** Real repositories in temporary folders, and servers with a pull request. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { IDENTITY } from '../../src/revision/git.ts';
import { choosePair, type PairRequest } from '../../src/revision/pair.ts';
import * as folders from '../folders.ts';

export const makeFolder = () => folders.makeFolder('revision');

let home = makeFolder();

/** The user's environment, with a home of its own, so that no configuration of this machine plays a part. */
export const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  /** Each file of tests has another. */
  get HOME() {
    if (!fs.existsSync(home)) home = makeFolder();
    return home;
  },
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Lets git take submodules from folders of this machine, as its user may. */
export const trusting = (key = 'protocol.file.allow', value = 'always') => ({
  ...environment,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: key,
  GIT_CONFIG_VALUE_0: value,
});

export function git(cwd: string, ...args: string[]): string {
  const env = { ...trusting(), ...IDENTITY };
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(folder, name)), { recursive: true });
    fs.writeFileSync(join(folder, name), text);
  }
}

export function commit(folder: string, files: Record<string, string>, message = 'more'): string {
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/** A repository on `main` with one commit. */
export function makeRepository(files: Record<string, string> = { 'server.js': 'one\n' }): string {
  const folder = join(makeFolder(), 'shop');
  fs.mkdirSync(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  commit(folder, files, 'first');
  return folder;
}

/** A server that allows what GitHub allows. */
export function makeServer(): string {
  const folder = makeRepository();
  for (const key of ['allowFilter', 'allowAnySHA1InWant']) git(folder, 'config', `uploadpack.${key}`, 'true');
  return folder;
}

/**
 * Such a server: `main` with four commits after `fork`, which is checked out, `feature` with
 * four others, and GitHub's test merge.
 */
export function makePull() {
  const server = makeServer();
  const fork = commit(server, { 'server.js': 'two\n' });
  git(server, 'switch', '-q', '-c', 'feature');
  for (let index = 0; index < 4; index++) commit(server, { 'feature.js': `of feature ${index}\n` });
  git(server, 'switch', '-q', 'main');
  for (let index = 0; index < 4; index++) commit(server, { 'main.js': `${index}\n` });
  git(server, 'switch', '-q', '--detach');
  git(server, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
  git(server, 'update-ref', 'refs/pull/1/merge', 'HEAD');
  git(server, 'switch', '-q', 'main');
  const names = ['main', 'feature', 'refs/pull/1/merge'];
  const [main, feature, merge] = git(server, 'rev-parse', ...names).split('\n') as [string, string, string];
  return { server, fork, main, feature, merge };
}

/** A clone as actions/checkout makes it: one commit of a revision, on a detached HEAD. `url`: where it asks afterwards. */
export function shallow(server: string, revision: string, url = `file://${server}`): string {
  const clone = makeFolder();
  git(clone, 'init', '-q', '-b', 'main');
  git(clone, 'remote', 'add', 'origin', `file://${server}`);
  git(clone, 'fetch', '-q', '--no-tags', '--depth=1', 'origin', revision);
  git(clone, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  git(clone, 'remote', 'set-url', 'origin', url);
  return clone;
}

/** A search path with a git that runs `first` before it does what it is told. */
export function wrapGit(first: string): string {
  const folder = makeFolder();
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.writeFileSync(join(folder, 'git'), `#!/bin/sh\n${first}\nexec ${real} "$@"\n`, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}

export async function request(
  directory: string,
  trigger: BaseTrigger,
  parts: Partial<PairRequest> = {},
): Promise<PairRequest> {
  const around = parts.environment ?? environment;
  return {
    checkout: await findCheckout(directory, around, new AbortController().signal),
    environment,
    asked: null,
    trigger,
    folder: makeFolder(),
    credentials: null,
    leaveOut: [],
    signal: new AbortController().signal,
    ...parts,
  };
}

export const local: BaseTrigger = { kind: 'local', baseBranch: 'main' };

/** Both revisions, which must differ. */
export async function takePair(directory: string, trigger: BaseTrigger, parts: Partial<PairRequest> = {}) {
  const pair = await choosePair(await request(directory, trigger, parts));
  if (pair.kind !== 'different') throw new Error(JSON.stringify(pair));
  return pair;
}

/** Everything in a folder but what is named: kind, mode, link and contents of each entry by its path. */
export function digestFolder(folder: string, ...skip: string[]): string[] {
  // Byte by byte: not every file name is UTF-8.
  const root = Buffer.from(folder).toString('latin1');
  const walk = (path: string): string[] =>
    fs.readdirSync(Buffer.from(join(root, path), 'latin1'), { encoding: 'latin1' }).flatMap((name) => {
      const below = join(path, name);
      if (skip.includes(below)) return [];
      const full = Buffer.from(join(root, below), 'latin1');
      const stat = fs.lstatSync(full);
      const digest = () => createHash('sha256').update(fs.readFileSync(full)).digest('hex');
      const contents = stat.isSymbolicLink() ? fs.readlinkSync(full) : stat.isFile() ? digest() : '';
      const line = `${JSON.stringify(below)} ${stat.mode.toString(8)} ${contents}`;
      return [line, ...(stat.isDirectory() ? walk(below) : [])];
    });
  return walk('').sort();
}
