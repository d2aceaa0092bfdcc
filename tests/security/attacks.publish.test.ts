/** What is tried against a verdict once it is measured. None of it may succeed, and none of it in silence. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forkRun, HEAD, PublishingScene, reportOn } from '../gate/publishing-scene.ts';

const LATER = 'c'.repeat(40);
const THEIRS = { headRepository: 'mallory/shop', headBranch: 'faster', author: 'mallory' };

let scene: PublishingScene;

beforeEach(async () => {
  scene = await new PublishingScene().start();
  scene.server.state.consent.roles.set('kim', 'write');
});

afterEach(() => scene.stop());

/** The publication of what a run of a fork has measured. */
const fork = (measured: number, head = HEAD) => ({
  run: measured + 1,
  head,
  trigger: forkRun(measured, head),
});
const comments = () => scene.server.state.comments.map(({ body }) => body).join('\n');
const pull = (number: number, more: object = {}, headSha = HEAD) =>
  scene.server.state.pulls.set(number, { headSha, ...more });
const approve = () =>
  scene.server.state.consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: HEAD }]);

describe('a fork', () => {
  beforeEach(() => pull(5, THEIRS));

  it('passes by an approval of this very commit, neither on its own word nor after another push', async () => {
    await scene.publish({ ...fork(19), comment: 'always' });
    const advice = expect.stringContaining('approve this commit, then re-run this');
    expect(scene.status()).toMatchObject({ state: 'pending', description: advice });
    expect(comments()).toContain('A pass stays pending until someone with write access approves this exact');
    approve();
    await scene.publish({ ...fork(19), attempt: 2 });
    const proof = expect.stringContaining('by kim');
    expect(scene.status()).toMatchObject({ state: 'success', description: proof });
    pull(5, THEIRS, LATER);
    await scene.publish(fork(29, LATER));
    expect(scene.status(LATER)).toMatchObject({ state: 'pending' });
    // Nobody is told of the older commit any more, however often its job is run again.
    const said = scene.server.state.statuses.length;
    await scene.publish({ ...fork(19), attempt: 3 });
    expect(scene.server.state.statuses).toHaveLength(said);
  });

  it('cannot take an approval to another base, by retargeting or by a second pull request', async () => {
    pull(5, { ...THEIRS, baseBranch: 'playground' });
    approve();
    await scene.publish({ ...fork(19), base: 'playground' });
    expect(scene.status(HEAD, 'playground')).toMatchObject({ state: 'success' });
    pull(6, THEIRS);
    expect((await scene.publish(fork(29))).exitCode).toBe(3);
    expect(scene.log).toContain('2 open pull requests');
    expect(scene.status()).toBeUndefined();
  });

  it('cannot pass off a result for another base or of another commit', async () => {
    approve();
    await scene.publish({ ...fork(19), report: reportOn(HEAD, 'playground'), comment: 'always' });
    expect(scene.status()).toMatchObject({ state: 'error' });
    expect(comments()).toContain('The result is for the base playground, but the pull request targets main');
    await scene.publish({ ...fork(29), report: reportOn(LATER) });
    expect(scene.status()).toMatchObject({ state: 'error' });
  });

  it.each([
    ['was accepted', '"code":"regressed"', '"code":"accepted"'],
    ['blocks nothing', '"failOn":[]', '"failOn":["none"]'],
  ])('cannot pass off a result that says it %s', async (_name, from, to) => {
    approve();
    const slower = { ...fork(19), report: reportOn(HEAD, 'main', 1.5) };
    await scene.publish(slower);
    expect(scene.status()).toMatchObject({ state: 'failure' });
    const folder = join(scene.folder, 'results-20');
    const path = join(folder, readdirSync(folder)[0]!);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    await scene.publish({ ...slower, attempt: 2, report: null });
    expect(scene.status()).toMatchObject({ state: 'error' });
    expect(scene.log).toContain('Some results are missing');
  });
});

it("a stranger's pull request that has our commit as its head does not hold ours up, before or after it", async () => {
  const failing = { ...fork(19), report: reportOn(HEAD, 'main', 1.5) };
  pull(5);
  pull(9, THEIRS);
  await scene.publish(failing);
  expect(scene.status()).toMatchObject({ state: 'failure' });
  expect((await scene.publish({ run: 10 })).exitCode).toBe(0);
  expect(scene.status()).toMatchObject({ state: 'success' });
  await scene.publish({ ...failing, attempt: 2 });
  expect(scene.status()).toMatchObject({ state: 'success' });
});
