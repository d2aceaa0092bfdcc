import type { GitHubContext } from './context.ts';
import { explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Forge, Note } from './port.ts';
import type { WorkflowRunTrigger } from './trigger.ts';

/** The pull request or the commit that a verdict is about. */
export type Location =
  /**
   * `author`: according to the server or the event. `labels`: names, according to the server. `since`: ISO 8601, a time by
   * which the head was there. `standing`: whether head and base are still these; `unknown` if the server does not say.
   */
  | {
      kind: 'pull';
      number: number;
      headSha: string;
      fromFork: boolean;
      baseBranch: string;
      author: string;
      labels: string[];
      since: string | null;
      standing: 'current' | 'moved' | 'unknown';
    }
  /** `base`: branch that a queue builds on; null for a push. */
  | { kind: 'commit'; sha: string; base: string | null }
  /**
   * `reason`: one line that says why there is no place; null if none is expected. `gone`: the pull request is
   * closed or has another head by now, so there is nobody to tell.
   */
  | { kind: 'nowhere'; reason: string | null; gone?: boolean };

export type PullLocation = Extract<Location, { kind: 'pull' }>;
export type CommitLocation = Extract<Location, { kind: 'commit' }>;

/** Finds the place for the verdict of this run. Never throws: `note` receives what cannot be read. */
export async function locate(forge: Forge | null, context: GitHubContext, note: Note): Promise<Location> {
  const { trigger } = context;
  switch (trigger.kind) {
    case 'pull_request': {
      const { number, headSha, fromFork, baseBranch, author, since } = trigger;
      // A re-run has the event of the original run.
      const now = await forge?.getPull(number).catch((error) => {
        note(`The pull request, with its labels, cannot be read (${explainDeliveryFault(error).reason}).`);
        return undefined;
      });
      const isCurrent = now?.base.branch === baseBranch && now.head.sha === headSha;
      const standing = now === undefined ? 'unknown' : isCurrent ? 'current' : 'moved';
      const labels = now?.labels ?? [];
      return { kind: 'pull', number, headSha, fromFork, baseBranch, author, labels, since, standing };
    }
    case 'push':
      return { kind: 'commit', sha: trigger.headSha, base: null };
    case 'merge_group':
      return { kind: 'commit', sha: trigger.headSha, base: trigger.baseBranch };
    case 'other':
      return { kind: 'nowhere', reason: null };
    case 'workflow_run':
      if (forge === null) return { kind: 'nowhere', reason: 'the input github-token is empty' };
      return findPull(forge, trigger, context).catch((error) => {
        const { reason } = explainDeliveryFault(error);
        return { kind: 'nowhere', reason: `the list of pull requests: ${reason}` };
      });
  }
}

/**
 * Finds the pull request that another run measured. The event does not name a fork's pull request, and the fork's own run
 * cannot be trusted. So the server is asked for the open pull requests of that branch. Only one with exactly the commit
 * and the repositories of the run counts.
 */
async function findPull(
  forge: Forge,
  { event, headSha, headOwner, headBranch, headRepository, fromFork, since }: WorkflowRunTrigger,
  { owner, repo }: GitHubContext,
): Promise<Location> {
  const nowhere = (reason: string, gone?: true) => ({ kind: 'nowhere', reason, gone }) as const;
  if (event !== 'pull_request') return nowhere(`a ${flatten(event, 60)} run publishes its own results`);
  if (!headOwner || !headBranch) return nowhere("the pull request's repository is gone", true);
  const [pull, ...others] = (await forge.listPulls(headOwner, headBranch)).filter(
    ({ head, base }) =>
      head.sha === headSha &&
      head.branch === headBranch &&
      head.repository === headRepository &&
      base.repository === `${owner}/${repo}`,
  );
  const at = `with the head ${headSha.slice(0, 10)} of ${flatten(`${headOwner}:${headBranch}`, 100)}`;
  if (!pull) return nowhere(`no open pull request ${at}`, true);
  if (others.length > 0) return nowhere(`${others.length + 1} open pull requests ${at}`);
  const { number, author, labels, base } = pull;
  const own = { number, author, labels, headSha, fromFork, since };
  return { kind: 'pull', ...own, baseBranch: base.branch, standing: 'current' };
}
