import { explainDeliveryFault } from '../../forge/fault.ts';
import { askRights, type ForgeRepository } from '../../forge/rights.ts';
import type { PushedCommit } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { ACCEPT_LABEL, type LabelSince, readLabel } from './label.ts';
import type { AcceptPolicy } from './policy.ts';
import { readTrailers } from './trailer.ts';

/** A pull request at the revision that was measured. */
export type MeasuredPull = {
  number: number;
  headSha: string;
  /** Login of its author; empty when unknown. */
  author: string;
  /** Time at which that revision was there. */
  since: LabelSince;
};

/**
 * Reads the acceptances of a pull request. The server is asked, since a re-run has the old event. Never throws: an
 * acceptance that cannot be read does not count.
 */
export async function readAcceptances(
  repository: ForgeRepository,
  pull: MeasuredPull,
  policy: AcceptPolicy | null = null,
): Promise<Claim[]> {
  const rightsOf = askRights(repository);
  const label = await readLabel(repository, pull, rightsOf, policy);
  const trailers = await readTrailers(repository, pull, rightsOf, policy);
  return label ? [label, ...trailers] : trailers;
}

/**
 * Reads the acceptances of a pull request in a merge queue. A user with the right to write has queued it as it is, so
 * the time at which its head was pushed does not matter. Never throws.
 */
export async function readQueuedAcceptances(
  repository: ForgeRepository,
  number: number,
  policy: AcceptPolicy | null = null,
): Promise<Claim[]> {
  const { octokit, owner, repo, note } = repository;
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    const author = data.user?.login ?? '';
    return readAcceptances(repository, { number, headSha: data.head.sha, author, since: 'any' }, policy);
  } catch (error) {
    note(
      `Pull request #${number} cannot be read (${explainDeliveryFault(error).reason}); nothing is accepted.`,
    );
    return [];
  }
}

/** Most commits whose pull request is looked up, by one request each. A merge has all commits of its branch. */
const MOST_COMMITS = 100;

/**
 * Reads the labels that accept a push to the base branch. They count if all pull requests that the push merges have
 * one. Never throws.
 */
export async function readMergedLabels(
  repository: ForgeRepository,
  commits: readonly PushedCommit[],
  policy: AcceptPolicy | null,
): Promise<Claim[]> {
  const rightsOf = askRights(repository);
  const labels: Claim[] = [];
  for (const { number, author } of await listMerged(repository, commits)) {
    const label = await readLabel(repository, { number, author, since: 'any' }, rightsOf, policy);
    if (label?.standing !== 'valid') {
      // The effect of this pull request cannot be told from the effects of the others.
      if (labels.length > 0)
        repository.note(`#${number} was merged as well, without ${ACCEPT_LABEL}; no label counts.`);
      return label ? [label] : [];
    }
    labels.push(label);
  }
  return labels;
}

type MergedPull = { number: number; author: string };

/** Finds the pull requests that these commits merged. */
async function listMerged(
  { octokit, owner, repo, note }: ForgeRepository,
  commits: readonly PushedCommit[],
): Promise<MergedPull[]> {
  const merged = new Map<number, MergedPull>();
  if (commits.length > MOST_COMMITS) {
    note(`More than ${MOST_COMMITS} commits were pushed, which may be of any pull request; no label counts.`);
    return [];
  }
  try {
    for (const { id } of commits) {
      const request = { owner, repo, commit_sha: id, per_page: 100 };
      const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit(request);
      for (const { number, user, merged_at, merge_commit_sha } of data) {
        if (merged_at && merge_commit_sha === id) merged.set(number, { number, author: user?.login ?? '' });
      }
    }
  } catch (error) {
    note(
      `Which pull request was merged cannot be read (${explainDeliveryFault(error).reason}); no label counts.`,
    );
    return [];
  }
  return [...merged.values()];
}
