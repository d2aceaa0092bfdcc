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
  exitCode: ExitCode;
  headline: string;
  run: RunAttempt;
  /** Page of the workflow run. */
  url: string;
};

export type PublishedStatus =
  | { kind: 'delivered'; url: string; action: 'created' | 'unchanged' }
  | { kind: 'superseded'; by: 'run' };

type State = 'success' | 'failure' | 'error' | 'pending';

/** GitHub answers longer ones with 422: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140;
const UNVERIFIED = ' (as the fork’s own run reports; not verified)';

/**
 * Sets the commit status `tailgate/<suite>`, unless a newer run has set it already: one of our own, if this is.
 * Repeating it does no harm: the newest status of a context counts.
 *
 * The author of a fork controls what the fork's run says, so its result never makes a success: one that passes is
 * `pending`, also in place of an earlier failure of ours, and it never replaces a success, which only a run of our
 * own can have set. What fails, fails: a fork harms nobody else by that. Throws Octokit's `RequestError`.
 */
export async function publishStatus(octokit: Octokit, target: StatusTarget): Promise<PublishedStatus> {
  const { owner, repo, sha, trust, headline, run, url } = target;
  const context = `tailgate/${target.suite}`;
  const fork = trust === 'fork';
  const state = fork && target.exitCode === EXIT.pass ? 'pending' : stateOf(target.exitCode);
  const description = describe(headline, fork ? UNVERIFIED : '');
  const statuses = await listNewest(octokit, target, context);
  const [latest] = statuses;
  // Nobody has verified what a fork's run says, however new it is; so ours does not give way to it.
  const rival = fork ? latest : statuses.find(({ description }) => !isUnverified(description));
  const by = readRun(rival?.target_url ?? null, url);
  const address = `${url.split('/actions/')[0]}/commit/${sha}`;
  if (by !== null && orderAttempts(by, run) > 0) return { kind: 'superseded', by: 'run' };
  const isSame = latest?.state === state && latest.description === description && latest.target_url === url;
  if (isSame || (fork && latest?.state === 'success')) {
    return { kind: 'delivered', url: address, action: 'unchanged' };
  }
  await octokit.rest.repos.createCommitStatus({
    owner,
    repo,
    sha,
    context,
    state,
    description,
    target_url: url,
  });
  return { kind: 'delivered', url: address, action: 'created' };
}

type Status = {
  context: string;
  state: string;
  description: string | null;
  target_url: string | null;
};

/** Those of a context, newest first, as far as to one that is not a fork's. */
async function listNewest(
  octokit: Octokit,
  { owner, repo, sha }: Pick<StatusTarget, 'owner' | 'repo' | 'sha'>,
  context: string,
): Promise<Status[]> {
  const request = { owner, repo, ref: sha, per_page: 100 };
  const found: Status[] = [];
  const pages = octokit.paginate.iterator(octokit.rest.repos.listCommitStatusesForRef, request);
  for await (const { data } of pages) {
    for (const status of data) {
      // GitHub does not tell upper from lower case in contexts.
      if (status.context.toLowerCase() !== context.toLowerCase()) continue;
      found.push(status);
      if (!isUnverified(status.description)) return found;
    }
  }
  return found;
}

function isUnverified(description: string | null): boolean {
  return description?.endsWith(UNVERIFIED.trim()) ?? false;
}

function stateOf(exitCode: ExitCode): State {
  if (exitCode === EXIT.pass) return 'success';
  return exitCode === EXIT.failed ? 'failure' : 'error';
}

function describe(headline: string, ending: string): string {
  return flatten(headline, LONGEST_DESCRIPTION - ending.length) + ending;
}

/** The run that a status of ours links to; null for what is not of this repository. */
function readRun(link: string | null, own: string): RunAttempt | null {
  const run = readRunLink(link ?? '');
  if (run === null || run.runs !== readRunLink(own)?.runs) return null;
  return { id: run.id, attempt: run.attempt };
}
