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

describe('the name of a status', () => {
  const pull = (baseBranch: string) => ({ kind: 'pull', baseBranch }) as PullLocation;
  const commit = (base: string | null) => ({ kind: 'commit', sha, base }) as const;

  it('has the base, unless that is the default branch, and of a push that it is one', () => {
    const name = (place: Parameters<typeof nameStatus>[1]) => nameStatus('api', place, 'main');
    expect([pull('main'), commit('main')].map(name)).toEqual(['tailgate/api', 'tailgate/api']);
    expect([pull('v1/x'), commit('v1/x')].map(name)).toEqual(['tailgate/api@v1/x', 'tailgate/api@v1/x']);
    expect(name(commit(null))).toBe('tailgate/api (push)');
  });
});

describe('the commit status of a suite', () => {
  it.each([
    [null, 'pending'],
    [0, 'success'],
    [1, 'failure'],
    [2, 'error'],
    [3, 'error'],
    [130, 'error'],
  ] as const)('of exit code %s is %s', async (exitCode, state) => {
    expect(await publish({ exitCode })).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(forge.statuses).toEqual([
      { sha, state, context: 'tailgate/api', description: '✅ Nothing slower', url },
    ]);
  });

  it('is the last one that was set', async () => {
    for (const exitCode of [0, null, 1] as const) await publish({ exitCode });
    expect(states()).toEqual(['success', 'pending', 'failure']);
  });

  it('says of a long headline what became of the gate', async () => {
    const headline = `✅ ${'x'.repeat(200)}; 4 of 4 SLOs met; 3 gate settings changed`;
    await publish({ headline });
    expect(descriptions()[0]).toMatch(/^✅ x+…; 3 gate settings changed$/);
    expect(descriptions()[0]).toHaveLength(140);
  });

  it('has one line of at most 140 characters', async () => {
    const headline = `slower\n${'x'.repeat(500)}`;
    await publish({ headline });
    await publish({ headline, trust: 'fork', context: 'tailgate/web' });
    for (const description of descriptions()) {
      expect(description).toMatch(/^(fork: )?slower x+…/);
      expect(description).toHaveLength(140);
    }
    expect(descriptions()[1]).toMatch(/approve this commit, then re-run this\)$/);
  });
});

it('keeps the no of another job of the run that has the same name', async () => {
  for (const exitCode of [null, null, 1, 0] as const) await publish({ exitCode });
  expect(states()).toEqual(['pending', 'pending', 'failure']);
  for (const exitCode of [null, 0] as const) await publish({ exitCode });
  expect(states()).toEqual(['pending', 'pending', 'failure']);
  for (const exitCode of [null, 0] as const)
    await publish({ exitCode, url: url.replace('attempts/1', 'attempts/2') });
  expect(states().at(-1)).toBe('success');
});

it('of a first attempt is set, be another run of the commit newer', async () => {
  const of = (run: number) => url.replace('9/attempts/1', `${run}/attempts/1`);
  await publish({ exitCode: 0, url: of(10) });
  await publish({ exitCode: 1, url: of(9) });
  expect(states()).toEqual(['success', 'failure']);
});

it.each(['own', 'fork'] as const)(
  'that a newer run has set stands, when an older one is run again: %s',
  async (trust) => {
    const again = (run: number, attempt = 1) => url.replace('9/attempts/1', `${run}/attempts/${attempt}`);
    await publish({ trust, exitCode: 1, url: again(10) });
    for (const exitCode of [null, 0] as const)
      expect(await publish({ trust, exitCode, url: again(9, 2) })).toEqual({ kind: 'superseded', by: 'run' });
    expect(states()).toEqual(['failure']);
    await publish({ trust, exitCode: 3, url: again(10, 2) });
    await publish({ trust, exitCode: 1, url: again(100) });
    expect(states()).toEqual(['failure', 'error', 'failure']);
  },
);

describe("the result of a fork's own run", () => {
  const approved = { trust: 'fork', approvedBy: 'kim' } as const;

  it('is no success by itself: what passes is pending, and says what to do', async () => {
    await publish({ trust: 'fork' });
    expect(states()).toEqual(['pending']);
    expect(descriptions()[0]).toMatch(/^fork: .*approve this commit/);
  });

  it('is what it says once somebody has approved, and who that is, and pending again without', async () => {
    await publish({ trust: 'fork' });
    await publish(approved);
    await publish({ ...approved, exitCode: 1 });
    await publish({ trust: 'fork' });
    expect(states()).toEqual(['pending', 'success', 'failure', 'pending']);
    expect(descriptions()[1]).toBe('fork: ✅ Nothing slower (approved by kim)');
  });

  it.each([null, 0, 1, 3] as const)(
    'leaves what a run of our own has said: exit code %s',
    async (exitCode) => {
      await publish({ exitCode, context: 'Tailgate/API' });
      forge.statuses.push({ ...forge.statuses[0]!, context: 'ci' });
      for (const other of [null, 0, 1, 3] as const) {
        expect(await publish({ trust: 'fork', exitCode: other })).toMatchObject({ action: 'unchanged' });
        await publish({ ...approved, exitCode: other });
      }
      expect(states()).toHaveLength(2);
    },
  );

  it('gives way to a run of our own, and says of another base what it has found', async () => {
    await publish({ trust: 'fork', exitCode: 1 });
    await publish();
    await publish({ trust: 'fork', exitCode: 1, context: 'tailgate/api@release' });
    expect(states()).toEqual(['failure', 'success', 'failure']);
  });

  it('is not set where what stands there cannot be read', async () => {
    forge.listStatuses = () => Promise.reject(new Error('no'));
    await expect(publish({ trust: 'fork' })).rejects.toThrow('no');
    expect(states()).toEqual([]);
  });
});
