import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { locate } from '../../src/forge/pull.ts';
import type { Trigger } from '../../src/forge/trigger.ts';
import type { Job, SuiteReport } from '../../src/handover/suite.ts';
import { announce, printForeign } from '../../src/publish/publication.ts';
import { makeFolder } from '../folders.ts';
import { forgeOf } from '../github/forge.ts';
import { GitHubServer } from '../github/server.ts';
import { cases } from '../report/cases.ts';
import { reportOf } from '../report/fixture.ts';
import { lost } from '../report/suite-cases.ts';
import { stubStepSummary } from './step-summary.ts';

const headSha = 'a'.repeat(40);
const pullRequest: Trigger = {
  kind: 'pull_request',
  number: 5,
  headSha,
  headBranch: 'faster',
  baseBranch: 'main',
  baseSha: null,
  fromFork: false,
  author: 'rosa',
  since: null,
  action: 'opened',
  label: null,
};

let server: GitHubServer;
const folder = makeFolder('tailgate-publication');
let log: string;

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha });
  server.state.addToken('good');
  server.state.addToken('read-only', { mayWrite: false });
  writeFileSync(join(folder, 'summary.md'), '');
  stubStepSummary(join(folder, 'summary.md'));
  log = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    log += String(chunk);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await server.stop();
});

function suiteOf(jobs: Job[], suite = 'default'): SuiteReport {
  return { suite, jobs, trust: 'own', link: null };
}

const passing: Job = { name: '', outcome: { kind: 'report', report: reportOf({ earlier: 0 }), failOn: [] } };

async function send(suites: SuiteReport[], token = 'good', trigger = pullRequest) {
  const context: GitHubContext = {
    trigger,
    owner: 'octo',
    repo: 'shop',
    defaultBranch: 'main',
    baseBranch: 'main',
    records: false,
    run: { id: '9', attempt: '1', url: 'https://github.com/octo/shop/actions/runs/9/attempts/1' },
    serverUrl: server.url,
    apiUrl: server.url,
  };
  const forge = token === '' ? null : forgeOf(server, { token, note: printForeign });
  const location = await locate(forge, context);
  return announce({ suites, context, forge, location, comment: 'always' });
}

function summary(): string {
  return readFileSync(join(folder, 'summary.md'), 'utf8');
}

describe('a publication', () => {
  it('has a comment and a status for each suite, and all of them in the summary', async () => {
    const published = await send([suiteOf([passing]), suiteOf([passing], 'web')]);
    expect(published).toMatchObject([
      { suite: 'default', comment: { kind: 'delivered' }, status: { kind: 'delivered' } },
      { suite: 'web', comment: { kind: 'delivered' }, status: { kind: 'delivered' } },
    ]);
    expect(server.state.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- tailgate:default -->',
      '<!-- tailgate:web -->',
    ]);
    expect(server.state.statuses).toMatchObject([
      { context: 'tailgate/default', state: 'success', sha: headSha },
      { context: 'tailgate/web', state: 'success', sha: headSha },
    ]);
    expect(summary().match(/^### /gm)).toHaveLength(2);
  });

  it('of more than a comment can hold is one comment all the same, each time', async () => {
    const message = `error: ${'`<b> & _*~ \u{1f6d1} '.repeat(900)}`;
    const jobs = Array.from({ length: 100 }, (_, i): Job => {
      return { name: `job ${i}`, outcome: { kind: 'fault', exitCode: 3, message: `${i} ${message}` } };
    });
    await send([suiteOf([passing, ...jobs])]);
    expect(await send([suiteOf([...jobs, passing])])).toMatchObject([{ comment: { action: 'updated' } }]);
    expect(server.state.comments).toHaveLength(1);
    const { length } = server.state.comments[0]!.body;
    expect(length).toBeGreaterThan(20_000);
    expect(length).toBeLessThanOrEqual(65_536);
  });

  it('of a job that is missing is an error everywhere', async () => {
    await send([suiteOf([lost(1)])]);
    expect(server.state.statuses).toMatchObject([{ state: 'error' }]);
    expect(log).toMatch(/^::error title=Tailgate/m);
  });

  it('of a fault shows its message, and no command that is in it', async () => {
    const message = 'error: no such file\n::set-output name=x::y\n##[set-env name=A]b';
    await send([suiteOf([{ name: '', outcome: { kind: 'fault', exitCode: 2, message } }])]);
    expect(log).toContain('::error title=Tailgate::no such file%0A::set-output');
    let open: string | undefined;
    for (const line of log.split('\n')) {
      const stop = line.match(/^::stop-commands::(.+)$/)?.[1];
      if (stop) open = stop;
      else if (open !== undefined && line === `::${open}::`) open = undefined;
      else if (open === undefined && !line.startsWith('::error ')) expect(line).not.toMatch(/^::set|##\[/);
    }
  });

  it('has ten errors of all its jobs and suites together, the last of which counts the rest', async () => {
    const report = cases['forty scenarios']!();
    const slower: Job = { name: 'a', outcome: { kind: 'report', report, failOn: [] } };
    const faults = Array.from({ length: 5 }, (_, i): Job => {
      return { name: `job ${i}`, outcome: { kind: 'fault', exitCode: 3, message: `error: fault ${i}` } };
    });
    await send([suiteOf([slower, ...faults]), suiteOf(faults, 'web')]);
    const errors = log.match(/^::error .*$/gm)!;
    expect(errors).toHaveLength(10);
    // Twenty metrics are slower.
    expect(errors[0]).toMatch(/^::error title=scenario-20 p99 is 50 %25 slower/);
    expect(errors[9]).toMatch(/^::error title=21 more::scenario-.*; Tailgate \(job 4\)$/);
  });

  it('on a push is a status alone, which says nothing of a pull request with the same head', async () => {
    server.state.pulls.set(7, { headSha, headBranch: 'main', baseBranch: 'release' });
    const push: Trigger = { kind: 'push', branch: 'main', before: null, headSha };
    const pull = { ...pullRequest, number: 7, headBranch: 'main', baseBranch: 'release' } as Trigger;
    await send([suiteOf([lost(1)])], 'good', pull);
    const { length } = server.state.comments;
    expect(await send([suiteOf([passing])], 'good', push)).toMatchObject([
      { comment: { kind: 'not-asked' }, status: { kind: 'delivered' } },
    ]);
    expect(server.state.statuses.map(({ context, state }) => [context, state])).toEqual([
      ['tailgate/default@release', 'error'],
      ['tailgate/default (push)', 'success'],
    ]);
    expect(server.state.comments).toHaveLength(length);
  });

  it('on a fork is never a success', async () => {
    await send([suiteOf([passing])], 'good', { ...pullRequest, fromFork: true } as Trigger);
    expect(server.state.statuses).toMatchObject([{ state: 'pending' }]);
  });

  it('that may not be delivered is told in the log and the summary, and goes on with the rest', async () => {
    const published = await send([suiteOf([passing])], 'read-only');
    expect(published).toMatchObject([{ comment: { kind: 'refused' }, status: { kind: 'refused' } }]);
    expect(log).toContain('The pull request could not be commented (403');
    expect(log).toContain('The commit status could not be set (403');
    expect(summary()).toContain('could not be commented');
    expect(summary()).toContain('status could not be set');
    server.fail({ kind: 'status', status: 422, method: 'POST', path: /comments$/ });
    expect(await send([suiteOf([passing])])).toMatchObject([
      { comment: { kind: 'failed' }, status: { kind: 'delivered' } },
    ]);
  });

  it('without a token asks nobody', async () => {
    expect(await send([suiteOf([passing])], '')).toMatchObject([
      { comment: { kind: 'refused' }, status: { kind: 'refused' } },
    ]);
    expect(server.seen).toEqual([]);
  });
});
