import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Dated, findLostCommits } from '../../src/revision/ancestry.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { commit, environment, git, makeFolder, makeRepository } from './fixture.ts';

const { signal } = new AbortController();
const findLost = async (folder: string, branch: string, commits: readonly Dated[]) =>
  findLostCommits(await findCheckout(folder, environment, signal), branch, commits);

/** A commit made at the given minute: only its environment tells git the time. */
function commitAt(folder: string, minute: number): { commit: string; commitTime: string } {
  commit(folder, { 'server.js': `${minute} ${Math.random()}\n` });
  const seconds = 1_767_225_600 + minute * 60;
  execFileSync('git', ['commit', '--quiet', '--amend', '--no-edit'], {
    cwd: folder,
    env: {
      ...environment,
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.org',
      GIT_COMMITTER_DATE: `${seconds} +0000`,
    },
  });
  return { commit: git(folder, 'rev-parse', 'HEAD'), commitTime: new Date(seconds * 1000).toISOString() };
}

describe('commits that are on the branch no more', () => {
  it('are those that a forced push has dropped, whether the clone has them or not', async () => {
    const folder = makeRepository();
    const kept = commitAt(folder, 1);
    const dropped = commitAt(folder, 2);
    git(folder, 'reset', '--quiet', '--hard', kept.commit);
    const tip = commitAt(folder, 3);
    const never = { commit: 'e'.repeat(40), commitTime: dropped.commitTime };
    expect([...(await findLost(folder, 'main', [kept, dropped, tip, never]))].sort()).toEqual(
      [dropped.commit, never.commit].sort(),
    );
  });

  it('are none that may have been pushed since the clone was made', async () => {
    const folder = makeRepository();
    commitAt(folder, 1);
    const later = { commit: 'e'.repeat(40), commitTime: '2026-01-01T00:02:00Z' };
    expect(await findLost(folder, 'main', [later])).toEqual(new Set());
  });

  it('are none where the history is cut off, the branch unknown, or there is no repository', async () => {
    const folder = makeRepository();
    commitAt(folder, 1);
    commitAt(folder, 3);
    const unknown = { commit: 'e'.repeat(40), commitTime: '2026-01-01T00:02:00Z' };
    const shallow = join(makeFolder(), 'shallow');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, shallow);
    expect((await findLost(folder, 'main', [unknown])).size).toBe(1);
    expect((await findLost(shallow, 'main', [unknown])).size).toBe(0);
    for (const branch of ['other', '$(touch pwned)', '--all', 'a..b']) {
      expect((await findLost(folder, branch, [unknown])).size).toBe(0);
    }
    expect((await findLost(makeFolder(), 'main', [unknown])).size).toBe(0);
    const undated = { commit: unknown.commit, commitTime: null };
    expect((await findLost(folder, 'main', [undated])).size).toBe(0);
  });
});
