import { describe, expect, it } from 'vitest';
import { findBaseBranch, readSubject } from '../../src/revision/subject.ts';
import { environment, git, makeRepository } from './fixture.ts';

const { signal } = new AbortController();

/** A repository whose commit is checked out without a branch, as CI does it. */
const detach = () => {
  const shop = makeRepository();
  git(shop, 'switch', '-q', '--detach');
  return shop;
};

describe('the branch of what is checked out', () => {
  it.each<[string, NodeJS.ProcessEnv, string | null]>([
    ['GitHub', { GITHUB_REF_NAME: 'main' }, 'main'],
    ['GitLab', { CI_COMMIT_BRANCH: 'release' }, 'release'],
    ['Jenkins', { BRANCH_NAME: 'PR-5' }, 'PR-5'],
    ['Buildkite', { BUILDKITE_BRANCH: 'faster' }, 'faster'],
    ['a runner that leaves one empty', { GITHUB_REF_NAME: '', CI_COMMIT_BRANCH: 'main' }, 'main'],
    ['a merge request of GitLab', { CI_COMMIT_REF_NAME: 'faster' }, null],
    ['nobody', {}, null],
  ])('is what the system says where none is: %s', async (_, variables, branch) => {
    expect(await readSubject(detach(), { ...environment, ...variables }, signal)).toMatchObject({ branch });
  });

  it('is its own where there is one, whatever the system says', async () => {
    const variables = { ...environment, CI_COMMIT_BRANCH: 'other', BRANCH_NAME: 'other' };
    expect(await readSubject(makeRepository(), variables, signal)).toMatchObject({ branch: 'main' });
  });
});

describe('the base branch', () => {
  it('is one that only the remote has, in a clone that does not name its default', async () => {
    const shop = detach();
    git(shop, 'update-ref', 'refs/remotes/origin/master', 'HEAD');
    git(shop, 'branch', '-q', '-D', 'main');
    expect(await findBaseBranch(shop, environment, signal)).toBe('master');
    git(shop, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(await findBaseBranch(shop, environment, signal)).toBe('main');
  });

  it('is the new one after the remote has renamed it, whatever is left over here', async () => {
    const shop = detach();
    git(shop, 'branch', '-q', '-m', 'main', 'master');
    git(shop, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/master');
    git(shop, 'update-ref', 'refs/remotes/origin/master', 'HEAD');
    expect(await findBaseBranch(shop, environment, signal)).toBe('master');
    // What `git fetch --prune` leaves.
    git(shop, 'update-ref', '-d', 'refs/remotes/origin/master');
    git(shop, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(await findBaseBranch(shop, environment, signal)).toBe('main');
  });
});
