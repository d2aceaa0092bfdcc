import type { GitHubContext } from '../../forge/context.ts';
import type { Octokit } from '../../forge/octokit.ts';
import type { Location, PullLocation } from '../../forge/pull.ts';
import type { Trigger } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { listTrailerClaims } from '../../verdict/acceptance/claims.ts';
import { readAcceptances, readMergedLabels, readQueuedAcceptances } from './acceptance.ts';
import { isAcceptLabel, type LabelSince } from './label.ts';
import type { AcceptPolicy } from './policy.ts';

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
