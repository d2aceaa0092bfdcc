/** Real repositories in temporary folders. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { choosePair, type PairRequest } from '../../src/revision/pair.ts';
import * as folders from '../folders.ts';

const identity = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
};

export const makeFolder = () => folders.makeFolder('revision');

let home = makeFolder();

/** The user's environment, with a home of its own, so that no configuration of this machine plays a part. */
export const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  /** Each file of tests has another. */
  get HOME() {
    if (!existsSync(home)) home = makeFolder();
    return home;
  },
  GIT_CONFIG_NOSYSTEM: '1',
};

export function git(cwd: string, ...args: string[]): string {
  const env = { ...environment, ...identity, GIT_CONFIG_COUNT: '1', ...allowFiles };
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
const allowFiles = { GIT_CONFIG_KEY_0: 'protocol.file.allow', GIT_CONFIG_VALUE_0: 'always' };

export function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
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
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '-b', 'main');
  commit(folder, files, 'first');
  return folder;
}

/** A server that allows what GitHub allows. */
export function makeServer(): string {
  const folder = makeRepository();
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  return folder;
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
    readdirSync(Buffer.from(join(root, path), 'latin1'), { encoding: 'latin1' }).flatMap((name) => {
      const below = join(path, name);
      if (skip.includes(below)) return [];
      const full = Buffer.from(join(root, below), 'latin1');
      const stat = lstatSync(full);
      const digest = () => createHash('sha256').update(readFileSync(full)).digest('hex');
      const contents = stat.isSymbolicLink() ? readlinkSync(full) : stat.isFile() ? digest() : '';
      const line = `${JSON.stringify(below)} ${stat.mode.toString(8)} ${contents}`;
      return [line, ...(stat.isDirectory() ? walk(below) : [])];
    });
  return walk('').sort();
}

/** The files of a work tree without its `.git`. */
export function listFiles(folder: string): string[] {
  return digestFolder(folder, '.git');
}
