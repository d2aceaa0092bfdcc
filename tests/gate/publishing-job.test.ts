import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Trigger } from '../../src/forge/trigger.ts';
import { settle } from '../../src/gate/publishing.ts';
import type { JobOutcome } from '../../src/handover/suite.ts';
import { makeProject } from '../records/git-fixture.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { environment, git, makeFolder } from '../revision/fixture.ts';
import { forkRun, HEAD, PublishingScene, reportOn } from './publishing-scene.ts';

const push: Trigger = { kind: 'push', branch: 'main', before: null, headSha: HEAD };
const slower = () => reportOn(HEAD, 'main', 1.5);
const undecided = () => ({
  ...pairedReportOf({ noise: 0.5, record: reportOn().record }),
  baseBranch: 'main',
});

async function measureSuite(suite: string) {
  const outcome: JobOutcome = { kind: 'report', report: reportOn(), failOn: [] };
  return { suite, jobs: [{ name: '', outcome }] };
}

let scene: PublishingScene;
const comments = () => scene.server.state.comments.map(({ body }) => body);

beforeEach(async () => {
  scene = await new PublishingScene().start();
  scene.server.state.pulls.set(5, { headSha: HEAD });
});

afterEach(() => scene.stop());

it('a rate limit that is used up is told, and changes no verdict; what was not read accepts nothing', async () => {
  scene.server.state.labels.set(5, ['tailgate:accept']);
  scene.server.fail({ kind: 'rate-limit', seconds: 3600, times: 99 });
  expect((await scene.publish({ comment: 'always' })).exitCode).toBe(0);
  expect((await scene.publish({ report: slower(), comment: 'always' })).exitCode).toBe(1);
  expect(scene.log).toMatch(/rate limit/i);
  expect(scene.log).not.toContain('Give the job');
});

describe('what blocks', () => {
  it('is what the measuring job was told to fail on, and what the publishing step was', async () => {
    expect((await scene.publish({ report: undecided() })).exitCode).toBe(0);
    const request = { report: undecided(), failOn: ['inconclusive' as const], run: 10 };
    expect((await scene.publish(request)).exitCode).toBe(1);
    expect(scene.status()).toMatchObject({ state: 'failure' });
    const told = { context: scene.contextOf({}), failOn: [], reportOnly: false };
    const nowhere = { kind: 'nowhere', reason: null } as const;
    for (const failOn of [['inconclusive' as const], []]) {
      const outcome = settle({ kind: 'report', report: undecided(), failOn }, nowhere, [], told);
      expect(outcome).toMatchObject({ report: { verdict: { blocks: failOn.length > 0 } } });
    }
  });

  it('is nothing with `fail-on: none`, not even a result that is missing, and that is told wherever the verdict is', async () => {
    const request = { reportOnly: true, comment: 'always' } as const;
    expect((await scene.publish({ report: slower(), ...request })).exitCode).toBe(0);
    expect(scene.status()).toMatchObject({ state: 'success' });
    expect(scene.status()!.description).toMatch(/^Report only: ⚠️/);
    expect(comments()[0]).toMatch(/^### ⚠️/m);
    expect(comments()[0]).toContain('**Report only**: with `fail-on: none` nothing here blocks the merge.');
    expect(scene.log).toContain('Report only');
    expect(scene.log).not.toMatch(/^::error/m);
    expect(scene.log).toMatch(/^::warning/m);
    expect((await scene.publish({ report: null, run: 10, ...request })).exitCode).toBe(0);
    expect((await scene.publish({ report: null, run: 11 })).exitCode).toBe(3);
  });
});

it('the record of a push is kept; one that could not be is told with what to do, and changes no verdict', async () => {
  const kept = await scene.publish({ trigger: push, records: true });
  expect([kept.recorded.length, kept.unrecorded]).toEqual([1, []]);
  expect(scene.log).not.toContain('uncommitted');
  const report = reportOn();
  const dirty = { ...report, record: { ...report.record, dirty: true } };
  await scene.publish({ report: dirty, trigger: push, records: true });
  expect(scene.log).toContain('recorded with uncommitted changes');
  const store = join(scene.folder, 'lost');
  mkdirSync(store);
  symlinkSync('nowhere', join(store, 'default'));
  const { exitCode, recorded, unrecorded } = await scene.publish({ trigger: push, records: true, store });
  expect([exitCode, recorded]).toEqual([0, []]);
  expect(unrecorded).toEqual([expect.stringMatching(/^default: E[A-Z]+: .*lost.default/)]);
});

it('a step that measures as well names its job beside the suite, has one record, and looks again at the pull request', async () => {
  const suite = 'default (node 22)';
  const measure = () => measureSuite(suite);
  const one = { measure, report: null, suites: [suite], records: true };
  const { recorded } = await scene.publish({ ...one, trigger: push });
  expect(recorded).toEqual([expect.stringContaining('/records/default/')]);
  expect(scene.server.state.statuses.map(({ context, state }) => `${context} ${state}`)).toEqual([
    `tailgate/${suite} (push) pending`,
    `tailgate/${suite} (push) success`,
  ]);
  const retarget = () => {
    scene.server.state.pulls.set(5, { headSha: HEAD, baseBranch: 'release' });
    return measure();
  };
  await scene.publish({ ...one, measure: retarget, comment: 'always' });
  expect(comments()).toEqual([]);
});

it('a step that measures records where its checkout comes from, and with a token on its server, whatever was measured', async () => {
  const { clone, server, scratch } = makeProject();
  const evil = join(makeFolder(), 'evil.git');
  git(clone, 'clone', '--quiet', '--bare', server, evil);
  const place = { store: 'git', directory: clone, environment: { ...environment, RUNNER_TEMP: scratch } };
  const one = {
    ...place,
    measure: () => measureSuite('default'),
    report: null,
    trigger: push,
    records: true,
  };
  const { recorded } = await scene.publish({ ...one, token: '' });
  expect(recorded).toEqual([expect.stringMatching(/^refs\/tailgate\/default:/)]);
  git(clone, 'config', 'remote.origin.url', `file://${evil}`);
  const { unrecorded } = await scene.publish(one);
  expect(unrecorded).toEqual([expect.stringContaining(`${scene.server.url}/octo/shop.git`)]);
  expect(git(evil, 'for-each-ref', 'refs/tailgate')).toBe('');
});

it.each([undefined, push])(
  'a job that ends while it reads results leaves no older success, also not of a push',
  async (trigger) => {
    const newest = () => scene.server.state.statuses.at(-1);
    await scene.publish({ trigger });
    expect(newest()).toMatchObject({ state: 'success' });
    const note = () => {
      throw new Error('killed');
    };
    scene.server.state.labels.set(5, ['tailgate:accept']);
    scene.server.fail({ kind: 'status', status: 400, path: /\/events$|\/commits\/.*\/pulls$/ });
    await expect(scene.publish({ trigger, attempt: 2, report: null, note })).rejects.toThrow('killed');
    const description = expect.stringMatching(/No result yet; if this stays, re-run the job/);
    expect(newest()).toMatchObject({ state: 'pending', description });
  },
);

it('the workflow for forks fails when it could not publish, not for the verdict, nor when nobody is left to tell', async () => {
  const fork = { run: 20, trigger: forkRun(19), head: HEAD, report: slower() };
  const pull = { headSha: HEAD, headRepository: 'mallory/shop', headBranch: 'faster', author: 'mallory' };
  scene.server.state.pulls.set(5, pull);
  expect((await scene.publish(fork)).exitCode).toBe(0);
  expect(scene.status()).toMatchObject({ state: 'failure' });
  expect(scene.log).not.toMatch(/^::error/m);
  scene.server.fail({ kind: 'status', status: 403, method: 'POST', path: /statuses/, times: 2 });
  expect((await scene.publish({ ...fork, attempt: 2 })).exitCode).toBe(3);
  scene.server.state.pulls.set(5, { ...pull, state: 'closed' });
  expect((await scene.publish({ ...fork, run: 21 })).exitCode).toBe(0);
});
