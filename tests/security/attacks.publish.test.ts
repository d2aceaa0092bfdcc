/** What is tried against a verdict once it is measured. None of it may succeed, and none of it in silence. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Trigger } from '../../src/forge/trigger.ts';
import { forkRun, HEAD, PublishingScene, reportOn } from '../gate/publishing-scene.ts';

const LATER = 'c'.repeat(40);
const THEIRS = { headRepository: 'mallory/shop', headBranch: 'faster', author: 'mallory' };

let scene: PublishingScene;

beforeEach(async () => {
  scene = await new PublishingScene().start();
  for (const [login, role] of Object.entries({ kim: 'write', tom: 'triage', rosa: 'admin' } as const)) {
    scene.server.state.consent.roles.set(login, role);
  }
});

afterEach(() => scene.stop());

const fork = (measured: number, head = HEAD) => ({
  run: measured + 1,
  head,
  trigger: forkRun(measured, head),
});
const comments = () => scene.server.state.comments.map(({ body }) => body).join('\n');

describe('a pull request that is retargeted after it has passed', () => {
  beforeEach(async () => {
    scene.server.state.pulls.set(5, { headSha: HEAD });
    await scene.publish();
    scene.server.state.pulls.set(5, { headSha: HEAD, baseBranch: 'release' });
  });

  it('has no status for its new base, and gets that of its new measurement', async () => {
    expect(scene.status()).toMatchObject({ state: 'success' });
    expect(scene.status(HEAD, 'release')).toBeUndefined();
    await scene.publish({ base: 'release', run: 10, report: reportOn(HEAD, 'release', 1.5) });
    expect(scene.status(HEAD, 'release')).toMatchObject({ state: 'failure' });
  });
});

describe('a fork', () => {
  const run = fork;
  const approve = (by: string, sha: string) =>
    scene.server.state.consent.reviews.set(5, [
      ...(scene.server.state.consent.reviews.get(5) ?? []),
      { by, state: 'APPROVED' as const, sha },
    ]);

  beforeEach(() => scene.server.state.pulls.set(5, { headSha: HEAD, ...THEIRS }));

  it('does not pass on its own word, and says what would make it pass', async () => {
    await scene.publish({ ...run(19), comment: 'always' });
    expect(scene.status()).toMatchObject({
      state: 'pending',
      description: expect.stringContaining('approve this commit, then re-run this'),
    });
    expect(comments()).toContain(
      'A pass is pending until somebody with write access approves exactly this commit',
    );
  });

  it('passes by an approval of this very commit, and not after another push', async () => {
    approve('kim', HEAD);
    await scene.publish(run(19));
    expect(scene.status()).toMatchObject({
      state: 'success',
      description: expect.stringContaining('by kim'),
    });
    scene.server.state.pulls.set(5, { headSha: LATER, ...THEIRS });
    await scene.publish(run(29, LATER));
    expect(scene.status(LATER)).toMatchObject({ state: 'pending' });
    // Nobody is told of the older commit any more, however often its job is run again.
    const said = scene.server.state.statuses.length;
    await scene.publish({ ...run(19), attempt: 2 });
    expect(scene.server.state.statuses).toHaveLength(said);
  });

  it('cannot take an approval to another base, by retargeting or by a second pull request', async () => {
    scene.server.state.pulls.set(5, { headSha: HEAD, ...THEIRS, baseBranch: 'playground' });
    approve('kim', HEAD);
    await scene.publish({ ...run(19), base: 'playground' });
    expect(scene.status(HEAD, 'playground')).toMatchObject({ state: 'success' });
    scene.server.state.pulls.set(6, { headSha: HEAD, ...THEIRS });
    const { exitCode } = await scene.publish(run(29));
    expect(exitCode).toBe(3);
    expect(scene.log).toContain('2 open pull requests');
    expect(scene.status()).toBeUndefined();
  });

  it('cannot pass off a result for another base or of another commit', async () => {
    approve('kim', HEAD);
    await scene.publish({ ...run(19), report: reportOn(HEAD, 'playground'), comment: 'always' });
    expect(scene.status()).toMatchObject({ state: 'error' });
    expect(comments()).toContain('The result is for the base playground, and the pull request goes to main');
    await scene.publish({ ...run(29), report: reportOn(LATER) });
    expect(scene.status()).toMatchObject({ state: 'error' });
  });

  it.each([
    ['was accepted', (text: string) => text.replace(/"code":"regressed"/, '"code":"accepted"')],
    ['blocks nothing', (text: string) => text.replace('"failOn":[]', '"failOn":["none"]')],
  ])('cannot pass off a result that says it %s', async (_name, forge) => {
    approve('kim', HEAD);
    const slower = { ...run(19), report: reportOn(HEAD, 'main', 1.5) };
    await scene.publish(slower);
    expect(scene.status()).toMatchObject({ state: 'failure' });
    const folder = join(scene.folder, 'results-20');
    const path = join(folder, readdirSync(folder)[0]!);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, forge(text));
    expect(readFileSync(path, 'utf8')).not.toBe(text);
    await scene.publish({ ...slower, attempt: 2, report: null });
    expect(scene.status()).toMatchObject({ state: 'error' });
    expect(scene.log).toContain('Not all results are there');
  });
});

describe("a stranger's pull request that has our commit as its head", () => {
  const failing = { ...fork(19), report: reportOn(HEAD, 'main', 1.5) };

  beforeEach(() => {
    scene.server.state.pulls.set(5, { headSha: HEAD });
    scene.server.state.pulls.set(9, { headSha: HEAD, ...THEIRS });
  });

  it('does not hold ours up, before or after it', async () => {
    await scene.publish(failing);
    expect(scene.status()).toMatchObject({ state: 'failure' });
    expect((await scene.publish({ run: 10 })).exitCode).toBe(0);
    expect(scene.status()).toMatchObject({ state: 'success' });
    await scene.publish({ ...failing, attempt: 2 });
    expect(scene.status()).toMatchObject({ state: 'success' });
  });

  it('replaces nothing of ours, not even what is pending', async () => {
    scene.server.fail({ kind: 'status', status: 400, path: /labels$/ });
    const note = () => {
      throw new Error('killed');
    };
    await expect(scene.publish({ note })).rejects.toThrow('killed');
    scene.server.state.consent.reviews.set(9, [{ by: 'kim', state: 'APPROVED', sha: HEAD }]);
    await scene.publish(fork(19));
    expect(scene.status()).toMatchObject({ state: 'pending' });
  });

  it('says nothing for another base than its own', async () => {
    scene.server.state.pulls.set(9, { headSha: HEAD, ...THEIRS, baseBranch: 'develop' });
    await scene.publish({ ...failing, base: 'develop', report: reportOn(HEAD, 'develop', 1.5) });
    expect(scene.status()).toBeUndefined();
    expect(scene.status(HEAD, 'develop')).toMatchObject({ state: 'failure' });
  });
});

describe('the label', () => {
  const slower = reportOn(HEAD, 'main', 1.5);
  const acceptBy = 'write' as const;
  const label = (by: string, event: 'labeled' | 'unlabeled' = 'labeled') => {
    scene.server.state.labels.set(5, event === 'labeled' ? ['tailgate:accept'] : []);
    scene.server.state.consent.record(5, { event, name: 'tailgate:accept', by, at: '2026-03-01T12:05:00Z' });
  };
  const pushed = (at: string) =>
    scene.server.state.consent.record(5, { event: 'head_ref_force_pushed', by: 'rosa', at });
  const again = { report: slower, acceptBy, attempt: 2 };

  beforeEach(() => scene.server.state.pulls.set(5, { headSha: HEAD, author: 'rosa' }));

  it.each(['rosa', 'tom'])(
    'of %s, its author or below the level, does not accept where that is restricted',
    async (by) => {
      label(by);
      expect((await scene.publish({ report: slower, acceptBy, comment: 'always' })).exitCode).toBe(1);
      expect(comments()).toContain(`@&#8203;${by} may not accept this change`);
      label('kim');
      expect((await scene.publish({ report: slower, acceptBy, run: 10 })).exitCode).toBe(0);
      label('kim', 'unlabeled');
      expect((await scene.publish({ report: slower, acceptBy, run: 11 })).exitCode).toBe(1);
      expect(scene.status()).toMatchObject({ state: 'failure' });
    },
  );

  it('that was set on another head does not accept an older one that is pushed back, nor before that', async () => {
    label('kim');
    scene.server.state.pulls.set(5, { headSha: LATER, author: 'rosa' });
    expect((await scene.publish(again)).exitCode).toBe(1);
    scene.server.state.pulls.set(5, { headSha: HEAD, author: 'rosa' });
    pushed('2026-03-01T12:06:00Z');
    expect((await scene.publish({ ...again, attempt: 3 })).exitCode).toBe(1);
    expect(scene.status()).toMatchObject({ state: 'failure' });
  });

  it('that is no longer that of the run it has started does not accept by that run', async () => {
    const { trigger } = scene.contextOf({});
    const labelled = { ...trigger, action: 'labeled', label: 'tailgate:accept' } as Trigger;
    label('kim');
    expect((await scene.publish({ ...again, trigger: labelled })).exitCode).toBe(0);
    pushed('2026-03-01T12:06:00Z');
    expect((await scene.publish({ ...again, trigger: labelled, attempt: 3 })).exitCode).toBe(1);
    scene.server.state.pulls.set(5, { headSha: LATER, author: 'rosa' });
    label('kim');
    expect((await scene.publish({ ...again, trigger: labelled, attempt: 4 })).exitCode).toBe(1);
  });

  it('does not accept where the server does not say what the head is', async () => {
    label('kim');
    scene.server.fail({ kind: 'status', status: 400, path: /pulls\/5$/ });
    expect((await scene.publish(again)).exitCode).toBe(1);
    expect((await scene.publish({ ...again, attempt: 3 })).exitCode).toBe(0);
  });
});
