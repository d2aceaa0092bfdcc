import type { Checkout, NoBase } from './checkout.ts';
import { findCommit, type Git } from './git.ts';

/** A record's commit: its full SHA and the time when it was made (ISO 8601), or null. */
export type Dated = { commit: string | null; commitTime: string | null };

/** Largest difference of committers' clocks. A commit whose child is older by more than this is not looked for. */
const SKEW_SECONDS = 30 * 24 * 3600;

/**
 * Finds commits that are on the branch no more, after a forced push for instance. A commit counts as lost only when
 * that is certain: the clone has the whole history and knows the branch, and the commit is no younger than the
 * branch's tip here. A younger commit may have been pushed since this clone was made.
 *
 * @param branch as git calls it, without `refs/heads/`
 */
export async function findLostCommits(
  checkout: Checkout | NoBase,
  branch: string,
  commits: readonly Dated[],
): Promise<Set<string>> {
  const times = new Map(
    commits.flatMap(({ commit, commitTime }): [string, number][] => {
      const seconds = Date.parse(commitTime ?? '') / 1000;
      return commit === null || Number.isNaN(seconds) ? [] : [[commit, seconds]];
    }),
  );
  if (times.size === 0 || 'kind' in checkout) return new Set();
  const { git, remote } = checkout;
  const shallow = await git(['rev-parse', '--is-shallow-repository']);
  const tips = await findTips(git, remote, branch);
  if (shallow.stdout !== 'false' || tips.length === 0) return new Set();
  const since = Math.floor(Math.min(...times.values())) - SKEW_SECONDS;
  const listed = await git(['rev-list', '--timestamp', `--max-age=${Math.max(0, since)}`, ...tips]);
  if (!listed.ok) return new Set();
  const there = new Map(
    [...listed.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([, seconds, commit]) => [
      commit!,
      Number(seconds),
    ]),
  );
  // Tips older than all records are not listed. Every record is younger than they are.
  const newest = Math.max(
    Number.NEGATIVE_INFINITY,
    ...tips.map((tip) => there.get(tip) ?? Number.NEGATIVE_INFINITY),
  );
  return new Set(
    [...times].filter(([commit, at]) => !there.has(commit) && at <= newest).map(([commit]) => commit),
  );
}

/** Finds the tips of the branch as far as they are known: that on the remote, then that here. */
export async function findTips(git: Git, remote: string | null, branch: string): Promise<string[]> {
  const names = [...(remote === null ? [] : [`refs/remotes/${remote}/${branch}`]), `refs/heads/${branch}`];
  const found = await Promise.all(names.map((name) => findCommit(git, name)));
  return [...new Set(found.filter((tip) => tip !== null))];
}
