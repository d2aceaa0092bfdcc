import type { GitHubContext } from './context.ts';
import { type DeliveryFault, explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Octokit } from './octokit.ts';
import type { Trigger } from './trigger.ts';

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
  | { kind: 'commit'; sha: string }
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
export async function locate(octokit: Octokit | null, context: GitHubContext): Promise<Location> {
  const { trigger } = context;
  switch (trigger.kind) {
    case 'pull_request': {
      const { number, headSha, fromFork, baseBranch, author, since } = trigger;
      const pull = { kind: 'pull', number, headSha, fromFork, baseBranch, author, since } as const;
      return { ...pull, standing: await readStanding(octokit, context, pull) };
    }
    case 'push':
    case 'merge_group':
      return { kind: 'commit', sha: trigger.headSha };
    case 'other':
      return { kind: 'nowhere', reason: null };
    case 'workflow_run':
      break;
  }
  if (trigger.event === 'push' || trigger.event === 'merge_group') {
    return trigger.fromFork
      ? { kind: 'nowhere', reason: 'the run is of another repository', gone: true }
      : { kind: 'commit', sha: trigger.headSha };
  }
  if (trigger.event !== 'pull_request') return { kind: 'nowhere', reason: null };
  const { headOwner, headBranch, headRepository } = trigger;
  if (headOwner === null || headBranch === null || headRepository === null) {
    return { kind: 'nowhere', reason: "the pull request's repository is gone", gone: true };
  }
  if (octokit === null) return { kind: 'nowhere', reason: 'the input github-token is empty' };
  const { owner, repo } = context;
  try {
    const found = await octokit.paginate(octokit.rest.pulls.list, {
      owner,
      repo,
      head: `${headOwner}:${headBranch}`,
      state: 'open',
      per_page: 100,
    });
    // A server that does not know the filter lists all pull requests, so all is compared here.
    const matching = found.filter(
      ({ head, base }) =>
        head.sha === trigger.headSha &&
        head.ref === headBranch &&
        head.repo?.full_name === headRepository &&
        base.repo?.full_name === `${owner}/${repo}`,
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
      baseBranch: pull.base.ref,
      author: pull.user?.login ?? '',
      since: trigger.since,
      standing: 'current',
    };
  } catch (error) {
    return { kind: 'nowhere', reason: `the list of pull requests: ${explainDeliveryFault(error).reason}` };
  }
}

/** Asks what the pull request is by now: an old run that is run again has the old event. */
async function readStanding(
  octokit: Octokit | null,
  { owner, repo }: GitHubContext,
  { number, headSha, baseBranch }: { number: number; headSha: string; baseBranch: string },
): Promise<PullLocation['standing']> {
  if (octokit === null) return 'unknown';
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    if (data.base.ref !== baseBranch) return 'base';
    return data.head.sha === headSha ? 'current' : 'head';
  } catch {
    return 'unknown';
  }
}

/**
 * Lists the other bases for which open pull requests have this very head. A commit has one status and one check of a
 * name, however many pull requests it is the head of, and a push may have made it too. Anybody may open one from a fork
 * with any commit in it, so those do not count for a result of this repository. Never throws; a token that may not read
 * them is told of none.
 */
export async function listOtherBases(
  octokit: Octokit,
  {
    owner,
    repo,
    trigger,
    defaultBranch,
  }: Pick<GitHubContext, 'owner' | 'repo' | 'trigger' | 'defaultBranch'>,
  location: PullLocation | CommitLocation,
  note: (text: string) => void,
): Promise<string[] | DeliveryFault> {
  const pull = location.kind === 'pull' ? location : null;
  const sha = location.kind === 'pull' ? location.headSha : location.sha;
  try {
    // Of commits on the default branch the server lists no open pull requests, but by their branch:
    // https://docs.github.com/rest/commits/commits#list-pull-requests-associated-with-a-commit
    const isOnDefault = !pull?.fromFork && nameHeadBranch(trigger) === defaultBranch;
    const place = { owner, repo, per_page: 100 };
    const found = isOnDefault
      ? await octokit.paginate(octokit.rest.pulls.list, {
          ...place,
          head: `${owner}:${defaultBranch}`,
          state: 'open',
        })
      : await octokit.paginate(octokit.rest.repos.listPullRequestsAssociatedWithCommit, {
          ...place,
          commit_sha: sha,
        });
    const counted = found.filter(
      ({ state, head }) =>
        state === 'open' &&
        head.sha === sha &&
        (pull?.fromFork || head.repo?.full_name === `${owner}/${repo}`),
    );
    return [...new Set(counted.map(({ base }) => base.ref))].filter((base) => base !== pull?.baseBranch);
  } catch (error) {
    const fault = explainDeliveryFault(error);
    const reason = `other pull requests with this head cannot be read, ${fault.reason}`;
    if (fault.kind !== 'refused') return { ...fault, reason };
    note(`${reason}.`);
    return [];
  }
}

/** The branch that the run is about; null where there is none. */
function nameHeadBranch(trigger: Trigger): string | null {
  if (trigger.kind === 'push') return trigger.branch;
  return 'headBranch' in trigger ? trigger.headBranch : null;
}

function explain(count: number, { headSha, headOwner, headBranch }: Record<string, unknown>): string {
  const head = flatten(`${headOwner}:${headBranch}`, 100);
  const at = `with the head ${String(headSha).slice(0, 10)} of ${head}`;
  return count === 0 ? `no open pull request ${at}` : `${count} open pull requests ${at}`;
}
