import { beforeEach, describe, expect, it } from 'vitest';
import type { PullLocation } from '../../src/forge/pull.ts';
import { nameStatus, publishStatus, type StatusTarget } from '../../src/publish/status.ts';
import { MemoryForge } from '../forge/memory.ts';

const sha = 'a'.repeat(40);
const url = 'https://github.com/octo/shop/actions/runs/9/attempts/1';

let forge: MemoryForge;
beforeEach(() => {
  forge = new MemoryForge();
});

function publish(more: Partial<StatusTarget> = {}) {
  const target = { sha, context: 'tailgate/api', url, trust: 'own', exitCode: 0 } as const;
  return publishStatus(forge, { ...target, headline: '✅ Nothing slower', ...more });
}

const states = () => forge.statuses.map(({ state }) => state);
const descriptions = () => forge.statuses.map(({ description }) => description);

it('a status has the base in its name, unless that is the default branch, and of a push that it is one', () => {
  const pull = (baseBranch: string) => ({ kind: 'pull', baseBranch }) as PullLocation;
  const commit = (base: string | null) => ({ kind: 'commit', sha, base }) as const;
  const name = (place: Parameters<typeof nameStatus>[1]) => nameStatus('api', place, 'main');
  expect([pull('main'), commit('main')].map(name)).toEqual(['tailgate/api', 'tailgate/api']);
  expect([pull('v1/x'), commit('v1/x')].map(name)).toEqual(['tailgate/api@v1/x', 'tailgate/api@v1/x']);
  expect(name(commit(null))).toBe('tailgate/api (push)');
});

describe('the commit status of a suite', () => {
  it('is what the exit code says, and the last one that was set', async () => {
    for (const exitCode of [null, 0, 1, 2, 3, 130] as const)
      expect(await publish({ exitCode })).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(states()).toEqual(['pending', 'success', 'failure', 'error', 'error', 'error']);
    expect(forge.statuses[0]).toMatchObject({
      sha,
      context: 'tailgate/api',
      description: '✅ Nothing slower',
      url,
    });
  });

  it('has one line of at most 140 characters', async () => {
    await publish({ headline: `slower\n${'x'.repeat(500)}` });
    await publish({ headline: `slower\n${'x'.repeat(500)}`, trust: 'fork', context: 'tailgate/web' });
    for (const description of descriptions()) expect(description).toHaveLength(140);
    expect(descriptions()).toEqual([
      expect.stringMatching(/^slower x+…$/),
      expect.stringMatching(/^fork: slower x+….* \(approve this commit, then re-run this\)$/),
    ]);
  });
});

describe("the result of a fork's own run", () => {
  const approved = { trust: 'fork', approvedBy: 'kim' } as const;

  it('passes once somebody has approved, and says who that is; without, it is pending and says what to do', async () => {
    await publish({ trust: 'fork' });
    await publish(approved);
    await publish({ ...approved, exitCode: 1 });
    await publish({ trust: 'fork' });
    expect(states()).toEqual(['pending', 'success', 'failure', 'pending']);
    expect(descriptions()[0]).toMatch(/^fork: .*approve this commit/);
    expect(descriptions()[1]).toBe('fork: ✅ Nothing slower (approved by kim)');
  });

  it('leaves what a run of our own has said, whatever that was', async () => {
    for (const exitCode of [null, 0, 1, 3] as const) {
      forge.statuses.length = 0;
      await publish({ exitCode, context: 'Tailgate/API' });
      forge.statuses.push({ ...forge.statuses[0]!, context: 'ci' });
      for (const other of [null, 0, 1, 3] as const) {
        expect(await publish({ trust: 'fork', exitCode: other })).toMatchObject({ action: 'unchanged' });
        await publish({ ...approved, exitCode: other });
      }
      expect(states()).toHaveLength(2);
    }
  });

  it('gives way to a run of our own, says of another base what it has found, and is not set blindly', async () => {
    await publish({ trust: 'fork', exitCode: 1 });
    await publish();
    await publish({ trust: 'fork', exitCode: 1, context: 'tailgate/api@release' });
    expect(states()).toEqual(['failure', 'success', 'failure']);
    forge.listStatuses = () => Promise.reject(new Error('no'));
    await expect(publish({ trust: 'fork' })).rejects.toThrow('no');
    expect(states()).toHaveLength(3);
  });
});
