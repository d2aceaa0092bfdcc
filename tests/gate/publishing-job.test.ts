import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Trigger } from '../../src/forge/trigger.ts';
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

describe('a comment on news alone', () => {
  const slower = () => reportOn(HEAD, 'main', 1.5);
  const comments = () => scene.server.state.comments;

  it('is not made while there is none, which changes neither status nor exit code', async () => {
    const published = await scene.publish({ comment: 'on-news' });
    expect(published.exitCode).toBe(0);
    expect(comments()).toEqual([]);
    expect(scene.status()).toMatchObject({ state: 'success' });
  });

  it('is made for a regression, and says so once that is mended', async () => {
    await scene.publish({ report: slower(), comment: 'on-news' });
    expect(comments()).toHaveLength(1);
    expect(comments()[0]!.body).toContain('slower');
    await scene.publish({ run: 10, comment: 'on-news' });
    expect(comments()).toHaveLength(1);
    expect(comments()[0]!.body).toMatch(/### ✅/);
  });

  it('that somebody else has made is none that is kept up to date', async () => {
    const mallory = { login: 'mallory', id: 7, type: 'User', mayWrite: true, maintains: false } as const;
    scene.server.state.addComment(5, mallory, '<!-- tailgate:default -->\nmine');
    await scene.publish({ comment: 'on-news' });
    expect(comments().map(({ body }) => body)).toEqual(['<!-- tailgate:default -->\nmine']);
  });
});

describe('no comment', () => {
  it('leaves the one that is there alone, and blocks all the same', async () => {
    await scene.publish({ comment: 'always' });
    const before = scene.server.state.comments.map(({ body }) => body);
    const { exitCode } = await scene.publish({
      run: 10,
      report: reportOn(HEAD, 'main', 1.5),
      comment: 'never',
    });
    expect(exitCode).toBe(1);
    expect(scene.server.state.comments.map(({ body }) => body)).toEqual(before);
    expect(scene.status()).toMatchObject({ state: 'failure' });
  });
});

describe('a rate limit that is used up', () => {
  it.each([
    [0, 1],
    [1, 1.5],
  ] as const)('is told, and changes no verdict (exit code %i)', async (exitCode, slower) => {
    scene.server.fail({ kind: 'rate-limit', seconds: 3600, times: 99 });
    const published = await scene.publish({ report: reportOn(HEAD, 'main', slower), comment: 'always' });
    expect(published.exitCode).toBe(exitCode);
    expect(scene.log).toContain('The rate limit of');
    expect(scene.log).toContain('rate limit is used up');
    expect(scene.log).not.toContain('Give the job');
  });

  it('accepts nothing that it kept from being read', async () => {
    scene.server.state.labels.set(5, ['tailgate:accept']);
    scene.server.fail({ kind: 'rate-limit', seconds: 3600, path: /labels$/, times: 99 });
    expect((await scene.publish({ report: reportOn(HEAD, 'main', 1.5) })).exitCode).toBe(1);
  });
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

describe('a measuring job that ran again by itself', () => {
  it('is of a later attempt, which only Gitea counts for each job', async () => {
    const again = { measuredAttempt: 2, token: '' };
    expect((await scene.publish({ ...again, forge: 'gitea' })).exitCode).toBe(0);
    expect((await scene.publish({ ...again, run: 10 })).exitCode).toBe(3);
  });
});

describe('two pull requests with one head', () => {
  beforeEach(() => scene.server.state.pulls.set(6, { headSha: HEAD, baseBranch: 'release' }));
  const other = { pull: 6, base: 'release', run: 10 };

  it('pass once both have, and have a comment each', async () => {
    await scene.publish({ comment: 'always' });
    expect(scene.status()).toMatchObject({ state: 'pending' });
    expect((await scene.publish({ ...other, comment: 'always' })).exitCode).toBe(0);
    expect(scene.status()).toMatchObject({ state: 'success' });
    expect(scene.server.state.comments.map(({ number }) => number)).toEqual([5, 6]);
  });

  it('fail both, status and check, when one does', async () => {
    await scene.publish({ report: reportOn(HEAD, 'main', 1.5) });
    expect((await scene.publish(other)).exitCode).toBe(1);
    expect(scene.status()).toMatchObject({
      state: 'failure',
      description: expect.stringContaining('Failed for main'),
    });
    expect(scene.log).toContain('another pull request with the same head failed');
  });
});

describe('the record of a push', () => {
  const trigger: Trigger = { kind: 'push', branch: 'main', before: null, headSha: HEAD, commits: [] };

  it('is kept', async () => {
    const { recorded, unrecorded } = await scene.publish({ trigger, records: true });
    expect([recorded.length, unrecorded]).toEqual([1, []]);
  });

  it('that could not be kept is told with what to do about it, and changes no verdict', async () => {
    mkdirSync(join(scene.folder, 'records'));
    symlinkSync('nowhere', join(scene.folder, 'records', 'default'));
    const { exitCode, recorded, unrecorded } = await scene.publish({ trigger, records: true });
    expect([exitCode, recorded]).toEqual([0, []]);
    expect(unrecorded).toEqual([
      expect.stringMatching(/^default: The record could not be written: .* make the folder writable, or /),
    ]);
  });
});

describe('a run that begins', () => {
  const begin = async (fromFork: boolean) => {
    const triggerOf = (base: string) => ({ ...scene.contextOf({ base }).trigger, fromFork }) as Trigger;
    await scene.publish({ trigger: triggerOf('main'), report: reportOn(HEAD, 'main', 1.5) });
    scene.server.state.pulls.set(5, { headSha: HEAD, baseBranch: 'release' });
    scene.server.fail({ kind: 'status', status: 403, method: 'POST', path: /statuses/ });
    return scene.begin({ run: 10, base: 'release', trigger: triggerOf('release') });
  };

  it('says that it could not take a status back, and fails for it', async () => {
    expect(await begin(false)).toBe(3);
    expect(scene.log).toContain('No status could be taken back (403');
  });

  it('leaves that to the workflow for forks where its token may only read', async () => {
    expect(await begin(true)).toBe(0);
    expect(scene.log).toContain('No status could be taken back (403');
  });

  it('of a push or by hand takes nothing back', async () => {
    await scene.publish();
    const triggers: Trigger[] = [
      { kind: 'push', branch: 'main', before: null, headSha: HEAD, commits: [] },
      { kind: 'other', name: 'workflow_dispatch' },
    ];
    for (const trigger of triggers) {
      expect(await scene.begin({ run: 10, trigger })).toBe(0);
    }
    expect(scene.status()).toMatchObject({ state: 'success' });
  });
});

describe('a job that ends while it reads results', () => {
  /** Publishes a success, then begins to publish anew, and ends at the first file that cannot be read. */
  const end = async (wish: Parameters<typeof scene.publish>[0] = {}) => {
    await scene.publish(wish);
    expect(scene.status()).toMatchObject({ state: 'success' });
    const note = () => {
      throw new Error('killed');
    };
    const run = wish.trigger?.kind === 'workflow_run' ? '19' : String(wish.run ?? 9);
    const unread = join(
      scene.folder,
      `results-${wish.run ?? 9}`,
      `tailgate-result.default.measure.1-of-1.${run}-1.json`,
    );
    writeFileSync(unread, '{');
    await expect(scene.publish({ ...wish, attempt: 2, report: null, note })).rejects.toThrow('killed');
    expect(scene.status()).toMatchObject({
      state: 'pending',
      description: expect.stringMatching(
        /^A newer result is being published; if this stays, re-run that job/,
      ),
    });
  };

  it.each([[['default']], [[]]])('leaves no older success, with the input suites %j', async (suites) => {
    await end({ suites, needs: '' });
  });

  it('leaves none of a push, and none of an approved fork', async () => {
    const push: Trigger = { kind: 'push', branch: 'main', before: null, headSha: HEAD, commits: [] };
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

  it('leaves the success that a pull request has for its base of by now', async () => {
    scene.server.state.pulls.set(5, { headSha: HEAD, baseBranch: 'release' });
    await scene.publish({ base: 'release' });
    await scene.publish({ run: 8, base: 'main' });
    expect(await scene.begin({ run: 8, base: 'main' })).toBe(0);
    expect(scene.status()).toMatchObject({ state: 'success' });
  });
});

describe('a flood of results', () => {
  it('has 32 suites asked for before any is read, the usual one among them', async () => {
    await scene.publish();
    expect(scene.status()).toMatchObject({ state: 'success' });
    for (let i = 0; i < 40; i++)
      writeFileSync(join(scene.folder, `results-9/tailgate-result.a${i}.measure.1-of-1.9-1.json`), '{');
    const start = scene.server.seen.length;
    const note = () => {
      throw new Error('killed');
    };
    await expect(scene.publish({ attempt: 2, report: null, note })).rejects.toThrow('killed');
    const asked = scene
      .requestsSince(start)
      .filter(({ method, path }) => method === 'GET' && path.endsWith('/statuses'));
    expect(asked).toHaveLength(32);
    expect(scene.status()).toMatchObject({ state: 'pending' });
  });
});

describe('an interruption', () => {
  it.each([/pulls\/5$/, /labels$/, /comments$/])(
    'while %s is asked for ends the job at once',
    async (path) => {
      await scene.publish();
      scene.server.fail({ kind: 'hang', path });
      const controller = new AbortController();
      const published = scene.publish({ attempt: 2, comment: 'always', signal: controller.signal });
      await vi.waitUntil(() => scene.server.hanging > 0);
      controller.abort('SIGTERM');
      await expect(published).rejects.toMatchObject({ exitCode: 130 });
      expect(scene.status()!.state).toBe(path.test('/pulls/5') ? 'success' : 'pending');
    },
  );
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
    scene.server.fail({ kind: 'status', status: 403, method: 'POST', path: /statuses/ });
    expect((await scene.publish(fork)).exitCode).toBe(3);
    scene.server.state.pulls.set(5, { ...scene.server.state.pulls.get(5)!, state: 'closed' });
    expect((await scene.publish({ ...fork, run: 21 })).exitCode).toBe(0);
  });
});
