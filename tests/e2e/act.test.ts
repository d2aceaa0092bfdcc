import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prism } from '../github/prism.ts';
import type { GitHubServer } from '../github/server.ts';
import { type Host, startHost } from './host.ts';
import {
  createProject,
  exists,
  mergeGroupEvent,
  type Outcome,
  type Project,
  pullRequestEvent,
  pushEvent,
} from './workflow.ts';

const TOKEN = 'ghs_0123456789abcdefTheSecretOfThisTest';
const READ_ONLY = 'ghs_fedcba9876543210TheOtherSecretOfIt';

let host: Host;
let server: GitHubServer;
let prism: Prism;
let project: Project;

beforeAll(async () => {
  project = await createProject();
  host = await startHost(project);
  ({ github: server, prism } = host);
  server.state.addToken(TOKEN);
  server.state.addToken(READ_ONLY, { mayWrite: false });
});

afterAll(async () => {
  await host?.stop();
  project?.remove();
});

type Run = { token?: string; config?: string };

/** One run of the workflow on this machine. */
async function runWorkflow(
  event: string,
  payload: object,
  { token = TOKEN, config = '' }: Run = {},
): Promise<Outcome> {
  const args = config ? ['--var', `CONFIG=${config}`] : [];
  return host.runAct({ event, payload, token, args });
}

/** A commit that the pull request has as its head from now on. */
async function commitToPull(message: string): Promise<string> {
  const headSha = await project.commit(message);
  server.state.pulls.set(5, { headSha });
  return headSha;
}

function evidence(name: string): string {
  return readFileSync(join(project.evidence, name), 'utf8');
}

function linesWith(outcome: Outcome, text: string): string[] {
  return outcome.log.split('\n').filter((line) => line.includes(text));
}

describe('a pull request', () => {
  let first: Outcome;

  it('gets one comment, and passes', async () => {
    const head = await commitToPull('Make it faster');
    first = await runWorkflow('pull_request', pullRequestEvent(head));
    expect(first.log).toContain('Job succeeded');
    expect(first.status).toBe(0);
    const [comment, ...others] = server.state.comments;
    expect(others).toEqual([]);
    expect(comment!.number).toBe(5);
    expect(comment!.body).toMatch(/^<!-- .*tailgate.* -->\n/);
    expect(comment!.body).toContain(head.slice(0, 7));
  });

  it('has outputs, a report and a job summary', () => {
    const outputs = JSON.parse(evidence('outputs.json'));
    expect(outputs).toMatchObject({ verdict: 'first-run', record: '' });
    expect(outputs.summary).toMatch(/^🌱 First run: SLO met/);
    expect(outputs.report).toMatch(/report\.json$/);
    expect(JSON.stringify(JSON.parse(evidence('report.json')))).toContain('first-run');
    expect(first.log).toMatch(/Summary - .*First run/);
    expect(exists(project, 'store')).toBe(false);
  });

  it('keeps the token from the log, the build, the service and k6', () => {
    for (const text of [first.log, evidence('build.env'), evidence('service.json'), evidence('k6.env')]) {
      expect(text.length).toBeGreaterThan(200);
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain('TheSecretOfThisTest');
    }
    expect(
      Object.keys(JSON.parse(evidence('service.json'))).filter((n) => /^(INPUT|ACTIONS)_/.test(n)),
    ).toEqual([]);
  });

  it('has its comment updated by the next run', async () => {
    const id = server.state.comments[0]!.id;
    const head = await commitToPull('Make it faster still');
    const second = await runWorkflow('pull_request', pullRequestEvent(head));
    expect(second.status).toBe(0);
    expect(server.state.comments.map((comment) => comment.id)).toEqual([id]);
    expect(server.state.comments[0]!.body).toContain(head.slice(0, 7));
    expect(server.requests('POST', /./)).toHaveLength(1);
  });

  it('that misses an SLO is blocked, and the comment says so', async () => {
    const event = pullRequestEvent(await commitToPull('Make it slow'));
    const outcome = await runWorkflow('pull_request', event, { config: 'missed.yml' });
    expect(outcome.status).not.toBe(0);
    expect(outcome.log).toContain('exit status 1');
    expect(JSON.parse(evidence('outputs.json'))).toMatchObject({ verdict: 'missed' });
    expect(server.state.comments.map(({ body }) => body)).toEqual([expect.stringContaining('❌')]);
    expect(linesWith(outcome, '::error')).not.toEqual([]);
  });

  it('with a mistake in the configuration is told where, without a stack trace', async () => {
    const event = pullRequestEvent(await commitToPull('Mistake'));
    const outcome = await runWorkflow('pull_request', event, { config: 'mistaken.yml' });
    expect(outcome.log).toContain('exit status 2');
    expect(outcome.log).toMatch(/::error.*mistaken\.yml:8:14/);
    expect(outcome.log).not.toMatch(/%0A +at /);
  });
});

describe('a token that may not comment', () => {
  it.each([
    ['tailgate.yml', 0],
    ['missed.yml', 1],
  ])('changes nothing about the verdict on %s', async (config, code) => {
    server.state.comments.length = 0;
    const event = pullRequestEvent(await commitToPull('Fork'));
    const outcome = await runWorkflow('pull_request', event, { token: READ_ONLY, config });
    expect(outcome.status === 0).toBe(code === 0);
    if (code !== 0) expect(outcome.log).toContain(`exit status ${code}`);
    expect(linesWith(outcome, 'may not comment')).toHaveLength(1);
    expect(outcome.log).toMatch(/Summary - .*could not be commented/s);
    expect(server.state.comments).toEqual([]);
  });
});

describe('a push to the default branch', () => {
  it('leaves a record, and asks nothing of GitHub', async () => {
    const asked = server.seen.length;
    const head = await project.commit('Merge');
    const outcome = await runWorkflow('push', pushEvent(head));
    expect(outcome.status).toBe(0);
    const { record } = JSON.parse(evidence('outputs.json'));
    expect(record).toContain('.tailgate');
    expect(readRecords()).toMatchObject([{ commit: head, branch: 'main', attempt: '1-1', suite: 'default' }]);
    expect(server.seen).toHaveLength(asked);
  });

  it('adds to the records that were there', async () => {
    const head = await project.commit('Merge again');
    expect((await runWorkflow('push', pushEvent(head))).status).toBe(0);
    const commits = readRecords().map(({ commit }) => commit);
    expect(commits).toHaveLength(2);
    expect(commits).toContain(head);
  });

  it('to another branch leaves none', async () => {
    const event = { ...pushEvent(await project.commit('Branch')), ref: 'refs/heads/topic' };
    const outcome = await runWorkflow('push', event);
    expect(outcome.status).toBe(0);
    expect(JSON.parse(evidence('outputs.json')).record).toBe('');
    expect(readRecords()).toHaveLength(2);
  });
});

describe('a change that is slower than what it merges into', () => {
  let base: string;

  beforeAll(async () => {
    // The branch left main before main became slow in another way: its merge base is not what counts.
    await project.git('switch', '--quiet', '--create', 'slower');
    writeFileSync(join(project.repository, 'delay'), '40');
    await project.commit('Make it slower');
    await project.git('switch', '--quiet', 'main');
    writeFileSync(join(project.repository, 'README.md'), 'What main gained');
    base = await project.commit('Gain something');
    // As GitHub's merge queue does.
    await project.git('switch', '--quiet', '--detach');
    await project.git('merge', '--quiet', '--no-ff', '--message', 'Merge 5 into main', 'slower');
  });

  afterAll(() => project.git('switch', '--quiet', 'main'));

  it('is blocked in the merge queue, which has no pull request to comment on', async () => {
    server.state.comments.length = 0;
    const event = mergeGroupEvent(base, await project.git('rev-parse', 'HEAD'));
    const outcome = await runWorkflow('merge_group', event, { config: 'paired.yml' });
    expect(outcome.log).toContain('exit status 1');
    expect(JSON.parse(evidence('outputs.json'))).toMatchObject({ verdict: 'regressed', record: '' });
    expect(outcome.log).toMatch(/the commit that the merge queue builds on/);
    expect(evidence('service.json')).not.toContain(TOKEN);
    expect(server.state.comments).toEqual([]);
  });
});

it('every exchange conformed to the description of the API', async () => {
  expect(server.seen.length).toBeGreaterThan(5);
  expect(await prism.violations()).toEqual([]);
});

/** Whatever JSON documents are in the store that the workflow's last step kept. */
function readRecords(): { commit: string; [key: string]: unknown }[] {
  const store = join(project.evidence, 'store');
  const names = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  return names.map((name) => JSON.parse(readFileSync(join(store, name), 'utf8')));
}
