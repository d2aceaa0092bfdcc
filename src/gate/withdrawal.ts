import { EXIT, type ExitCode } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { explainDeliveryFault } from '../forge/fault.ts';
import { connectTo } from '../forge/octokit.ts';
import { locate } from '../forge/pull.ts';
import { withdrawStatuses } from '../publish/status.ts';

/**
 * Takes back what was published for another base, as soon as a run begins: a pull request was retargeted, or another
 * one has the same head. Until this run has a result of its own, the older one must not speak for it.
 *
 * @param note receives a line for each status that was taken back, and for what kept it from that
 */
export async function withdraw(
  token: string,
  context: GitHubContext,
  note: (text: string) => void,
  signal?: AbortSignal,
): Promise<ExitCode> {
  const { trigger, owner, repo, run } = context;
  const octokit = connectTo(context, token, note, signal);
  if (octokit === null) {
    note('The input github-token is empty, so no status can be taken back.');
    return EXIT.unmeasured;
  }
  const location = await locate(octokit, context);
  const isPull = location.kind === 'pull' || (location.kind === 'nowhere' && location.reason !== null);
  const isMoved = location.kind === 'pull' && location.standing === 'base';
  if (!isPull || !('headSha' in trigger) || isMoved || ('gone' in location && location.gone)) {
    note('There is no pull request whose status could be for another base.');
    return EXIT.pass;
  }
  // Where several pull requests have this head, none of the bases is known to be the one.
  const base = location.kind === 'pull' ? location.baseBranch : null;
  try {
    const withdrawn = await withdrawStatuses(octokit, {
      owner,
      repo,
      sha: trigger.headSha,
      base,
      trust: 'fromFork' in trigger && trigger.fromFork ? 'fork' : 'own',
      url: run.url,
    });
    for (const context of withdrawn) note(`${context} was for another base, and is pending.`);
    return EXIT.pass;
  } catch (error) {
    const { kind, reason } = explainDeliveryFault(error);
    note(`No status could be taken back (${reason}).`);
    // A fork's own run may not write, and has written nothing: the workflow for forks does it.
    return kind === 'refused' && trigger.kind === 'pull_request' && trigger.fromFork
      ? EXIT.pass
      : EXIT.unmeasured;
  }
}
