import { beforeEach, expect, it } from 'vitest';
import type { CommitLocation, PullLocation } from '../../src/forge/location.ts';
import { publishStatus, type Said } from '../../src/publish/status.ts';
import { MemoryForge } from '../forge/memory.ts';

const sha = 'a'.repeat(40);
const url = 'https://github.com/octo/shop/actions/runs/9/attempts/1';
const own = { kind: 'pull', headSha: sha, baseBranch: 'main', fromFork: false } as PullLocation;
const fork: PullLocation = { ...own, fromFork: true };
const approved = { approvedBy: 'kim' };

let forge: MemoryForge;
beforeEach(() => {
  forge = new MemoryForge();
});

function publish(place: PullLocation | CommitLocation, said: Partial<Said> = {}) {
  const context = { defaultBranch: 'main', run: { id: '9', attempt: '1', url } };
  return publishStatus(forge, context, place, 'api', { exitCode: 0, headline: '✅ Nothing slower', ...said });
}
const listed = (key: 'state' | 'context' | 'description') => forge.statuses.map((status) => status[key]);

it('a status has the base in its name, unless that is the default branch, and of a push that it is one', async () => {
  const commit = (base: string | null) => ({ kind: 'commit', sha, base }) as const;
  for (const place of [own, commit('main'), { ...own, baseBranch: 'v1/x' }, commit('v1/x'), commit(null)])
    await publish(place);
  const names = ['tailgate/api', 'tailgate/api', 'tailgate/api@v1/x', 'tailgate/api@v1/x'];
  expect(listed('context')).toEqual([...names, 'tailgate/api (push)']);
  expect(forge.statuses[0]).toMatchObject({ sha, description: '✅ Nothing slower', url });
});

it('a status is what the exit code says, in one line of at most 140 characters', async () => {
  for (const exitCode of [null, 0, 1, 2, 3, 130] as const) await publish(own, { exitCode });
  expect(listed('state')).toEqual(['pending', 'success', 'failure', 'error', 'error', 'error']);
  forge.statuses.length = 0;
  const long = { headline: `slower\n${'x'.repeat(500)}` };
  await publish(fork, long);
  await publish(own, long);
  for (const description of listed('description')) expect(description).toHaveLength(140);
  expect(listed('description')[0]).toMatch(/^fork: slower x+….* \(approve this commit, then re-run this\)$/);
  expect(listed('description')[1]).toMatch(/^slower x+…$/);
});

it("a fork's run that passes is pending until somebody has approved, and then says who that is", async () => {
  await publish(fork);
  await publish(fork, approved);
  await publish(fork, { ...approved, exitCode: 1 });
  await publish(fork);
  expect(listed('state')).toEqual(['pending', 'success', 'failure', 'pending']);
  expect(listed('description')[1]).toBe('fork: ✅ Nothing slower (approved by kim)');
});

it.each([null, 0, 1, 3] as const)("a fork's run leaves what our own has said: %s", async (exitCode) => {
  await publish(own, { exitCode });
  forge.statuses[0]!.context = 'Tailgate/API';
  forge.statuses.push({ ...forge.statuses[0]!, context: 'ci' });
  for (const other of [null, 0, 1, 3] as const)
    for (const proof of [{}, approved]) await publish(fork, { ...proof, exitCode: other });
  expect(forge.statuses).toHaveLength(2);
});

it("a fork's run gives way to our own, speaks for another base, and never sets a status blindly", async () => {
  await publish(fork, { exitCode: 1 });
  await publish(own);
  await publish({ ...fork, baseBranch: 'release' }, { exitCode: 1 });
  expect(listed('state')).toEqual(['failure', 'success', 'failure']);
  forge.listStatuses = () => Promise.reject(new Error('no'));
  await expect(publish(fork)).rejects.toThrow('no');
  expect(forge.statuses).toHaveLength(3);
});
