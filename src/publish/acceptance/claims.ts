import type { GitHubContext } from '../../forge/context.ts';
import type { Octokit } from '../../forge/octokit.ts';
import type { Location } from '../../forge/pull.ts';
import type { Trigger } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { readAcceptances, readPushedAcceptances, readQueuedAcceptances } from './acceptance.ts';
import { isAcceptLabel, type LabelSince } from './label.ts';

/** Actions of `pull_request` at which the head comes; the second is Gitea's name for a push. */
const ARRIVALS = ['opened', 'synchronize', 'synchronized'];

/**
 * What this run is accepted by, as the server has it now: label and trailers of its pull request, of the one in the
 * merge queue, or of those that a push has merged. Never throws: what cannot be read accepts nothing.
 *
 * @param octokit null without a token
 * @param note told, in one line each, of what could not be read
 */
export async function readClaims(
  octokit: Octokit | null,
  { owner, repo, trigger, actor, defaultBranch }: GitHubContext,
  location: Location,
  note: (text: string) => void,
): Promise<Claim[]> {
  const place = { owner, repo, note };
  if (trigger.kind === 'push') {
    // On any other branch it would be the author's own word, and the status would stand on the pull request as well.
    if (trigger.branch !== defaultBranch) return [];
    return readPushedAcceptances(octokit, { ...place, commits: trigger.commits, pusher: actor });
  }
  if (octokit === null) return [];
  if (trigger.kind === 'merge_group') {
    return trigger.pull === null ? [] : readQueuedAcceptances(octokit, { ...place, number: trigger.pull });
  }
  if (location.kind !== 'pull') return [];
  const { number, headSha, since } = location;
  return readAcceptances(octokit, { ...place, number, headSha, since: judgeArrival(trigger, since) });
}

/**
 * Since when the head is there. An event tells it only when the push itself is the event; earlier runs of the same head
 * prove nothing, since it may have gone and come back.
 */
function judgeArrival(trigger: Trigger, since: string | null): LabelSince {
  const { action, label } = trigger.kind === 'pull_request' ? trigger : { action: null, label: null };
  // The event has the head that the label was set on, but a time that may be a second after it.
  if (action === 'labeled' && label !== null && isAcceptLabel(label)) return 'any';
  if (since === null) return 'unknown';
  return action !== null && ARRIVALS.includes(action) ? since : { latest: since };
}
