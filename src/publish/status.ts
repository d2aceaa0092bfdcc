import { EXIT, type ExitCode } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { flatten } from '../forge/foreign.ts';
import type { CommitLocation, PullLocation } from '../forge/location.ts';
import type { CommitStatus, Forge } from '../forge/port.ts';

/** What a status says about a suite. `exitCode`: null before the result is known. `approvedBy`: who vouches for a fork. */
export type Said = { exitCode: ExitCode | null; headline: string; approvedBy?: string | undefined };

/** Longest description. GitHub responds with 422 to more: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140;
/** Prefix of the description for a fork's own run. No headline starts like this. */
const FORK = 'fork: ';

/**
 * Names the status of a suite. A verdict belongs to a head and a base, and a commit may be the head of several pull
 * requests, so the base is in the name: no status speaks for a base that it was not measured against.
 */
function nameStatus(suite: string, place: PullLocation | CommitLocation, defaultBranch: string): string {
  const base = place.kind === 'pull' ? place.baseBranch : place.base;
  if (base === null) return `tailgate/${suite} (push)`;
  return base === defaultBranch ? `tailgate/${suite}` : `tailgate/${suite}@${base}`;
}

/**
 * Sets a commit status; the last one counts. The author of a fork controls the result of the fork's run. So a passing one
 * is `pending` until someone with write permission has approved this exact commit, and none replaces what a run
 * of ours has said about the commit: a fork may use any of our commits as its head. Rejects as `forge` does.
 */
export async function publishStatus(
  forge: Forge,
  { run, defaultBranch }: Pick<GitHubContext, 'run' | 'defaultBranch'>,
  place: PullLocation | CommitLocation,
  suite: string,
  { exitCode, headline, approvedBy }: Said,
): Promise<void> {
  const sha = place.kind === 'pull' ? place.headSha : place.sha;
  const context = nameStatus(suite, place, defaultBranch);
  const isFork = place.kind === 'pull' && place.fromFork;
  if (isFork && (await isOurs(forge, sha, context))) return;
  const isUnproved = isFork && !approvedBy && exitCode === EXIT.pass;
  const state = isUnproved ? 'pending' : stateOf(exitCode);
  const advice = isUnproved ? ' (approve this commit, then re-run this)' : '';
  const proof = isFork && approvedBy ? ` (approved by ${flatten(approvedBy, 40)})` : '';
  const [start, end] = [isFork ? FORK : '', advice || proof];
  const description = start + flatten(headline, LONGEST_DESCRIPTION - start.length - end.length) + end;
  await forge.setStatus(sha, { context, state, description, url: run.url });
}

/** Tells whether a run of ours set the status. GitHub ignores case in names. */
async function isOurs(forge: Forge, sha: string, name: string): Promise<boolean> {
  const isNamed = ({ context }: Pick<CommitStatus, 'context'>) =>
    context.toLowerCase() === name.toLowerCase();
  const newest = (await forge.listStatuses(sha)).find(isNamed);
  return newest !== undefined && !newest.description.startsWith(FORK);
}

function stateOf(exitCode: ExitCode | null): CommitStatus['state'] {
  if (exitCode === null) return 'pending';
  if (exitCode === EXIT.pass) return 'success';
  return exitCode === EXIT.failed ? 'failure' : 'error';
}
