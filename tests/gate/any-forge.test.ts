/** A whole publication by a forge that is no GitHub: nothing outside of `forge` may need one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryForge } from '../forge/memory.ts';
import { forkRun, HEAD, PublishingScene, reportOn } from './publishing-scene.ts';

let scene: PublishingScene;
let forge: MemoryForge;

beforeEach(async () => {
  scene = await new PublishingScene().start();
  forge = new MemoryForge();
  forge.pulls.push(pullOf('shop', 'feature'));
});

afterEach(async () => {
  expect(scene.server.seen).toEqual([]);
  await scene.stop();
});

const pullOf = (owner: string, branch: string) => ({
  number: 5,
  author: 'rosa',
  head: { sha: HEAD, branch, repository: `${owner}/shop` },
  base: { branch: 'main', repository: 'octo/shop' },
});
const states = () => forge.statuses.map(({ context, state }) => `${context} ${state}`);

describe('a change', () => {
  it('that is not slower passes, with one comment and one status', async () => {
    for (const attempt of [1, 2])
      expect((await scene.publish({ forge, attempt, comment: 'always' })).exitCode).toBe(0);
    expect(forge.comments).toMatchObject([{ pull: 5, body: expect.stringMatching(/### ✅/) }]);
    expect(states().slice(-2)).toEqual(['tailgate/default pending', 'tailgate/default success']);
  });

  it('that is slower is blocked until somebody who may accepts it', async () => {
    const slower = { forge, report: reportOn(HEAD, 'main', 1.5) };
    expect((await scene.publish(slower)).exitCode).toBe(1);
    expect(states().at(-1)).toBe('tailgate/default failure');
    forge.labels.set(5, ['tailgate:accept']);
    forge.events.set(5, [
      { event: 'labeled', at: '2026-03-01T12:05:00Z', by: 'kim', label: 'tailgate:accept' },
    ]);
    expect((await scene.publish({ ...slower, attempt: 2 })).exitCode).toBe(1);
    forge.rights.set('kim', 'triage');
    expect((await scene.publish({ ...slower, attempt: 3 })).exitCode).toBe(0);
    expect(states().at(-1)).toBe('tailgate/default success');
  });

  it('from a fork passes by an approval of this very commit', async () => {
    forge.pulls[0] = pullOf('mallory', 'faster');
    const fork = { forge, run: 20, trigger: forkRun(19) };
    await scene.publish(fork);
    expect(states().at(-1)).toBe('tailgate/default pending');
    forge.rights.set('kim', 'write');
    forge.reviews.set(5, [{ by: 'kim', isApproval: true, sha: HEAD }]);
    await scene.publish({ ...fork, attempt: 2 });
    expect(states().at(-1)).toBe('tailgate/default success');
  });
});
