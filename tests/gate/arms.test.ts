/** Which revisions are measured, and how they are laid out; which runs may go on without a base. With real git. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDeployments } from '../../src/config/deployments.ts';
import { findConfig, readConfig } from '../../src/config/read.ts';
import { replaceTolerances } from '../../src/config/sensitivity.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import type { Session } from '../../src/gate/session.ts';
import { planShards } from '../../src/plan/shards.ts';
import { silent } from '../../src/progress.ts';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { findBaseBranch } from '../../src/revision/subject.ts';
import { SMALL } from '../config/configs.ts';
import {
  commit,
  environment,
  git,
  makeFolder,
  makeRepository,
  makeServer,
  write,
} from '../revision/fixture.ts';

const CONFIG = SMALL.replace('search?q=shoes', '');
const FILE = { 'tailgate.yml': CONFIG };

type More = Pick<GateRequest, 'deployments' | 'tolerance' | 'leaveOut'> & {
  asked?: string;
  trigger?: BaseTrigger;
  workspace?: string;
  variables?: NodeJS.ProcessEnv;
};

/** What a run in a folder lays out, and the notes about it. */
async function layOut(directory: string, more: More = {}, shard?: number) {
  const { asked = null, deployments, tolerance, workspace = makeFolder() } = more;
  const around = { ...environment, ...more.variables };
  const { signal } = new AbortController();
  const notes: string[] = [];
  const baseBranch = await findBaseBranch(directory, around, signal);
  const session: Partial<Session> = {
    ...{ only: [], deployments, leaveOut: more.leaveOut, signal, environment: around },
    progress: { ...silent, note: (text) => void notes.push(text) },
    base: { asked, trigger: more.trigger ?? { kind: 'local', baseBranch } },
    store: 'git',
    workspace: { path: workspace } as Session['workspace'],
    keeper: { mark: {} } as Session['keeper'],
  };
  const read = chooseDeployments(readConfig(findConfig(directory).path, directory), deployments);
  const whole = tolerance ? replaceTolerances(read, tolerance) : read;
  const config = shard === undefined ? whole : planShards(whole, 2, { paired: true })[shard]!.config;
  const checkout = await findCheckout(directory, around, signal);
  const arms = await layOutArms(config, checkout, session as Session);
  if (arms.kind !== 'arms') throw new Error('nothing is to be measured');
  return { arms, notes, workspace };
}

/** A commit, and a change of its work tree. */
function makeChange(files: Record<string, string>, changes: Record<string, string> = {}): string {
  const directory = makeRepository({ ...FILE, 'server.js': 'one\n', ...files });
  write(directory, { 'server.js': 'two\n', ...changes });
  return directory;
}

describe('the arms of a run', () => {
  it('live in folders of their own, with their own files', async () => {
    const { workspace, arms } = await layOut(makeChange({}));
    for (const [arm, text] of Object.entries({ head: 'two\n', base: 'one\n' })) {
      expect(readFileSync(join(workspace, arm, 'server.js'), 'utf8')).toBe(text);
      expect(arms.configs[arm as 'head' | 'base']!.directory).toBe(join(workspace, arm));
    }
    expect(arms.recorded.dirty).toBe(true);
  });

  it('do not call a tolerance altered that the run was asked for', async () => {
    const { arms } = await layOut(makeChange({}), { tolerance: { fraction: 0.3, ms: 0 } });
    expect(arms.gateChanges).toEqual([]);
  });

  it('have no script that git ignores, which is a mistake of the user', async () => {
    const script = CONFIG.replace('request: GET /', 'script: load.js');
    const directory = makeChange({ 'tailgate.yml': script, '.gitignore': 'load.js\n' }, { 'load.js': '' });
    await expect(layOut(directory)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^The script of search, load\.js, is not part of the measured revision/),
    });
  });

  it.each([
    ['their objects for themselves where an image has their files', 'image: { build: ., port: 80 }', false],
    ['what they borrow where an image has a folder of them', 'image: { build: app, port: 80 }', true],
    ['what they borrow where no image is built', 'start: node server.js', true],
  ])('have %s', async (_, keys, borrows) => {
    const config = CONFIG.replace('start: node server.js', keys);
    const images = { Dockerfile: 'FROM scratch\n', 'app/Dockerfile': 'FROM scratch\n' };
    const { workspace } = await layOut(makeChange({ 'tailgate.yml': config, ...images }));
    for (const arm of ['head', 'base'])
      expect(existsSync(join(workspace, arm, '.git/objects/info/alternates'))).toBe(borrows);
  });

  it('have the same changes of the gate on each shard of a suite', async () => {
    const both = `${CONFIG}  basket:\n    request: GET /basket\n    slo: p99 < 50ms at 100 req/s\n`;
    const directory = makeChange({ 'tailgate.yml': both }, { 'tailgate.yml': both.replace('50ms', '80ms') });
    for (const shard of [0, 1]) {
      const { arms } = await layOut(directory, {}, shard);
      expect(arms.configs.head.scenarios).toHaveLength(1);
      expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.basket.slo' }]);
    }
  });

  it('tell of a changed script, and of a base that is started as the head is since its file cannot be read', async () => {
    const script = { 'tailgate.yml': CONFIG.replace('request: GET /', 'script: load.js') };
    const loaded = await layOut(makeChange({ ...script, 'load.js': '1' }, { 'load.js': '2' }));
    expect(JSON.stringify(loaded.arms.gateChanges)).toContain('load.js');
    const { arms } = await layOut(makeChange({ 'tailgate.yml': 'no: 1\n' }, FILE));
    expect(arms.gateChanges.map(({ kind }) => kind)).toEqual(['unread', 'borrowed']);
  });

  it('have the loosened gate of a base whose file has the other name', async () => {
    const directory = makeChange({}, { 'tailgate.yml': CONFIG.replace('30ms', '80ms') });
    git(directory, 'mv', 'tailgate.yml', 'tailgate.yaml');
    const { arms } = await layOut(directory);
    expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.search.slo' }]);
  });

  it('are deployments that run already, which need no base; and a base that is asked for is taken', async () => {
    const deployments = { base: 'http://127.0.0.1:1', head: 'http://127.0.0.1:2' };
    const slower = makeChange({}, { 'tailgate.yml': CONFIG.replace('30ms', '80ms') });
    const { arms } = await layOut(slower, { deployments, asked: 'HEAD' });
    expect(arms).toMatchObject({ comparison: { base: { because: 'deployed' } } });
    expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.search.slo' }]);
    const asked = await layOut(makeChange({}), { asked: 'HEAD' });
    expect(asked.arms.comparison).toMatchObject({ base: { because: 'asked' } });
  });
});

it('what an earlier run has written is no change: its workspace, results, and records of another store', async () => {
  const compare = async (files: Record<string, string>, workspace = '') => {
    const directory = makeRepository(FILE);
    write(directory, files);
    const own = workspace && { workspace: join(directory, workspace) };
    const leaveOut = [join(directory, 'out/report.json')];
    return (await layOut(directory, { asked: 'HEAD', leaveOut, ...own })).arms.comparison;
  };
  const identical = { kind: 'none', reason: { kind: 'identical' } };
  expect(await compare({ 'tmp/run-1/log': '' }, 'tmp/run-1')).toEqual(identical);
  expect(await compare({ '.tailgate/default/record.json': '{}' })).toEqual(identical);
  expect(await compare({ 'out/report.json': '{}' })).toEqual(identical);
  expect(await compare({ 'out/other.json': '{}' })).toMatchObject({ kind: 'pair' });
});

/** A server with three commits on `main`, of which the last two came after `feature` had left it. */
function makeFork() {
  const server = makeServer();
  commit(server, FILE);
  git(server, 'switch', '-q', '-c', 'feature');
  commit(server, { 'feature.js': 'slow\n' });
  git(server, 'switch', '-q', 'main');
  for (const text of ['two\n', 'three\n']) commit(server, { 'server.js': text });
  return server;
}

function clone(server: string, ...options: string[]): string {
  const folder = makeFolder();
  git(folder, 'clone', '-q', ...options, `file://${server}`, '.');
  return folder;
}

function kill(folder: string): string {
  git(folder, 'remote', 'set-url', 'origin', join(makeFolder(), 'gone'));
  return folder;
}

/** Checkouts as CI systems make them, each without a base that can be had. */
const LOST: Record<string, (server: string) => string> = {
  'one branch of a shallow clone, its remote dead': (server) =>
    kill(clone(server, '--depth=1', '--branch=feature')),
  'both tips, but not the history between them': (server) => {
    const folder = clone(server, '--depth=1', '--branch=feature');
    git(folder, 'fetch', '-q', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    return kill(folder);
  },
  'files without a repository': () => {
    const folder = makeFolder();
    write(folder, FILE);
    return folder;
  },
};

describe('in CI', () => {
  const variables = { CI: 'true' };

  it.each(Object.entries(LOST))('no run goes on alone that cannot have its base: %s', async (_, make) => {
    await expect(layOut(make(makeFork()), { variables })).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 3,
      message: expect.stringMatching(/^The base cannot be measured: ./),
      hint: expect.stringContaining('--base'),
    });
  });

  it.each([
    [{ TF_BUILD: 'True' }, true],
    [{ JENKINS_URL: 'http://127.0.0.1:1/', CHANGE_TARGET: 'main' }, true],
    [{ CI: 'False' }, false],
  ])('is where %j says so; at a terminal it goes on, with a word', async (system, isCi) => {
    const folder = kill(clone(makeFork(), '--single-branch', '--branch=feature'));
    const run = layOut(folder, { variables: system });
    if (isCi) return expect(run).rejects.toMatchObject({ exitCode: 3 });
    const { arms, notes } = await run;
    expect(arms.configs.base).toBeNull();
    expect(notes).toEqual([expect.stringMatching(/^no base, so only the head is measured: ./)]);
    const merge = { kind: 'merge_group', baseSha: 'b'.repeat(40), headSha: 'a'.repeat(40) } as const;
    const alone = LOST['files without a repository']!('');
    for (const trigger of [merge, { ...merge, kind: 'pull_request', baseBranch: 'main' } as const])
      await expect(layOut(alone, { variables: system, trigger })).rejects.toMatchObject({ exitCode: 3 });
  });

  it('a run goes on alone where there certainly is no base: at the first commit', async () => {
    const folder = makeFolder();
    git(folder, 'init', '-q', '-b', 'main');
    commit(folder, FILE);
    expect((await layOut(folder, { variables })).arms.configs.base).toBeNull();
  });

  it('the base is of the branch that the merge request goes to, as each system names it', async () => {
    const server = makeFork();
    git(server, 'switch', '-q', '-c', 'release', 'feature');
    const release = commit(server, { 'release.js': 'new\n' });
    git(server, 'switch', '-q', '-c', 'topic');
    commit(server, { 'topic.js': 'new\n' });
    git(server, 'switch', '-q', 'main');
    const folder = clone(server, '--branch=topic');
    for (const name of [
      'GITHUB_BASE_REF',
      'CI_MERGE_REQUEST_TARGET_BRANCH_NAME',
      'CHANGE_TARGET',
      'BUILDKITE_PULL_REQUEST_BASE_BRANCH',
    ]) {
      const { arms } = await layOut(folder, { variables: { CI: 'true', [name]: 'release' } });
      expect(arms.comparison).toMatchObject({ base: { baseCommit: release } });
    }
  });

  it('a push does not take the commit before for what was there before, while the remote does not answer', async () => {
    const server = makeFork();
    const before = git(server, 'rev-parse', 'main~1');
    commit(server, { 'server.js': 'four\n' });
    const folder = kill(clone(server, '--depth=2'));
    const trigger: BaseTrigger = { kind: 'push', before, branch: 'main' };
    await expect(layOut(folder, { variables, trigger })).rejects.toMatchObject({ exitCode: 3 });
  });
});
