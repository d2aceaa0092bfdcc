import { expect, it } from 'vitest';
import { findBaseBranch, readSubject } from '../../src/revision/subject.ts';
import { environment, git, makeRepository } from './fixture.ts';

const { signal } = new AbortController();

/** A repository whose commit is checked out without a branch, as CI does it. */
const detach = () => {
  const shop = makeRepository();
  git(shop, 'switch', '-q', '--detach');
  return shop;
};

it('the branch of what is checked out is its own, else what the system says', async () => {
  const read = async (variables: NodeJS.ProcessEnv, shop = detach()) =>
    (await readSubject(shop, { ...environment, ...variables }, signal)).branch;
  expect(await read({ GITHUB_REF_NAME: 'main' })).toBe('main');
  expect(await read({ GITHUB_REF_NAME: '', CI_COMMIT_BRANCH: 'release' })).toBe('release');
  expect(await read({ BRANCH_NAME: 'PR-5' })).toBe('PR-5');
  expect(await read({ BUILDKITE_BRANCH: 'faster' })).toBe('faster');
  // A merge request of GitLab has no such branch.
  expect(await read({ CI_COMMIT_REF_NAME: 'faster' })).toBeNull();
  expect(await read({ CI_COMMIT_BRANCH: 'other', BRANCH_NAME: 'other' }, makeRepository())).toBe('main');
});

it('the base branch is one that only the remote has, also after that has renamed it', async () => {
  const shop = detach();
  const find = () => findBaseBranch(shop, environment, signal);
  git(shop, 'branch', '-q', '-m', 'main', 'master');
  git(shop, 'update-ref', 'refs/remotes/origin/master', 'HEAD');
  expect(await find()).toBe('master');
  git(shop, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/master');
  expect(await find()).toBe('master');
  // What `git fetch --prune` leaves.
  git(shop, 'update-ref', '-d', 'refs/remotes/origin/master');
  git(shop, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(await find()).toBe('main');
});
