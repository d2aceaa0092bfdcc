import { EXIT, type ExitCode } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import type { CommitStatus, Forge } from '../forge/port.ts';
import type { CommitLocation, PullLocation } from '../forge/pull.ts';
import type { SuiteReport } from '../handover/suite.ts';

export type StatusTarget = {
  /** Full SHA of the pull request's head, of the pushed commit, or of the merge group's head. */
  sha: string;
  /** Name, as `nameStatus` gives it. */
  context: string;
  trust: SuiteReport['trust'];
  /** Login of the user whose approval confirms the result of a fork; absent without one. */
  approvedBy?: string;
  /** Null before the result is known: pending. */
  exitCode: ExitCode | null;
  headline: string;
  /** Address of the workflow run's page. */
  url: string;
};

export type PublishedStatus =
  | { kind: 'delivered'; url: string; action: 'created' | 'unchanged' }
  /** A newer run has set it already. */
  | { kind: 'superseded'; by: 'run' };

/** Longest description. GitHub answers 422 to more: "description is too long (maximum is 140 characters)". */
const LONGEST_DESCRIPTION = 140;
/** Begins the description of what a fork's own run says. No headline does. */
const FORK = 'fork: ';

/**
 * Names the status of a suite. A verdict belongs to a head and a base, and a commit may be the head of several pull
 * requests, so the base is in the name: none speaks for a base that it was not measured against.
 */
export function nameStatus(
  suite: string,
  place: PullLocation | CommitLocation,
  defaultBranch: string,
): string {
  const base = place.kind === 'pull' ? place.baseBranch : place.base;
  if (base === null) return `tailgate/${suite} (push)`;
  return base === defaultBranch ? `tailgate/${suite}` : `tailgate/${suite}@${base}`;
}

/**
 * Sets a commit status; that of a newer run stands when an older one is run again. The author of a fork controls the result
 * of the fork's run. So one that passes is `pending` until somebody with the right to write has approved this very
 * commit, and none replaces what a run of our own has said of the commit: a fork may have any of ours as its head. Rejects
 * as `forge` does.
 */
export async function publishStatus(forge: Forge, target: StatusTarget): Promise<PublishedStatus> {
  const { sha, context, trust, approvedBy, exitCode, headline, url } = target;
  const page = { kind: 'delivered', url: `${url.split('/actions/')[0]}/commit/${sha}` } as const;
  const isFork = trust === 'fork';
  const asked = findNewest(forge, target);
  const newest = await (isFork ? asked : asked.catch(() => undefined));
  const isOwn = newest !== undefined && !newest.description.startsWith(FORK);
  if (isFork && isOwn) return { ...page, action: 'unchanged' };
  // What a fork has said gives way to any run of our own.
  if (newest && (isFork || isOwn) && isAgain(url) && runOf(newest.url) > runOf(url))
    return { kind: 'superseded', by: 'run' };
  const isUnproved = isFork && !approvedBy && exitCode === EXIT.pass;
  const state = exitCode === null || isUnproved ? 'pending' : stateOf(exitCode);
  // Another job of this run and attempt has the same name, and has said no.
  const isMore = isOwn && newest.url === url && /^(failure|error)$/.test(newest.state);
  if (isMore && (state === 'success' || exitCode === null)) return { ...page, action: 'unchanged' };
  const advice = isUnproved ? ' (approve this commit, then re-run this)' : '';
  const proof = isFork && approvedBy ? ` (approved by ${flatten(approvedBy, 40)})` : '';
  const [start, end] = [isFork ? FORK : '', advice || proof];
  const description = start + shorten(headline, LONGEST_DESCRIPTION - start.length - end.length) + end;
  await forge.setStatus(sha, { context, state, description, url });
  return { ...page, action: 'created' };
}

/** Finds the newest status of this name. GitHub ignores upper and lower case in names. */
async function findNewest(forge: Forge, { sha, context }: StatusTarget): Promise<CommitStatus | undefined> {
  const name = context.toLowerCase();
  return (await forge.listStatuses(sha)).find((each) => each.context.toLowerCase() === name);
}

/** Number of the workflow run whose page this is: a newer run has a higher one. */
function runOf(url: string): number {
  return Number(/\/actions\/runs\/(\d+)/.exec(url)?.[1] ?? 0);
}

/** Tells whether the workflow run whose page this is has been run again. */
function isAgain(url: string): boolean {
  return Number(/\/attempts\/(\d+)/.exec(url)?.[1] ?? 1) > 1;
}

function stateOf(exitCode: ExitCode): CommitStatus['state'] {
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
