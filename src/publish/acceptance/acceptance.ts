import { explainDeliveryFault } from '../../forge/fault.ts';
import type { Octokit } from '../../forge/octokit.ts';
import { askRights, type ForgeRepository } from '../../forge/rights.ts';
import type { PushedCommit } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { listTrailerClaims } from '../../verdict/acceptance/claims.ts';
import { ACCEPT_LABEL, type LabelSince, readLabel } from './label.ts';
import { readTrailers } from './trailer.ts';

type AcceptanceRequest = {
  owner: string;
  repo: string;
  number: number;
  /** The revision that was measured. */
  headSha: string;
  /** Time at which that revision was there. */
  since: LabelSince;
  /** Receives one line for each thing that could not be read. */
  note: (text: string) => void;
};

/**
 * Reads the acceptances of a pull request. The server is asked, since a re-run has the old event. Never throws: an
 * acceptance that cannot be read does not count.
 */
export function readAcceptances(
  octokit: Octokit,
  { number, headSha, since, ...place }: AcceptanceRequest,
): Promise<Claim[]> {
  return readPull({ octokit, ...place }, { number, headSha, since });
}

/**
 * Reads the acceptances of a pull request in a merge queue. A user with the right to write has queued it as it is, so
 * the time at which its head was pushed does not matter. Never throws.
 */
export async function readQueuedAcceptances(
  octokit: Octokit,
  { number, ...place }: Pick<AcceptanceRequest, 'owner' | 'repo' | 'number' | 'note'>,
): Promise<Claim[]> {
  const { owner, repo, note } = place;
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    return readPull({ octokit, ...place }, { number, headSha: data.head.sha, since: 'any' });
  } catch (error) {
    note(
      `Pull request #${number} cannot be read (${explainDeliveryFault(error).reason}); nothing is accepted.`,
    );
    return [];
  }
}

async function readPull(
  repository: ForgeRepository,
  { number, headSha, since }: { number: number; headSha: string; since: LabelSince },
): Promise<Claim[]> {
  const rightsOf = askRights(repository);
  const label = await readLabel(repository, number, since, rightsOf);
  const trailers = await readTrailers(repository, { number, headSha }, rightsOf);
  return label ? [label, ...trailers] : trailers;
}

type PushRequest = {
  owner: string;
  repo: string;
  /** Commits of the push, oldest first, as the event has them. */
  commits: readonly PushedCommit[];
  /** Login of the user who pushed. */
  pusher: string;
  note: (text: string) => void;
};

/** Most commits whose pull request is looked up, by one request each. A merge has all commits of its branch. */
const MOST_COMMITS = 100;

/**
 * Reads the acceptances of a push to the base branch. Trailers of its commits count, since a user who may push there
 * may also accept. The label counts if all pull requests that the push merges have it. Never throws.
 *
 * @param octokit null for trailers only
 */
export async function readPushedAcceptances(
  octokit: Octokit | null,
  { commits, pusher, ...place }: PushRequest,
): Promise<Claim[]> {
  const trailers = listTrailerClaims(
    commits.map(({ message, timestamp }) => ({
      message,
      voucher: { by: pusher, at: timestamp, standing: 'valid' },
    })),
  );
  if (octokit === null) return trailers;
  const repository = { octokit, ...place };
  const rightsOf = askRights(repository);
  const labels: Claim[] = [];
  for (const number of await listMerged(repository, commits)) {
    const label = await readLabel(repository, number, 'any', rightsOf);
    if (label?.standing === 'valid') {
      labels.push(label);
    } else {
      // The effect of this pull request cannot be told from the effects of the others.
      if (labels.length > 0)
        place.note(`#${number} was merged as well, without ${ACCEPT_LABEL}; no label counts.`);
      return label ? [...trailers, label] : trailers;
    }
  }
  return [...trailers, ...labels];
}

/** Numbers of the pull requests that these commits merged. */
async function listMerged(
  { octokit, owner, repo, note }: ForgeRepository,
  commits: readonly PushedCommit[],
): Promise<number[]> {
  const numbers = new Set<number>();
  if (commits.length > MOST_COMMITS) {
    note(`More than ${MOST_COMMITS} commits were pushed, which may be of any pull request; no label counts.`);
    return [];
  }
  try {
    for (const { id } of commits) {
      const request = { owner, repo, commit_sha: id, per_page: 100 };
      const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit(request);
      for (const { number, merged_at, merge_commit_sha } of data) {
        if (merged_at && merge_commit_sha === id) numbers.add(number);
      }
    }
  } catch (error) {
    note(
      `Which pull request was merged cannot be read (${explainDeliveryFault(error).reason}); no label counts.`,
    );
    return [];
  }
  return [...numbers];
}
