import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { describeWorkflow } from '../../src/init/workflows/workflow.ts';
import type { Prism } from '../github/prism.ts';
import type { GitHubServer } from '../github/server.ts';
import { type GitServer, serveProject } from './git-server.ts';
import { type Host, startHost } from './host.ts';
import {
  createProject,
  isBlocked,
  mergeGroupEvent,
  type Outcome,
  type Project,
  pullRequestEvent,
  pushEvent,
  workflowRunEvent,
} from './workflow.ts';

/** What only a workflow shows: jobs, events, artifacts, outputs. Whom a verdict convinces is told in `publish` and `security`. */
const TOKEN = 'ghs_0123456789abcdefTheSecretOfThisTest';
const READ_ONLY = 'ghs_fedcba9876543210TheOtherSecretOfIt';
const FORK = { headRepository: 'stranger/shop', headBranch: 'faster' };

let host: Host;
let github: GitHubServer;
let prism: Prism;
let git: GitServer;
let project: Project;

beforeAll(async () => {
  project = await createProject();
  git = await serveProject(project);
  host = await startHost(project);
  ({ github, prism } = host);
  github.state.addToken(TOKEN);
  github.state.addToken(READ_ONLY, { mayWrite: false });
});
afterAll(async () => {
  await host?.stop();
  git?.stop();
  project?.remove();
});
beforeEach(() => {
  github.state.comments.length = 0;
  github.state.statuses.length = 0;
});

type Run = {
  workflow?: 'gate' | 'measure' | 'publish' | 'init';
  token?: string;
  config?: string;
  id?: number;
  attempt?: number;
  /** Jobs of the matrix, each at its place in the two that there are. */
  shards?: Record<string, number>;
};

/** One run of a workflow; the next one has a higher number, as on GitHub. */
let runs = 100;
function runWorkflow(event: string, payload: object, run: Run = {}): Promise<Outcome> {
  const { workflow = 'gate', token = TOKEN, config = '', shards } = run;
  const jobs = shards ?? { only: 0 };
  if (workflow !== 'publish' && !run.attempt)
    rmSync(join(project.evidence, 'results'), { recursive: true, force: true });
  mkdirSync(join(project.evidence, 'results'), { recursive: true });
  const args = [
    ...['--workflows', `.github/workflows/${workflow}.yml`],
    ...['--env', `GITHUB_SERVER_URL=${git.url}`, '--env', 'GITHUB_REPOSITORY=octo/shop'],
    ...['--env', `GITHUB_RUN_ID=${run.id ?? ++runs}`, '--env', `GITHUB_RUN_ATTEMPT=${run.attempt ?? 1}`],
    ...['--var', `CONFIG=${config}`],
    ...['--var', `LEGS=${JSON.stringify(Object.keys(jobs))}`, '--var', `PLACES=${JSON.stringify(jobs)}`],
    ...['--var', `TOTAL=${shards ? 2 : 1}`, '--var', `SHARD=${shards ? 'true' : ''}`],
  ];
  return host.runAct({ event, payload, token, args });
}

/** A commit that the pull request 5 has as its head from now on. */
async function commitToPull(message: string, from: object = {}): Promise<string> {
  const headSha = await project.commit(message);
  github.state.pulls.set(5, { headSha, ...from });
  return headSha;
}

const evidence = (name: string) => readFileSync(join(project.evidence, name), 'utf8');
const outputs = () => JSON.parse(evidence('outputs.json'));
const setDelay = (ms: number, name = 'delay') => writeFileSync(join(project.repository, name), `${ms}`);
function readComment(): string {
  expect(github.state.comments).toHaveLength(1);
  return github.state.comments[0]!.body;
}

describe('the job that does all', () => {
  it('comments a pull request once, sets outputs, report and summary, and keeps the token from all', async () => {
    const head = await commitToPull('Make it faster');
    const { status, log } = await runWorkflow('pull_request', pullRequestEvent(head));
    expect(status, log.slice(-3000)).toBe(0);
    expect(readComment()).toMatch(/^<!-- .*tailgate.* -->\n/);
    expect(readComment()).toContain(head.slice(0, 7));
    expect(outputs()).toMatchObject({ verdict: 'first-run', record: '' });
    expect(evidence('report.json')).toContain('first-run');
    expect(log).toMatch(/Summary - .*Nothing to compare/);
    for (const text of [log, evidence('build.env'), evidence('service.json'), evidence('k6.env')]) {
      expect(text.length).toBeGreaterThan(200);
      expect(text).not.toContain('TheSecretOfThisTest');
    }
    const inherited = Object.keys(JSON.parse(evidence('service.json')));
    expect(inherited.filter((name) => /^(INPUT|ACTIONS)_/.test(name))).toEqual([]);

    const next = await commitToPull('Make it slow');
    const missed = await runWorkflow('pull_request', pullRequestEvent(next), { config: 'missed.yml' });
    expect(isBlocked(missed), missed.log.slice(-3000)).toBe(true);
    expect(outputs()).toMatchObject({ verdict: 'missed' });
    expect(readComment()).toContain('❌');
    expect(github.requests('POST', /comments$/)).toHaveLength(1);
    expect(github.state.statuses.map(({ state }) => state).slice(-2)).toEqual(['pending', 'failure']);
    expect(missed.log).toContain('::error');
  });

  it('records a push to the default branch, and no other one', async () => {
    const head = await project.commit('Merge');
    expect((await runWorkflow('push', pushEvent(head))).status).toBe(0);
    const store = join(project.evidence, 'store');
    const list = () =>
      readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    expect(JSON.parse(readFileSync(join(store, list()[0]!), 'utf8'))).toMatchObject({ commit: head });
    const status = { sha: head, context: 'tailgate/default (push)', state: 'success' };
    expect(github.state.statuses.at(-1)).toMatchObject(status);
    const topic = { ...pushEvent(await project.commit('Branch')), ref: 'refs/heads/topic' };
    expect((await runWorkflow('push', topic)).status).toBe(0);
    expect(list()).toHaveLength(1);
  });

  it('blocks a merge queue, beside what it builds on and not the merge base', async () => {
    await project.git('switch', '--quiet', '--create', 'queued');
    setDelay(40);
    await project.commit('Make it slower');
    await project.git('switch', '--quiet', 'main');
    writeFileSync(join(project.repository, 'README.md'), 'What main gained');
    const base = await project.commit('Gain something');
    await project.git('switch', '--quiet', '--detach');
    await project.git('merge', '--quiet', '--no-ff', '--message', 'Merge 5 into main', 'queued');
    const head = await project.git('rev-parse', 'HEAD');
    const { log } = await runWorkflow('merge_group', mergeGroupEvent(base, head), { config: 'paired.yml' });
    await project.git('switch', '--quiet', 'main');
    expect(log).toContain('exit status 1');
    expect(log).toContain(`Compared with base \`${base.slice(0, 7)}\``);
    expect(outputs()).toMatchObject({ verdict: 'regressed', record: '' });
    expect(github.state.comments).toEqual([]);
    const status = { sha: head, context: 'tailgate/default', state: 'failure' };
    expect(github.state.statuses.at(-1)).toMatchObject(status);
  });
});

/** Two scenarios, one for each job of the matrix. */
describe('jobs that measure, and one that publishes', () => {
  let base: string;
  let head: string;
  let event: object;

  beforeAll(async () => {
    base = await project.git('rev-parse', 'HEAD');
    await project.git('switch', '--quiet', '--create', 'slower');
    setDelay(40, 'delay-of-list');
    // `release` is as slow already, so the head is no change for it.
    await project.commit('Make the list slower');
    await project.git('branch', 'release');
    head = await commitToPull('Change nothing');
    event = pullRequestEvent(head, base);
  });
  afterAll(() => project.git('switch', '--quiet', 'main'));

  const shared = { workflow: 'measure', config: 'sharded.yml' } as const;
  const status = () => github.state.statuses.at(-1);

  it('share a suite: each measures its part, and one comment and one status tell of all', async () => {
    const outcome = await runWorkflow('pull_request', event, { ...shared, id: 900, shards: { a: 0, b: 1 } });
    expect(isBlocked(outcome), outcome.log.slice(-4000)).toBe(true);
    expect(readComment()).toMatch(/^### ❌/m);
    expect(readComment()).toMatch(/list p50 is [\d.]+ times slower/);
    expect(readComment()).toContain('home');
    expect(status()).toMatchObject({ sha: head, context: 'tailgate/default', state: 'failure' });
    const names = readdirSync(join(project.evidence, 'results'), { recursive: true, encoding: 'utf8' });
    const results = names.filter((name) => name.endsWith('.json')).map((name) => evidence(`results/${name}`));
    expect(results).toHaveLength(2);
    expect(results.join()).not.toContain('TheSecretOfThisTest');
  });

  it('are accepted by a label of somebody who may, without being measured again', async () => {
    rmSync(join(project.evidence, 'service.json'));
    github.state.consent.roles.set('maintainer', 'maintain');
    github.state.label(5, 'maintainer', new Date().toISOString());
    const outcome = await runWorkflow('pull_request', event, { workflow: 'publish', id: 900 });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(readComment()).toMatch(/accepted[\s\S]*maintainer|maintainer[\s\S]*accepted/);
    expect(status()).toMatchObject({ sha: head, state: 'success' });
    expect(existsSync(join(project.evidence, 'service.json'))).toBe(false);
    github.state.labels.clear();
  });

  it('do not pass with a result that is lost on its way, or a job that is', async () => {
    const results = join(project.evidence, 'results');
    const isSecond = (name: string) => readdirSync(join(results, name)).join().includes('2-of-2');
    rmSync(join(results, readdirSync(results).find(isSecond)!), { recursive: true });
    const lost = await runWorkflow('pull_request', event, { workflow: 'publish', id: 900 });
    expect(lost.log).toContain('exit status 3');
    expect(readComment()).toMatch(
      /^### ⛔[\s\S]*expected 2 of default, of one job and release, found \S+ 1 of 2/m,
    );
    expect(status()).toMatchObject({ sha: head, state: 'error' });
  });

  it('are made whole by a re-run of the job that was lost, against the base of now', async () => {
    github.state.pulls.set(5, { headSha: head, baseBranch: 'release' });
    const { pull_request } = event as { pull_request: { base: object } };
    const sha = await project.git('rev-parse', 'release');
    const retargeted = {
      ...{ ...event, action: 'edited', changes: { base: { ref: { from: 'main' } } } },
      pull_request: { ...pull_request, base: { ...pull_request.base, ref: 'release', sha } },
    };
    const run = { ...shared, id: 901 };
    await runWorkflow('pull_request', retargeted, { ...run, shards: { a: 0, broken: 1 } });
    expect(status()).toMatchObject({ context: 'tailgate/default@release', state: 'error' });
    const whole = await runWorkflow('pull_request', retargeted, { ...run, attempt: 2, shards: { b: 1 } });
    expect(whole.status, whole.log.slice(-4000)).toBe(0);
    expect(status()).toMatchObject({ context: 'tailgate/default@release', state: 'success' });
  });
});

type Step = { id?: string; uses?: string; run?: string; with?: Record<string, string> };

/**
 * The workflow that init writes, without what act cannot do here: actions of others cannot be fetched, and its artifact
 * server does not take what they send. Results are handed over as files.
 */
function adapt(text: string): string {
  const workflow = parse(text) as { jobs: Record<string, { steps: Step[] }> };
  const checkout = { uses: 'actions/checkout@v6' };
  for (const job of Object.values(workflow.jobs)) {
    job.steps = job.steps.flatMap((step): Step[] => {
      const { uses, with: input, ...rest } = step;
      const place = '"$EVIDENCE/results/one"';
      if (uses?.startsWith('actions/upload-artifact@'))
        return [{ ...rest, run: `mkdir -p ${place} && cp "${input!.path}"/* ${place}` }];
      // Without the checkout act would not find the action itself.
      const fetch = 'rm -rf tailgate-results && cp -r "$EVIDENCE/results" tailgate-results';
      return uses?.startsWith('actions/download-artifact@')
        ? [checkout, { id: step.id!, run: fetch }]
        : [step];
    });
  }
  return stringify(workflow);
}

it('the workflow of `tailgate init` passes a pull request, with a comment and a status', async () => {
  const place = { forge: 'github', uses: './', branch: 'main', folder: '.' } as const;
  const own = { ...place, suite: null, expected: 'default' };
  const path = join(project.repository, '.github/workflows/init.yml');
  writeFileSync(path, adapt(describeWorkflow('pair', { ...own, setup: {} })));
  const head = await commitToPull('Add the workflow');
  const { status, log } = await runWorkflow('pull_request', pullRequestEvent(head), { workflow: 'init' });
  expect(status, log.slice(-4000)).toBe(0);
  expect(readComment()).toContain(head.slice(0, 7));
  const passed = { sha: head, context: 'tailgate/default', state: 'success' };
  expect(github.state.statuses.at(-1)).toMatchObject(passed);
});

describe('a fork', () => {
  it('has its verdict by its own run, is told by the base’s, and passes by an approval of this commit', async () => {
    const head = await commitToPull('From a fork', FORK);
    const event = pullRequestEvent(head) as { pull_request: { head: object } };
    const repo = { name: 'shop', full_name: 'stranger/shop', owner: { login: 'stranger' } };
    const ofFork = {
      ...event,
      pull_request: { ...event.pull_request, head: { ...event.pull_request.head, repo } },
    };
    const own = { workflow: 'measure', config: 'tailgate.yml', token: READ_ONLY, id: 950 } as const;
    const measured = await runWorkflow('pull_request', ofFork, own);
    expect(measured.status, measured.log.slice(-3000)).toBe(0);
    expect(measured.log).toContain('comment could not be written');
    const tell = () => runWorkflow('workflow_run', workflowRunEvent(950, head), { workflow: 'publish' });
    expect((await tell()).status).toBe(0);
    expect(readComment()).toMatch(/fork/);
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'pending' });
    github.state.consent.roles.set('kim', 'write');
    github.state.consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    expect((await tell()).status).toBe(0);
    const description = expect.stringContaining('approved by kim');
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'success', description });
  });
});

it('every exchange conformed to the description of the API', async () => {
  expect(github.seen.length).toBeGreaterThan(10);
  expect(await prism.violations()).toEqual([]);
});
