import type { ExitCode } from '../errors.ts';
import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { readRunLink } from '../forge/forge.ts';
import type { Octokit } from '../forge/octokit.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { orderAttempts, type RunAttempt } from './comment-state.ts';

export type StatusTarget = {
  owner: string;
  repo: string;
  /** Full SHA of the pull request's head, of the pushed commit, or of the merge group's head. */
  sha: string;
  suite: string;
  trust: SuiteReport['trust'];
  /** Login of the user whose approval confirms the result of a fork; absent without one. */
  approvedBy?: string;
  /** Branch that the pull request goes to; null without a pull request. */
  base: string | null;
  /** Bases of other open pull requests with this head. */
  otherBases: readonly string[];
  /** Null before the result is known: then a success of an earlier run becomes pending. */
  exitCode: ExitCode | null;
  headline: string;
  run: RunAttempt;
  /** Address of the workflow run's page. */
  url: string;
};

export type PublishedStatus =
  | { kind: 'delivered'; url: string; action: 'created' | 'unchanged'; state: State }
  | { kind: 'superseded'; by: 'run' };

/** Longest description. GitHub answers 422 to more: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140;
const LONGEST_BASE = 30;

/**
 * Sets the commit status `tailgate/<suite>`, unless a newer run for the same base has set it already. A verdict belongs
 * to a head and a base, and a commit has one status. So the status names its base, and shows the gravest of what is
 * known for all open pull requests with this head: no success speaks for a base that it was not measured against.
 *
 * The author of a fork controls the result of the fork's run. So one that passes is `pending` until somebody with the
 * right to write has approved this very commit. One that fails is a failure. Neither replaces what a run of our own has
 * said of the commit, nor is it weighed there: a fork may have any commit of ours as its head. Throws Octokit's `RequestError`.
 */
export async function publishStatus(octokit: Octokit, target: StatusTarget): Promise<PublishedStatus> {
  const { owner, repo, sha, trust, base, run, url } = target;
  const context = `tailgate/${target.suite}`;
  const fork = trust === 'fork';
  const isUnproved = fork && !target.approvedBy && target.exitCode === EXIT.pass;
  const own = isUnproved || target.exitCode === null ? 'pending' : stateOf(target.exitCode);
  // GitHub ignores upper and lower case in contexts.
  const isSame = (each: Status) => each.context.toLowerCase() === context.toLowerCase();
  const statuses = (await listStatuses(octokit, target)).filter(isSame);
  const found = statuses.flatMap(({ target_url }) => readLink(target_url ?? '', url) ?? []);
  const verified = found.filter((each) => each.trust === 'own');
  const page = { kind: 'delivered', url: `${url.split('/actions/')[0]}/commit/${sha}` } as const;
  if (fork && verified[0]) return { ...page, action: 'unchanged', state: verified[0].own };
  const counted = fork ? found : verified;
  const before = counted.find((each) => each.base === base);
  if (before && orderAttempts(before.run, run) > 0) return { kind: 'superseded', by: 'run' };
  const { state, description } = weigh(own, target, counted);
  const status = { context, state, description, target_url: markLink(url, { base, own, trust }) };
  const [latest] = statuses;
  if (
    (target.exitCode === null && latest?.state !== 'success') ||
    (latest?.state === state && latest.description === description && latest.target_url === status.target_url)
  ) {
    return { ...page, action: 'unchanged', state };
  }
  await octokit.rest.repos.createCommitStatus({ owner, repo, sha, ...status });
  return { ...page, action: 'created', state };
}

/**
 * Takes back the statuses of a commit that speak for another base than `base`: they become `pending`, with words. A run
 * of a fork (`trust`) takes back none of our own.
 */
export async function withdrawStatuses(
  octokit: Octokit,
  { url, base, trust, ...commit }: Pick<StatusTarget, 'owner' | 'repo' | 'sha' | 'base' | 'trust' | 'url'>,
): Promise<string[]> {
  const statuses = await listStatuses(octokit, commit);
  // The newest of each context is set last, in the place of the first.
  const latest = new Map(statuses.reverse().map((status) => [status.context.toLowerCase(), status]));
  const withdrawn: string[] = [];
  for (const [name, { context, target_url, state }] of latest) {
    const mark = readLink(target_url ?? '', url);
    if (
      !name.startsWith('tailgate/') ||
      mark === null ||
      state === 'pending' ||
      (mark.base === base && base !== null)
    )
      continue;
    if (trust === 'fork' && mark.trust === 'own') continue;
    const lacking = base === null ? 'all pull requests with this head' : nameBase(base);
    const description = `Measured for ${nameBase(mark.base)}; not yet for ${lacking}`;
    const { owner, repo, sha } = commit;
    const link = markLink(url, { base, own: 'pending', trust: mark.trust });
    await octokit.rest.repos.createCommitStatus({
      ...{ owner, repo, sha, context },
      ...{ state: 'pending', description, target_url: link },
    });
    withdrawn.push(context);
  }
  return withdrawn;
}

/** Finds the gravest of the own state and of those for the other bases, and its words. */
function weigh(
  own: State,
  { headline, base, trust, approvedBy, otherBases, exitCode }: StatusTarget,
  found: readonly StatusMark[],
): { state: State; description: string } {
  const ending = base === null ? '' : ` [${nameBase(base)}]`;
  const others = otherBases.map((each) => ({
    base: each,
    state: found.find((mark) => mark.base === each)?.own ?? 'pending',
  }));
  const failed = others.find(({ state }) => state === 'failure' || state === 'error');
  const waiting = others.find(({ state }) => state === 'pending');
  const tell = (state: State, start: string, words: string) => ({
    state,
    description: shorten(start, LONGEST_DESCRIPTION - words.length - ending.length) + words + ending,
  });
  if (own === 'failure' || own === 'error') return tell(own, headline, '');
  if (failed) {
    return tell(failed.state, `Failed for ${nameBase(failed.base)}, where this commit is a head too`, '');
  }
  const advice = exitCode === null ? '' : ' (from a fork: approve this commit, then re-run this)';
  if (own === 'pending') return tell(own, headline, advice);
  if (waiting) {
    return tell('pending', `Waits for ${nameBase(waiting.base)}, where this commit is a head too`, '');
  }
  return tell(
    own,
    headline,
    trust === 'fork' ? ` (from a fork, approved by ${flatten(approvedBy!, 40)})` : '',
  );
}

type Status = {
  context: string;
  state: string;
  description: string | null;
  target_url: string | null;
};

/** Statuses of a commit, newest first. */
function listStatuses(
  octokit: Octokit,
  { owner, repo, sha }: Pick<StatusTarget, 'owner' | 'repo' | 'sha'>,
): Promise<Status[]> {
  const request = { owner, repo, ref: sha, per_page: 100 };
  return octokit.paginate(octokit.rest.repos.listCommitStatusesForRef, request);
}

function nameBase(base: string | null): string {
  return base === null ? 'a push' : flatten(base, LONGEST_BASE);
}

function stateOf(exitCode: ExitCode): State {
  if (exitCode === EXIT.pass) return 'success';
  return exitCode === EXIT.failed ? 'failure' : 'error';
}

/** Shortens a headline. A long one keeps its last part, which says what became of the gate. */
function shorten(headline: string, room: number): string {
  const line = flatten(headline, headline.length);
  const last = /; [^;]*$/.exec(line)?.[0] ?? '';
  if (line.length <= room || last.length > room / 2) return flatten(line, room);
  return flatten(line.slice(0, line.length - last.length), room - last.length) + last;
}

/** State of a commit status. */
type State = 'success' | 'failure' | 'error' | 'pending';

/** Facts that a status carries for later runs, beside the state that GitHub shows. */
type StatusMark = {
  /** Branch that the verdict was made for; null outside of pull requests. */
  base: string | null;
  /** State by this run's own result, whatever other pull requests with the same head add to it. */
  own: State;
  trust: SuiteReport['trust'];
};

const STATES: readonly string[] = ['success', 'failure', 'error', 'pending'] satisfies State[];

/** Writes the facts into the fragment of the run's address, which the page ignores. */
function markLink(url: string, { base, own, trust }: StatusMark): string {
  const facts = new URLSearchParams({ ...(base !== null && { base }), own, trust });
  return `${url}#${facts}`;
}

/** Reads run and facts from the link of a status. Null for links that are not of a run of this repository. */
function readLink(link: string, own: string): (StatusMark & { run: RunAttempt }) | null {
  const [address = '', fragment = ''] = link.split('#', 2);
  const run = readRunLink(address);
  if (run === null || run.runs !== readRunLink(own)?.runs) return null;
  const facts = new URLSearchParams(fragment);
  const state = facts.get('own') ?? '';
  return {
    run: { id: run.id, attempt: run.attempt },
    base: facts.get('base'),
    own: STATES.includes(state) ? (state as State) : 'pending',
    trust: facts.get('trust') === 'own' ? 'own' : 'fork',
  };
}
