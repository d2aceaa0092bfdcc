import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Trigger } from '../../src/forge/trigger.ts';
import { renderComment } from '../../src/report/comment.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { forkRun, HEAD, PublishingScene, reportOn } from './publishing-scene.ts';

let scene: PublishingScene;

beforeEach(async () => {
  scene = await new PublishingScene().start();
  scene.server.state.pulls.set(5, { headSha: HEAD });
});

afterEach(() => scene.stop());

describe('the budget of requests', () => {
  it('is eleven at most for a pull request, the first time and when all is there already', async () => {
    expect((await scene.publish({ comment: 'always' })).exitCode).toBe(0);
    expect(scene.server.seen.length).toBeLessThanOrEqual(11);
    const start = scene.server.seen.length;
    await scene.publish({ run: 10, comment: 'always' });
    const lines = scene.requestsSince(start).map(({ method, path }) => `${method} ${path}`);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(11);
    expect(scene.status()).toMatchObject({ state: 'success' });
  });

  it('grows by six at most with another suite', async () => {
    const two = [reportOn(), { ...reportOn(), suite: 'web' }];
    await scene.publish({ suites: ['default'], report: two[0], comment: 'always' });
    const one = scene.server.seen.length;
    await scene.publish({ run: 10, suites: ['default', 'web'], report: two[1], comment: 'always' });
    expect(scene.server.seen.length - one).toBeLessThanOrEqual(17);
    expect(scene.server.state.comments).toHaveLength(2);
  });
});

describe('a comment', () => {
  const slower = () => reportOn(HEAD, 'main', 1.5);
  const comments = () => scene.server.state.comments.map(({ body }) => body);

  it('on news alone is made for a regression, and says so once that is mended; status and exit code stay', async () => {
    expect((await scene.publish({ comment: 'on-news' })).exitCode).toBe(0);
    expect(comments()).toEqual([]);
    expect(scene.status()).toMatchObject({ state: 'success' });
    await scene.publish({ run: 10, report: slower(), comment: 'on-news' });
    expect(comments()).toEqual([expect.stringContaining('slower')]);
    await scene.publish({ run: 11, comment: 'on-news' });
    expect(comments()).toEqual([expect.stringMatching(/### ✅/)]);
  });

  it.each(['late-502', 'lost-answer'] as const)(
    'is there once after a %s, or nothing at all',
    async (kind) => {
      const path = /comments$/;
      scene.server.fail({ kind, method: 'POST', path });
      await scene.publish({ comment: 'always' });
      expect(comments()).toHaveLength(1);
      scene.server.state.comments.length = 0;
      scene.server.fail({ kind: 'status', status: 503, method: 'POST', path });
      await scene.publish({ run: 10, comment: 'always' });
      expect(comments()).toHaveLength(1);
    },
  );

  it('that is not wanted leaves the one that is there alone, and the job blocks all the same', async () => {
    await scene.publish({ comment: 'always' });
    const before = comments();
    expect((await scene.publish({ run: 10, report: slower(), comment: 'never' })).exitCode).toBe(1);
    expect(comments()).toEqual(before);
    expect(scene.status()).toMatchObject({ state: 'failure' });
  });
});

it('a rate limit that is used up is told, and changes no verdict; what was not read accepts nothing', async () => {
  const slower = reportOn(HEAD, 'main', 1.5);
  scene.server.state.labels.set(5, ['tailgate:accept']);
  scene.server.fail({ kind: 'rate-limit', seconds: 3600, times: 99 });
  expect((await scene.publish({ comment: 'always' })).exitCode).toBe(0);
  expect((await scene.publish({ report: slower, comment: 'always' })).exitCode).toBe(1);
  expect(scene.log).toContain('rate limit is used up');
  expect(scene.log).not.toContain('Give the job');
});

it('how to accept is told for a pull request, and not for a push to a branch, of which nobody reads a label', async () => {
  const report = () => reportOn(HEAD, 'main', 1.5);
  await scene.publish({ report: report(), comment: 'always' });
  const told = 'Add the label `tailgate:accept` and re-run the `publish` job.';
  expect(scene.server.state.comments[0]!.body).toContain(told);
  const trigger: Trigger = { kind: 'push', branch: 'topic', before: null, headSha: HEAD };
  const { suites, exitCode } = await scene.publish({ report: report(), trigger });
  expect(exitCode).toBe(1);
  expect(renderComment(suites[0]!)).not.toContain('tailgate:accept');
});

describe('what blocks', () => {
  const undecided = () => ({
    ...pairedReportOf({ noise: 0.5, record: reportOn().record }),
    baseBranch: 'main',
  });

  it('is also what the publishing step was told to fail on', async () => {
    expect((await scene.publish({ report: undecided() })).exitCode).toBe(0);
    const { exitCode } = await scene.publish({ report: undecided(), failOn: ['inconclusive'], run: 10 });
    expect(exitCode).toBe(1);
    expect(scene.status()).toMatchObject({ state: 'failure' });
  });

  it('is nothing with `fail-on: none`, and that is told wherever the verdict is', async () => {
    const { exitCode } = await scene.publish({
      report: reportOn(HEAD, 'main', 1.5),
      reportOnly: true,
      comment: 'always',
    });
    expect(exitCode).toBe(0);
    expect(scene.status()).toMatchObject({
      state: 'success',
      description: expect.stringMatching(/^Report only: ⚠️/),
    });
    const [comment] = scene.server.state.comments;
    expect(comment!.body).toMatch(/^### ⚠️/m);
    expect(comment!.body).toContain('**Report only**: with `fail-on: none` nothing here blocks the merge.');
    expect(scene.log).toContain('Report only');
    expect(scene.log).not.toMatch(/^::error/m);
    expect(scene.log).toMatch(/^::warning/m);
  });

  it('is not even a result that is missing with `fail-on: none`', async () => {
    expect((await scene.publish({ report: null, reportOnly: true })).exitCode).toBe(0);
    expect(scene.status()!.description).toMatch(/^Report only: ⛔/);
    expect((await scene.publish({ report: null, run: 10 })).exitCode).toBe(3);
  });
});

describe('two pull requests with one head', () => {
  it('have a comment and a status each, and neither speaks for the other', async () => {
    scene.server.state.pulls.set(6, { headSha: HEAD, baseBranch: 'release' });
    const slower = reportOn(HEAD, 'main', 1.5);
    expect((await scene.publish({ report: slower, comment: 'always' })).exitCode).toBe(1);
    const other = { pull: 6, base: 'release', run: 10, comment: 'always' } as const;
    expect((await scene.publish(other)).exitCode).toBe(0);
    expect(scene.status()).toMatchObject({ state: 'failure' });
    expect(scene.status(HEAD, 'release')).toMatchObject({ state: 'success' });
    expect(scene.server.state.comments.map(({ number }) => number)).toEqual([5, 6]);
  });
});

it('the record of a push is kept; one that could not be is told with what to do, and changes no verdict', async () => {
  const trigger: Trigger = { kind: 'push', branch: 'main', before: null, headSha: HEAD };
  const kept = await scene.publish({ trigger, records: true });
  expect([kept.recorded.length, kept.unrecorded]).toEqual([1, []]);
  const store = { kind: 'directory', path: join(scene.folder, 'lost') } as const;
  mkdirSync(store.path);
  symlinkSync('nowhere', join(store.path, 'default'));
  const { exitCode, recorded, unrecorded } = await scene.publish({ trigger, records: true, store });
  expect([exitCode, recorded]).toEqual([0, []]);
  expect(unrecorded).toEqual([
    expect.stringMatching(/^default: The record could not be written: .* make the folder writable, or /),
  ]);
});

describe('a job that ends while it reads results', () => {
  /** Publishes a success, then begins to publish anew, and ends once the results are read. */
  const end = async (wish: Parameters<typeof scene.publish>[0] = {}) => {
    const newest = () => scene.server.state.statuses.at(-1);
    await scene.publish(wish);
    expect(newest()).toMatchObject({ state: 'success' });
    const note = () => {
      throw new Error('killed');
    };
    scene.server.fail({ kind: 'status', status: 400, path: /\/labels$|\/commits\/.*\/pulls$/ });
    await expect(scene.publish({ ...wish, attempt: 2, report: null, note })).rejects.toThrow('killed');
    expect(newest()).toMatchObject({
      state: 'pending',
      description: expect.stringMatching(/No result yet; if this stays, re-run the job/),
    });
  };

  it('leaves no older success', () => end());

  it('leaves none of a push, and none of an approved fork', async () => {
    const push: Trigger = { kind: 'push', branch: 'main', before: null, headSha: HEAD };
    await end({ trigger: push });
    scene.server.state.statuses.length = 0;
    scene.server.state.pulls.set(5, {
      headSha: HEAD,
      headRepository: 'mallory/shop',
      headBranch: 'faster',
      author: 'mallory',
    });
    scene.server.state.consent.roles.set('kim', 'write');
    scene.server.state.consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: HEAD }]);
    await end({ run: 20, trigger: forkRun(19), head: HEAD });
  });
});

describe('an interruption', () => {
  it.each([/labels$/, /comments$/])('while %s is asked for ends the job at once', async (path) => {
    await scene.publish();
    scene.server.fail({ kind: 'hang', path });
    const controller = new AbortController();
    const published = scene.publish({ attempt: 2, comment: 'always', signal: controller.signal });
    await vi.waitUntil(() => scene.server.hanging > 0, { timeout: 30_000 });
    controller.abort('SIGTERM');
    await expect(published).rejects.toMatchObject({ exitCode: 130 });
    expect(scene.status()!.state).toBe(path.test('labels') ? 'pending' : 'success');
  });
});

describe('the workflow for forks', () => {
  const fork = { run: 20, trigger: forkRun(19), head: HEAD };
  beforeEach(() => {
    const from = { headRepository: 'mallory/shop', headBranch: 'faster', author: 'mallory' };
    scene.server.state.pulls.set(5, { headSha: HEAD, ...from });
  });

  it.each([1, 1.5])(
    'leaves no failed check on the default branch once it has published (p99 × %d)',
    async (slower) => {
      const published = await scene.publish({ ...fork, report: reportOn(HEAD, 'main', slower) });
      expect(published.exitCode).toBe(0);
      expect(scene.status()).toMatchObject({ state: slower > 1 ? 'failure' : 'pending' });
      expect(scene.log).not.toMatch(/^::error/m);
    },
  );

  it('fails when it could not publish, and not when nobody is left to tell', async () => {
    scene.server.fail({ kind: 'status', status: 403, method: 'POST', path: /statuses/, times: 2 });
    expect((await scene.publish(fork)).exitCode).toBe(3);
    scene.server.state.pulls.set(5, { ...scene.server.state.pulls.get(5)!, state: 'closed' });
    expect((await scene.publish({ ...fork, run: 21 })).exitCode).toBe(0);
  });
});
