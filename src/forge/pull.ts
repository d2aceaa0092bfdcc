import type { GitHubContext } from './context.ts';
import { explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Forge } from './port.ts';

/** The pull request or the commit that a verdict is about. */
export type Location =
  /**
   * `author`: as the server or the event says. `since`: ISO 8601, a time when the head was there already. `standing`:
   * what is another one by now; `unknown` where the server does not say.
   */
  | {
      kind: 'pull';
      number: number;
      headSha: string;
      fromFork: boolean;
      baseBranch: string;
      author: string;
      since: string | null;
      standing: 'current' | 'head' | 'base' | 'unknown';
    }
  /** `base`: branch that a queue builds on; null for a push. */
  | { kind: 'commit'; sha: string; base: string | null }
  /**
   * `reason`: one line that says why there is no place; null when no place is expected. `gone`: the pull request is
   * closed or has another head by now, so there is nobody to tell.
   */
  | { kind: 'nowhere'; reason: string | null; gone?: boolean };

export type PullLocation = Extract<Location, { kind: 'pull' }>;
export type CommitLocation = Extract<Location, { kind: 'commit' }>;

/**
 * Finds the place for the verdict of this run. A `workflow_run` event does not name the pull request of a fork, and the
 * fork's own run is not to be trusted. So the server is asked for the open pull requests of that branch. Only one with
 * exactly the commit and the repositories of the run counts. Never throws.
 */
export async function locate(forge: Forge | null, context: GitHubContext): Promise<Location> {
  const { trigger } = context;
  switch (trigger.kind) {
    case 'pull_request': {
      const { number, headSha, fromFork, baseBranch, author, since } = trigger;
      const pull = { kind: 'pull', number, headSha, fromFork, baseBranch, author, since } as const;
      return { ...pull, standing: await readStanding(forge, pull) };
    }
    case 'push':
      return { kind: 'commit', sha: trigger.headSha, base: null };
    case 'merge_group':
      return { kind: 'commit', sha: trigger.headSha, base: trigger.baseBranch };
    case 'other':
      return { kind: 'nowhere', reason: null };
    case 'workflow_run':
      break;
  }
  const queued = /^gh-readonly-queue\/(.+)\/pr-\d+-[0-9a-f]+$/.exec(trigger.headBranch ?? '')?.[1];
  if (trigger.event === 'push' || (trigger.event === 'merge_group' && queued !== undefined)) {
    return trigger.fromFork
      ? { kind: 'nowhere', reason: 'the run is of another repository', gone: true }
      : { kind: 'commit', sha: trigger.headSha, base: trigger.event === 'push' ? null : queued! };
  }
  if (trigger.event !== 'pull_request') return { kind: 'nowhere', reason: null };
  const { headOwner, headBranch, headRepository } = trigger;
  if (headOwner === null || headBranch === null || headRepository === null) {
    return { kind: 'nowhere', reason: "the pull request's repository is gone", gone: true };
  }
  if (forge === null) return { kind: 'nowhere', reason: 'the input github-token is empty' };
  const { owner, repo } = context;
  try {
    const found = await forge.listPulls(headOwner, headBranch);
    const matching = found.filter(
      ({ head, base }) =>
        head.sha === trigger.headSha &&
        head.branch === headBranch &&
        head.repository === headRepository &&
        base.repository === `${owner}/${repo}`,
    );
    const [pull] = matching;
    if (!pull || matching.length > 1) {
      return { kind: 'nowhere', reason: explain(matching.length, trigger), gone: !pull };
    }
    return {
      kind: 'pull',
      number: pull.number,
      headSha: trigger.headSha,
      fromFork: trigger.fromFork,
      baseBranch: pull.base.branch,
      author: pull.author,
      since: trigger.since,
      standing: 'current',
    };
  } catch (error) {
    return { kind: 'nowhere', reason: `the list of pull requests: ${explainDeliveryFault(error).reason}` };
  }
}

/** Asks what the pull request is by now: an old run that is run again has the old event. */
async function readStanding(
  forge: Forge | null,
  { number, headSha, baseBranch }: { number: number; headSha: string; baseBranch: string },
): Promise<PullLocation['standing']> {
  if (forge === null) return 'unknown';
  try {
    const { base, head } = await forge.getPull(number);
    if (base.branch !== baseBranch) return 'base';
    return head.sha === headSha ? 'current' : 'head';
  } catch {
    return 'unknown';
  }
}

function explain(count: number, { headSha, headOwner, headBranch }: Record<string, unknown>): string {
  const head = flatten(`${headOwner}:${headBranch}`, 100);
  const at = `with the head ${String(headSha).slice(0, 10)} of ${head}`;
  return count === 0 ? `no open pull request ${at}` : `${count} open pull requests ${at}`;
}
