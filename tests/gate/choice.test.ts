/** Which revisions are measured; runs that find no base: which may go on alone. With real git. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDeployments, type Deployments } from '../../src/config/deployments.ts';
import { readConfig } from '../../src/config/read.ts';
import { chooseArms } from '../../src/gate/choice.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import type { Session } from '../../src/gate/session.ts';
import { silent } from '../../src/progress.ts';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { findBaseBranch, readSubject } from '../../src/revision/subject.ts';
import {
  commit,
  environment,
  git,
  makeFolder,
  makeRepository,
  makeServer,
  write,
} from '../revision/fixture.ts';

const FILE = {
  'tailgate.yml':
    'service:\n  start: node server.js\n  url: http://127.0.0.1:${PORT}\nscenarios:\n  s:\n    request: GET /\n    slo: p99 < 30ms at 100 req/s\n',
};

/** A server with three commits on `main`, of which the last two came after `feature` had left it. */
function makeFork(main = 'main') {
  const server = makeServer();
  commit(server, FILE);
  if (main !== 'main') git(server, 'branch', '-q', '-m', main);
  git(server, 'switch', '-q', '-c', 'feature');
  commit(server, { 'feature.js': 'slow\n' });
  git(server, 'switch', '-q', main);
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

type More = {
  asked?: string;
  workspace?: string;
  results?: string[];
  deployments?: Partial<Deployments>;
  trigger?: BaseTrigger;
};

/** What `tailgate run` chooses in a folder, and the notes about it. */
async function choose(directory: string, variables: NodeJS.ProcessEnv = {}, more: More = {}) {
  const around = { ...environment, ...variables };
  const { signal } = new AbortController();
  const { asked = null, workspace = makeFolder(), results = [], deployments = {} } = more;
  const notes: string[] = [];
  const baseBranch = await findBaseBranch(directory, around, signal);
  const request = {
    environment: around,
    progress: { ...silent, note: (text: string) => void notes.push(text) },
    signal,
    subject: await readSubject(directory, around, signal),
    base: { asked, trigger: more.trigger ?? { kind: 'local', baseBranch } },
    store: { kind: 'git', url: null },
    results: results.map((name) => join(directory, name)),
  } as Partial<GateRequest> as GateRequest;
  const session = {
    workspace: { path: workspace },
    keeper: { mark: {} },
  } as Partial<Session> as Session;
  const config = chooseDeployments(readConfig(join(directory, 'tailgate.yml'), directory), deployments);
  const choice = await chooseArms(config, await findCheckout(directory, around, signal), session, request);
  return { choice, notes };
}

/** Two commits on main. */
function makeMain(): string {
  const directory = makeRepository(FILE);
  commit(directory, { 'server.js': 'two\n' });
  return directory;
}

const IDENTICAL = { kind: 'alone', comparison: { reason: { kind: 'identical' } } };

it('deployments are compared by themselves, and a base that is asked for is taken', async () => {
  const deployments = { base: 'http://127.0.0.1:1', head: 'http://127.0.0.1:2' };
  expect((await choose(makeMain(), {}, { deployments })).choice.kind).toBe('alone');
  const { choice } = await choose(makeMain(), {}, { asked: 'HEAD~1' });
  expect(choice).toMatchObject({ kind: 'pair', pair: { base: { because: 'asked' } } });
});

it('a workspace within the repository is no change of it', async () => {
  const directory = makeMain();
  const workspace = join(directory, 'tmp/tailgate-run-1');
  expect((await choose(directory, {}, { asked: 'HEAD', workspace })).choice).toMatchObject(IDENTICAL);
});

it('what an earlier run has written is no change: its results, and records where another store is chosen now', async () => {
  const chosen = async (files: Record<string, string>) => {
    const directory = makeMain();
    write(directory, files);
    const results = ['report.html', 'out/result.json'];
    return (await choose(directory, {}, { asked: 'HEAD', results })).choice;
  };
  const written = { 'report.html': '<html>', 'out/result.json': '{}' };
  expect(await chosen(written)).toMatchObject(IDENTICAL);
  expect(await chosen({ ...written, '.tailgate/default/record.json': '{}' })).toMatchObject(IDENTICAL);
  expect(await chosen({ ...written, 'out/other.json': '{}' })).toMatchObject({ kind: 'pair' });
});

/** Checkouts as CI systems make them, each without a base that can be had. */
const LOST: Record<string, (server: string) => string> = {
  'one branch of a shallow clone, its remote dead': (server) =>
    kill(clone(server, '--depth=1', '--branch=feature')),
  'one branch with all its history, its remote dead': (server) =>
    kill(clone(server, '--single-branch', '--branch=feature')),
  'a commit without a branch, as GitLab fetches it, its remote dead': (server) =>
    kill(fetchAlone(server, '--depth=20')),
  'both tips, but not the history between them': (server) => {
    const folder = clone(server, '--depth=1', '--branch=feature');
    git(folder, 'fetch', '-q', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    return kill(folder);
  },
  'a branch beside a default branch whose name is not known here': () => fetchAlone(makeFork('trunk')),
  'files without a repository': () => {
    const folder = makeFolder();
    write(folder, FILE);
    return folder;
  },
};

/** A detached checkout of the branch, of which nothing else is known. */
function fetchAlone(server: string, ...options: string[]): string {
  const folder = makeFolder();
  git(folder, 'init', '-q', '-b', 'work');
  git(folder, 'remote', 'add', 'origin', `file://${server}`);
  git(folder, 'fetch', '-q', ...options, 'origin', '+refs/heads/feature:refs/pipelines/1');
  git(folder, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  return folder;
}

describe('in CI, no run goes on alone that cannot have its base:', () => {
  it.each(Object.entries(LOST))('%s', async (_, make) => {
    await expect(choose(make(makeFork()), { CI: 'true' })).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 3,
      message: expect.stringMatching(/^No base to measure beside the head: ./),
      hint: expect.stringContaining('--base'),
    });
  });

  it.each([
    { CI: 'woodpecker' },
    { TF_BUILD: 'True' },
    { JENKINS_URL: 'http://127.0.0.1:1/', CHANGE_TARGET: 'main' },
  ])('%j', async (variables) => {
    const folder = kill(clone(makeFork(), '--depth=1', '--branch=feature'));
    await expect(choose(folder, variables)).rejects.toMatchObject({ exitCode: 3 });
  });

  it.each([{}, { CI: '' }, { CI: 'False' }])('but one at a terminal, and says why: %j', async (variables) => {
    const { choice, notes } = await choose(
      kill(clone(makeFork(), '--single-branch', '--branch=feature')),
      variables,
    );
    expect(choice).toMatchObject({ kind: 'alone' });
    expect(notes.join()).toMatch(/^no base to measure beside the head: .*could not be had: ./);
  });
});

it('in CI, a run goes on alone where there is certainly no base: of the first commit', async () => {
  const folder = makeFolder();
  git(folder, 'init', '-q', '-b', 'main');
  commit(folder, FILE);
  expect((await choose(folder, { CI: 'true' })).choice).toMatchObject({ kind: 'alone' });
});

it('in CI, the base is of the branch that the merge request goes to, as each system names it', async () => {
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
  ])
    expect((await choose(folder, { CI: 'true', [name]: 'release' })).choice).toMatchObject({
      pair: { base: { commit: release } },
    });
});

it('a push does not take the commit before for what was there before, while the remote does not answer', async () => {
  const server = makeFork();
  const before = git(server, 'rev-parse', 'main~1');
  commit(server, { 'server.js': 'four\n' });
  const folder = clone(server, '--depth=2');
  kill(folder);
  const push: BaseTrigger = { kind: 'push', before, branch: 'main' };
  await expect(choose(folder, { CI: 'true' }, { trigger: push })).rejects.toMatchObject({ exitCode: 3 });
});
