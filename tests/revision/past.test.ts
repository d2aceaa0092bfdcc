import { describe, expect, it } from 'vitest';
import { findCheckout } from '../../src/revision/checkout.ts';
import { findPast } from '../../src/revision/past.ts';
import { commit, environment, git, makeRepository } from './fixture.ts';

async function open(directory: string) {
  const checkout = await findCheckout(directory, environment, new AbortController().signal);
  if ('kind' in checkout) throw new Error(checkout.message);
  return checkout;
}

describe('a commit of the past', () => {
  it('is that of the newest tag of a release before the tip', async () => {
    const shop = makeRepository();
    git(shop, 'tag', 'v1.9.0');
    const second = commit(shop, { a: '2' }, 'second');
    git(shop, 'tag', 'api/v1.10.0');
    commit(shop, { a: '3' }, 'third');
    for (const none of ['v2.0.0-rc.1', 'nightly', 'v2']) git(shop, 'tag', none);
    const tip = commit(shop, { a: '4' }, 'fourth');
    git(shop, 'tag', 'v2.0.0');
    const past = await findPast(await open(shop), { kind: 'release' }, tip, Date.now());
    expect(past).toMatchObject({ sha: second, name: 'api/v1.10.0', subject: 'second' });
  });

  it('is called by ten digits where it was named by its digits', async () => {
    const shop = makeRepository();
    const tip = commit(shop, { a: '2' }, 'second');
    for (const name of [tip, tip.slice(0, 7)])
      expect(await findPast(await open(shop), { kind: 'name', name }, tip, 0)).toMatchObject({
        name: tip.slice(0, 10),
      });
  });

  it('is that of a branch that only the remote has, but never of its HEAD', async () => {
    const shop = makeRepository();
    const first = git(shop, 'rev-parse', 'HEAD');
    const tip = commit(shop, { a: '2' }, 'second');
    git(shop, 'remote', 'add', 'origin', 'file:///nowhere');
    git(shop, 'update-ref', 'refs/remotes/origin/release', first);
    git(shop, 'update-ref', 'refs/remotes/origin/HEAD', tip);
    const find = async (name: string) => findPast(await open(shop), { kind: 'name', name }, tip, 0);
    expect(await find('release')).toMatchObject({ sha: first, name: 'release' });
    git(shop, 'switch', '-q', '--detach', first);
    // Of the remote's it would be the first commit.
    await expect(find('HEAD~1')).rejects.toThrow('names no commit');
  });

  it('is none without a tag of a release, or before the first commit', async () => {
    const shop = makeRepository();
    const tip = commit(shop, { a: '2' }, 'second');
    const find = async (reference: Parameters<typeof findPast>[1], now = Date.now()) =>
      findPast(await open(shop), reference, tip, now);
    await expect(find({ kind: 'release' })).rejects.toThrow('No tag of a release');
    await expect(find({ kind: 'age', seconds: 1 }, 0)).rejects.toThrow('has no commit from before');
    await expect(find({ kind: 'name', name: 'v9' })).rejects.toThrow('names no commit');
    expect(await find({ kind: 'age', seconds: 3600 }, Date.now() + 7_200_000)).toMatchObject({ sha: tip });
  });
});
