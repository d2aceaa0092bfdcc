import type { Claim } from '../verdict/acceptance.ts';
import { readAcceptances, readPushedAcceptances, readQueuedAcceptances } from './acceptance.ts';
import type { GitHubContext } from './context.ts';
import type { Octokit } from './octokit.ts';
import type { Location } from './pull.ts';

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
  return readAcceptances(octokit, { ...place, number, headSha, since });
}
