import { type Checkout, findCheckout } from './checkout.ts';

/** A record's commit: full SHA and when it was made (ISO 8601), or null. */
type Dated = { commit: string | null; commitTime: string | null };

/** Clocks of committers differ; a commit whose child is older by more than this is not looked for. */
const SKEW_SECONDS = 30 * 24 * 3600;

/**
 * Commits that are on the branch no more, after a forced push for instance. One counts as lost only when it is known to
 * be: the clone has the whole history, knows the branch, and the commit is no younger than the branch's tip here, as a
 * younger one may have been pushed since this clone was made.
 *
 * @param branch as git calls it, without `refs/heads/`
 */
export async function findLostCommits(
  directory: string,
  branch: string,
  commits: readonly Dated[],
  { environment, signal }: { environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Set<string>> {
  const times = new Map(
    commits.flatMap(({ commit, commitTime }): [string, number][] => {
      const seconds = Date.parse(commitTime ?? '') / 1000;
      return commit === null || Number.isNaN(seconds) ? [] : [[commit, seconds]];
    }),
  );
  if (times.size === 0) return new Set();
  const checkout = await findCheckout(directory, environment, signal);
  if ('kind' in checkout) return new Set();
  const { git } = checkout;
  const shallow = await git(['rev-parse', '--is-shallow-repository']);
  const tips = await findTips(checkout, branch);
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
  // Tips that are older than all records are not listed, and every record is younger than they are.
  const newest = Math.max(
    Number.NEGATIVE_INFINITY,
    ...tips.map((tip) => there.get(tip) ?? Number.NEGATIVE_INFINITY),
  );
  return new Set(
    [...times].filter(([commit, at]) => !there.has(commit) && at <= newest).map(([commit]) => commit),
  );
}

/** The branch on the remote and here, as far as they are known. */
async function findTips({ git, remote }: Checkout, branch: string): Promise<string[]> {
  const names = [...(remote === null ? [] : [`refs/remotes/${remote}/${branch}`]), `refs/heads/${branch}`];
  const found = await Promise.all(
    names.map((name) => git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])),
  );
  return [...new Set(found.filter(({ ok }) => ok).map(({ stdout }) => stdout))];
}
