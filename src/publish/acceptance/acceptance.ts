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
  /** When that revision was there. */
  since: LabelSince;
  /** Told, in one line each, of what could not be read. */
  note: (text: string) => void;
};

/**
 * What a pull request is accepted by, as the server has it now: a re-run replays the old event. Never throws: what
 * cannot be read accepts nothing.
 */
export function readAcceptances(
  octokit: Octokit,
  { number, headSha, since, ...place }: AcceptanceRequest,
): Promise<Claim[]> {
  return readPull({ octokit, ...place }, { number, headSha, since });
}

/**
 * What a pull request in a merge queue is accepted by. Somebody with the right to write has queued it as it is, so
 * there is no need to know when its head was pushed. Never throws.
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
  /** Oldest first, as the event has them. */
  commits: readonly PushedCommit[];
  /** Login of who pushed. */
  pusher: string;
  note: (text: string) => void;
};

/** So many commits are asked for their pull request, in a request each: a merge brings all of its branch along. */
const MOST_COMMITS = 100;

/**
 * What a push to the base branch is accepted by: trailers of its commits, since whoever can push there could accept
 * as well, and the label of the pull requests that it merges, if all of them have it. Never throws.
 *
 * @param octokit null: only trailers
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
      // What this one made worse cannot be told from what the others did.
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
