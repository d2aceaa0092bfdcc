import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Prism } from '../github/prism.ts';
import type { GitHubServer } from '../github/server.ts';
import { type GitServer, serveProject } from './git-server.ts';
import { type Host, startHost } from './host.ts';
import {
  createProject,
  describeGate,
  isBlocked,
  MEASURE,
  type Outcome,
  type Project,
  pullRequestEvent,
  pushEvent,
} from './workflow.ts';

const TOKEN = 'ghs_0123456789abcdefTheSecretOfPublishing';
const READ_ONLY = 'ghs_fedcba9876543210TheReadOnlyOneOfIt';

/** A re-run of the publishing job alone, and what a workflow_run starts. */
const PUBLISH = `
on: [pull_request, workflow_run]
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: rm -rf tailgate-results && cp -r "$EVIDENCE/results" tailgate-results
      - uses: ./
        with:
          mode: \${{ vars.MODE }}
          github-token: \${{ secrets.GITHUB_TOKEN }}
`;

let host: Host;
let github: GitHubServer;
let prism: Prism;
let git: GitServer;
let project: Project;

beforeAll(async () => {
  project = await createProject();
  const write = (name: string, text: string) => writeFileSync(join(project.repository, name), text);
  write('.github/workflows/measure.yml', MEASURE);
  write('.github/workflows/publish.yml', PUBLISH);
  write(
    'quick.yml',
    describeGate('p90 < 250ms at 100 req/s', 'measure:\n  budget: 2s\nbaseline:\n  from: history\n'),
  );
  write(
    'crashing.yml',
    readFileSync(join(project.repository, 'quick.yml'), 'utf8').replace('node server.mjs', 'exit 7'),
  );
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

type Run = {
  token?: string;
  config?: string;
  jobs?: string[];
  workflow?: string;
  mode?: 'publish' | 'withdraw';
  id?: number;
  /** How k6 is replayed. */
  replay?: object;
  onStart?: (pid: number) => void;
};

/** One run of a workflow; the next one has a higher number, as on GitHub. */
let runs = 100;
async function runWorkflow(event: string, payload: object, options: Run = {}): Promise<Outcome> {
  const {
    token = TOKEN,
    config = 'quick.yml',
    jobs = ['only'],
    workflow = 'measure',
    mode = 'publish',
    replay = {},
    onStart,
  } = options;
  const places = Object.fromEntries(jobs.map((job, index) => [job, index]));
  const args = [
    ...['--workflows', `.github/workflows/${workflow}.yml`],
    ...['--env', `GITHUB_SERVER_URL=${git.url}`, '--env', 'GITHUB_REPOSITORY=octo/shop'],
    ...['--env', `GITHUB_RUN_ID=${options.id ?? ++runs}`, '--env', `REPLAY=${JSON.stringify(replay)}`],
    ...['--var', `CONFIG=${config}`, '--var', `LEGS=${JSON.stringify(jobs)}`],
    ...['--var', `TOTAL=${jobs.length}`, '--var', `PLACES=${JSON.stringify(places)}`],
    ...['--var', `MODE=${mode}`],
  ];
  return host.runAct({ event, payload, token, args, onStart });
}

/** Measures anew; what was said before is forgotten. */
function measure(name: string, event: object, options: Run = {}): Promise<Outcome> {
  rmSync(join(project.evidence, 'results'), { recursive: true, force: true });
  mkdirSync(join(project.evidence, 'results'));
  github.state.comments.length = 0;
  github.state.statuses.length = 0;
  return runWorkflow(name, event, options);
}

function openPull(number: number, headSha: string, from: object = {}): void {
  github.state.comments.length = 0;
  github.state.statuses.length = 0;
  github.state.pulls.set(number, { headSha, ...from });
}

function readResults(): string {
  const folder = join(project.evidence, 'results');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('a matrix of four jobs', () => {
  let head: string;
  let outcome: Outcome;

  beforeAll(async () => {
    head = await project.commit('Make it faster');
    openPull(5, head);
    const jobs = ['a', 'b', 'c', 'd'];
    outcome = await measure('pull_request', pullRequestEvent(head), { jobs, id: 90 });
  });

  it('is told in one comment and one status, and passes', () => {
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.comments).toHaveLength(1);
    const { body } = github.state.comments[0]!;
    for (const flavour of ['a', 'b', 'c', 'd']) expect(body).toContain(`flavour ${flavour}`);
    expect(github.state.statuses).toMatchObject([
      { sha: head, context: 'tailgate/default', state: 'success' },
    ]);
  });

  it('has a verdict as output, and no token in what was handed over or measured', () => {
    const outputs = JSON.parse(readFileSync(join(project.evidence, 'outputs.json'), 'utf8'));
    expect(outputs.verdict).toBe('first-run');
    const told = [outcome.log, readResults(), github.state.comments[0]!.body];
    for (const name of ['build.env', 'service.json', 'k6.env']) {
      told.push(readFileSync(join(project.evidence, name), 'utf8'));
    }
    for (const text of told) expect(text).not.toContain('TheSecretOfPublishing');
  });

  it('fails when a result is lost on its way, though its job succeeded', async () => {
    const artifacts = readdirSync(join(project.evidence, 'results')).sort();
    expect(artifacts).toHaveLength(4);
    expect(artifacts[1]).toMatch(/^tailgate-measure-2-of-4-1-/);
    rmSync(join(project.evidence, 'results', artifacts[1]!), { recursive: true });
    const again = await runWorkflow('pull_request', pullRequestEvent(head), { workflow: 'publish', id: 90 });
    expect(again.log).toContain('exit status 3');
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toMatch(/^### ⛔.*2 of 4: no result arrived/m);
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'error' });
  });

  it('fails when a job never arrives, and says which', async () => {
    head = await project.commit('Break a job');
    openPull(5, head);
    outcome = await measure('pull_request', pullRequestEvent(head), { jobs: ['a', 'broken'] });
    expect(outcome.status).not.toBe(0);
    expect(outcome.log).toContain('exit status 3');
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toMatch(/^### ⛔/m);
    expect(github.state.comments[0]!.body).toContain('2 of 2: no result arrived');
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'error' }]);
  });
});

describe('a mistake in the configuration', () => {
  it('is told in the comment, with its place', async () => {
    const head = await project.commit('Mistake');
    openPull(5, head);
    const outcome = await measure('pull_request', pullRequestEvent(head), { config: 'mistaken.yml' });
    expect(outcome.status).not.toBe(0);
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toContain('mistaken.yml:8:14');
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'error' }]);
  });
});

describe('a service that crashes', () => {
  it('is told in the comment, and is no verdict', async () => {
    const head = await project.commit('Crash');
    openPull(5, head);
    const outcome = await measure('pull_request', pullRequestEvent(head), { config: 'crashing.yml' });
    expect(outcome.log).toContain('exit status 3');
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toMatch(/^### ⛔/m);
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'error' }]);
  });
});

describe('a job that is cancelled while it measures', () => {
  it('leaves no process, and no verdict', async () => {
    const head = await project.commit('Cancel');
    openPull(5, head);
    rmSync(join(project.evidence, 'service.json'));
    rmSync(join(project.evidence, 'results'), { recursive: true });
    mkdirSync(join(project.evidence, 'results'));
    const outcome = await runWorkflow('pull_request', pullRequestEvent(head), {
      config: 'paired.yml',
      replay: { seconds: 60 },
      onStart: async (pid) => {
        while (!existsSync(join(project.evidence, 'service.json'))) await sleep(50);
        await sleep(2000);
        process.kill(pid, 'SIGINT');
      },
    });
    expect(outcome.status).not.toBe(0);
    await vi.waitFor(() => expect(listProcesses(project.root)).toEqual([]), 10_000);
    const published = await runWorkflow('pull_request', pullRequestEvent(head), { workflow: 'publish' });
    expect(published.log).toContain('exit status 3');
    expect(github.state.comments[0]!.body).toContain('no result arrived');
    expect(github.state.statuses.map(({ state }) => state)).not.toContain('success');
  });
});

describe('a slower change', () => {
  let head: string;
  let base: string;
  let event: object;

  beforeAll(async () => {
    base = await project.git('rev-parse', 'HEAD');
    await project.git('switch', '--quiet', '--create', 'slower');
    writeFileSync(join(project.repository, 'delay'), '40');
    // `release` is as slow already, so the head is no change for it.
    await project.commit('Make it slower');
    await project.git('branch', 'release');
    head = await project.commit('Change nothing');
    openPull(6, head);
    event = labelledEvent(6, head, base);
  });

  afterAll(() => project.git('switch', '--quiet', 'main'));

  it('lets the measuring job pass, and fails where it is published', async () => {
    const outcome = await measure('pull_request', event, { config: 'paired.yml', id: 900 });
    expect(isBlocked(outcome), outcome.log.slice(-4000)).toBe(true);
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toMatch(/### ❌ home/);
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'failure' }]);
    expect(github.state.statuses[0]).toMatchObject({
      description: expect.stringMatching(/p50 is [\d.]+ times slower: [\d.]+ ms → [\d.]+ ms/),
    });
  });

  it('is accepted by a label of somebody who may, without being measured again', async () => {
    rmSync(join(project.evidence, 'service.json'));
    const maintainer = { login: 'maintainer', id: 7, type: 'User' as const, mayWrite: true, maintains: true };
    github.state.addToken('maintainers-token', maintainer);
    github.state.consent.roles.set('maintainer', 'maintain');
    await fetch(`${github.url}/repos/octo/shop/issues/6/labels`, {
      method: 'POST',
      headers: { authorization: 'token maintainers-token' },
      body: JSON.stringify({ labels: ['tailgate:accept'] }),
    });
    const outcome = await runWorkflow('pull_request', event, { workflow: 'publish', id: 900 });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.body).toMatch(/accepted/);
    expect(github.state.comments[0]!.body).toContain('maintainer');
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'success' });
    expect(existsSync(join(project.evidence, 'service.json'))).toBe(false);
  });

  it('is measured against its new base when it is retargeted, and until then has no success', async () => {
    cpSync(join(project.evidence, 'results'), join(project.evidence, 'results-for-main'), {
      recursive: true,
    });
    github.state.labels.clear();
    github.state.pulls.set(6, { headSha: head, baseBranch: 'release' });
    const retargeted = retarget(event, await project.git('rev-parse', 'release'));
    const begun = await runWorkflow('pull_request', retargeted, {
      workflow: 'publish',
      mode: 'withdraw',
      id: 901,
    });
    expect(begun.status, begun.log.slice(-3000)).toBe(0);
    expect(github.state.statuses.at(-1)).toMatchObject({
      state: 'pending',
      description: expect.stringContaining('release'),
    });
    const outcome = await measure('pull_request', retargeted, { config: 'paired.yml', id: 901 });
    expect(outcome.status, outcome.log.slice(-4000)).toBe(0);
    expect(github.state.statuses).toMatchObject([
      { sha: head, state: 'success', description: expect.stringContaining('[release]') },
    ]);
  });

  it('makes another pull request with its head fail as well, as long as it is open', async () => {
    github.state.pulls.set(7, { headSha: head });
    const [forRelease, results] = [
      join(project.evidence, 'results-for-release'),
      join(project.evidence, 'results'),
    ];
    cpSync(results, forRelease, { recursive: true });
    cpSync(join(project.evidence, 'results-for-main'), results, { recursive: true });
    const other = labelledEvent(7, head, base);
    expect(isBlocked(await runWorkflow('pull_request', other, { workflow: 'publish', id: 900 }))).toBe(true);
    const retargeted = retarget(event, await project.git('rev-parse', 'release'));
    const again = () => runWorkflow('pull_request', retargeted, { workflow: 'publish', id: 901 });
    expect(isBlocked(await again())).toBe(true);
    expect(github.state.statuses.at(-1)).toMatchObject({
      state: 'failure',
      description: expect.stringContaining('Failed for main'),
    });
    github.state.pulls.set(7, { headSha: head, state: 'closed' });
    const alone = await again();
    expect(alone.status, alone.log.slice(-3000)).toBe(0);
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'success' });
  });
});

describe('a push to the default branch', () => {
  it('is recorded by the publishing job, in the repository itself', async () => {
    const head = await project.commit('Merge');
    await project.git('push', '--quiet', '--force', git.bare, 'HEAD:refs/heads/main');
    const outcome = await measure('push', pushEvent(head), { jobs: ['a', 'b'] });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    const names = await project.git('-C', git.bare, 'ls-tree', '--name-only', 'refs/tailgate/default');
    expect(names.split('\n')).toHaveLength(2);
    expect(await project.git('-C', git.bare, 'rev-list', '--count', 'refs/tailgate/default')).toBe('1');
    const record = await project.git('-C', git.bare, 'show', `refs/tailgate/default:${names.split('\n')[0]}`);
    expect(JSON.parse(record)).toMatchObject({ commit: head, branch: 'main', job: 'flavour a' });
    expect(record).not.toContain('TheSecretOfPublishing');
  });

  it('is passed, with a word, when the token may not write records', async () => {
    await project.git('-C', git.bare, 'config', 'http.receivepack', 'false');
    const outcome = await measure('push', pushEvent(await project.commit('Merge again')));
    await project.git('-C', git.bare, 'config', 'http.receivepack', 'true');
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(outcome.log).toMatch(/not recorded|could not be recorded|not be stored/i);
  });
});

describe('a fork', () => {
  let head: string;

  beforeAll(async () => {
    head = await project.commit('From a fork');
    openPull(8, head, { headRepository: 'stranger/shop', headBranch: 'faster' });
  });

  it('has its verdict even though its token may only read', async () => {
    const outcome = await measure('pull_request', forkEvent(8, head), { token: READ_ONLY, id: 950 });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(outcome.log).toContain('may not comment');
    expect(github.state.comments).toEqual([]);
  });

  it('is commented by the publisher of the base repository, without a success status', async () => {
    const event = workflowRunEvent(950, head);
    const outcome = await runWorkflow('workflow_run', event, { workflow: 'publish' });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.comments).toHaveLength(1);
    expect(github.state.comments[0]!.number).toBe(8);
    expect(github.state.comments[0]!.body).toMatch(/fork/);
    expect(github.state.statuses.filter(({ state }) => state === 'success')).toEqual([]);
  });

  it('passes by an approval of this very commit once the job is run again', async () => {
    github.state.consent.roles.set('kim', 'write');
    github.state.consent.reviews.set(8, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    const event = workflowRunEvent(950, head);
    const outcome = await runWorkflow('workflow_run', event, { workflow: 'publish' });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.statuses.at(-1)).toMatchObject({
      sha: head,
      state: 'success',
      description: expect.stringContaining('approved by kim'),
    });
  });

  it('is pending again after another push', async () => {
    const pushed = await project.commit('Another push from the fork');
    const from = { headRepository: 'stranger/shop', headBranch: 'faster' };
    openPull(8, pushed, from);
    await measure('pull_request', forkEvent(8, pushed), { token: READ_ONLY, id: 960 });
    const outcome = await runWorkflow('workflow_run', workflowRunEvent(960, pushed), { workflow: 'publish' });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.statuses).toMatchObject([{ sha: pushed, state: 'pending' }]);
    head = pushed;
  });

  it('is not commented when the pull request has moved on', async () => {
    openPull(8, 'f'.repeat(40), { headRepository: 'stranger/shop', headBranch: 'faster' });
    const outcome = await runWorkflow('workflow_run', workflowRunEvent(960, head), { workflow: 'publish' });
    expect(github.state.comments).toEqual([]);
    expect(outcome.log).toMatch(/no open pull request/);
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
  });

  it('cannot pass off a result of another run', async () => {
    openPull(8, head, { headRepository: 'stranger/shop', headBranch: 'faster' });
    const outcome = await runWorkflow('workflow_run', workflowRunEvent(951, head), { workflow: 'publish' });
    // Its check is on the default branch, and says only that the verdict was published.
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    expect(github.state.comments[0]!.body).toMatch(/### ⛔/);
    expect(github.state.statuses.filter(({ state }) => state === 'success')).toEqual([]);
  });
});

it('every exchange conformed to the description of the API', async () => {
  expect(github.seen.length).toBeGreaterThan(10);
  expect(await prism.violations()).toEqual([]);
});

/** Command lines of processes whose environment names the folder. */
function listProcesses(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')];
    } catch {
      return [];
    }
  });
}

/** With what a label is judged by: who opened the pull request, and by when its head was there. */
function labelledEvent(number: number, head: string, base: string): object {
  const event = pullRequestEvent(head, base) as { pull_request: object };
  const since = new Date(Date.now() - 60_000).toISOString();
  return {
    ...event,
    number,
    pull_request: { ...event.pull_request, number, user: { login: 'author' }, updated_at: since },
  };
}

/** The same pull request, after somebody has chosen another base. */
function retarget(event: object, base: string): object {
  const { pull_request } = event as { pull_request: { base: object } };
  return {
    ...event,
    action: 'edited',
    changes: { base: { ref: { from: 'main' } } },
    pull_request: { ...pull_request, base: { ...pull_request.base, ref: 'release', sha: base } },
  };
}

function forkEvent(number: number, head: string): object {
  const event = pullRequestEvent(head) as { pull_request: { head: object } };
  const repo = { name: 'shop', full_name: 'stranger/shop', owner: { login: 'stranger' } };
  return {
    ...event,
    number,
    pull_request: { ...event.pull_request, number, head: { ...event.pull_request.head, repo } },
  };
}

function workflowRunEvent(id: number, head: string): object {
  const { repository } = pushEvent(head) as { repository: object };
  return {
    action: 'completed',
    repository,
    workflow_run: {
      id,
      run_attempt: 1,
      event: 'pull_request',
      head_sha: head,
      head_branch: 'faster',
      head_repository: { full_name: 'stranger/shop', owner: { login: 'stranger' } },
      created_at: new Date(Date.now() - 60_000).toISOString(),
      conclusion: 'success',
      pull_requests: [],
    },
  };
}
