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
  /** Address of the workflow run's page. */
  url: string;
};

export type PublishedStatus =
  | { kind: 'delivered'; url: string; action: 'created' | 'unchanged' }
  | { kind: 'superseded'; by: 'run' };

type State = 'success' | 'failure' | 'error' | 'pending';

/** Longest description. GitHub answers 422 to more: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140;
const UNVERIFIED = ' (as the fork’s own run reports; not verified)';

/**
 * Sets the commit status `tailgate/<suite>`, unless a newer run has set it already. A run of our own gives way to our
 * own runs only. Setting it twice does no harm: the newest status of a context counts.
 *
 * The author of a fork controls the result of the fork's run, so it never makes a success. One that passes is
 * `pending`, also in place of an earlier failure of ours. It never replaces a success, which only a run of our own can
 * have set. One that fails is a failure: a fork harms only itself by that. Throws Octokit's `RequestError`.
 */
export async function publishStatus(octokit: Octokit, target: StatusTarget): Promise<PublishedStatus> {
  const { owner, repo, sha, trust, headline, run, url } = target;
  const context = `tailgate/${target.suite}`;
  const fork = trust === 'fork';
  const state = fork && target.exitCode === EXIT.pass ? 'pending' : stateOf(target.exitCode);
  const description = describe(headline, fork ? UNVERIFIED : '');
  const statuses = await listNewest(octokit, target, context);
  const [latest] = statuses;
  // A fork's result is never verified, however new it is, so a run of our own does not give way to it.
  const rival = fork ? latest : statuses.find(({ description }) => !isUnverified(description));
  const by = readRun(rival?.target_url ?? null, url);
  const address = `${url.split('/actions/')[0]}/commit/${sha}`;
  if (by !== null && orderAttempts(by, run) > 0) return { kind: 'superseded', by: 'run' };
  const isSame = latest?.state === state && latest.description === description && latest.target_url === url;
  if (isSame || (fork && latest?.state === 'success')) {
    return { kind: 'delivered', url: address, action: 'unchanged' };
  }
  const status = { context, state, description, target_url: url };
  await octokit.rest.repos.createCommitStatus({ owner, repo, sha, ...status });
  return { kind: 'delivered', url: address, action: 'created' };
}

type Status = {
  context: string;
  state: string;
  description: string | null;
  target_url: string | null;
};

/** Statuses of a context, newest first, up to the first one that is not a fork's. */
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
      // GitHub ignores upper and lower case in contexts.
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

/** Writes the headline before an ending. A long one keeps its last part, which says what became of the gate. */
function describe(headline: string, ending: string): string {
  const room = LONGEST_DESCRIPTION - ending.length;
  const line = flatten(headline, headline.length);
  const last = /; [^;]*$/.exec(line)?.[0] ?? '';
  if (line.length <= room || last.length > room / 2) return flatten(line, room) + ending;
  return flatten(line.slice(0, line.length - last.length), room - last.length) + last + ending;
}

/** The run that one of our statuses links to; null for other repositories. */
function readRun(link: string | null, own: string): RunAttempt | null {
  const run = readRunLink(link ?? '');
  if (run === null || run.runs !== readRunLink(own)?.runs) return null;
  return { id: run.id, attempt: run.attempt };
}
