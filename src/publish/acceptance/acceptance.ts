import type { GitHubContext } from '../../forge/context.ts';
import { explainDeliveryFault } from '../../forge/fault.ts';
import type { Octokit } from '../../forge/octokit.ts';
import type { Location, PullLocation } from '../../forge/pull.ts';
import { askRights, type ForgeRepository } from '../../forge/rights.ts';
import type { PushedCommit, Trigger } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { listTrailerClaims } from '../../verdict/acceptance/claims.ts';
import type { MeasuredRevision } from './approvals.ts';
import { ACCEPT_LABEL, isAcceptLabel, type LabelSince, readLabel } from './label.ts';
import type { AcceptPolicy } from './policy.ts';
import { readTrailers } from './trailer.ts';

/** Actions of `pull_request` that bring a new head after another one. `synchronized` is Gitea's name for a push. */
const ARRIVALS = ['synchronize', 'synchronized'];

/**
 * Reads the acceptances of this run from the server: label and trailers of its pull request, of the one in the merge
 * queue, or of those that a push has merged. Never throws: an acceptance that cannot be read does not count.
 *
 * @param octokit null without a token
 * @param policy who may accept; null for everybody who may triage
 * @param note receives one line for each thing that could not be read
 */
export async function readClaims(
  octokit: Octokit | null,
  { owner, repo, trigger, actor, defaultBranch }: GitHubContext,
  location: Location,
  policy: AcceptPolicy | null,
  note: (text: string) => void,
): Promise<Claim[]> {
  const repository = octokit && { octokit, owner, repo, note };
  if (trigger.kind === 'push') {
    // On other branches the author could accept alone, and the status would also stand on the pull request.
    if (trigger.branch !== defaultBranch) return [];
    const { commits } = trigger;
    const labels = repository ? await readMergedLabels(repository, commits, policy) : [];
    // A user who may push to the base branch may also accept.
    const voucher = (at: string) => ({ by: actor, at, standing: 'valid' as const });
    const vouched = commits.map(({ message, timestamp }) => ({ message, voucher: voucher(timestamp) }));
    return [...listTrailerClaims(vouched), ...labels];
  }
  if (repository === null) return [];
  if (trigger.kind === 'merge_group') {
    return trigger.pull === null ? [] : readQueuedAcceptances(repository, trigger.pull, policy);
  }
  if (location.kind !== 'pull') return [];
  return readAcceptances(repository, { ...location, since: judgeArrival(trigger, location) }, policy);
}

/**
 * Judges since when the head is there. The event tells it only when it is the push itself, and only while the pull
 * request still has this head. That it went and came back since is for the server's record of pushes to say.
 */
function judgeArrival(trigger: Trigger, { since, standing }: PullLocation): LabelSince {
  if (standing !== 'current') return 'unknown';
  const { action, label } = trigger.kind === 'pull_request' ? trigger : { action: null, label: null };
  // The event has the head that the label was set on. Its time may be a second later, so it is not compared.
  if (action === 'labeled' && label !== null && isAcceptLabel(label)) return 'any';
  if (since === null) return 'unknown';
  return action !== null && ARRIVALS.includes(action) ? since : { latest: since };
}

/** A pull request at the revision that was measured, and since when that is there. */
export type MeasuredPull = MeasuredRevision & { since: LabelSince };

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
