import { EXIT, type ExitCode } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import type { CommitStatus, Forge } from '../forge/port.ts';
import type { CommitLocation, PullLocation } from '../forge/pull.ts';
import type { SuiteReport } from '../handover/suite.ts';
import type { Delivery } from './delivery.ts';

export type StatusTarget = Pick<SuiteReport, 'trust' | 'approvedBy'> & {
  sha: string;
  /** Name, as `nameStatus` gives it. */
  context: string;
  /** Null before the result is known: pending. */
  exitCode: ExitCode | null;
  headline: string;
  /** Address of the workflow run's page. */
  url: string;
};

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
 * Sets a commit status; the last one stands. The author of a fork controls the result of the fork's run. So one that
 * passes is `pending` until somebody with the right to write has approved this very commit, and none replaces what a run
 * of our own has said of the commit: a fork may have any of ours as its head. Rejects as `forge` does.
 */
export async function publishStatus(forge: Forge, target: StatusTarget): Promise<Delivery> {
  const { sha, context, trust, approvedBy, exitCode, headline, url } = target;
  const page = { kind: 'delivered', url: `${url.split('/actions/')[0]}/commit/${sha}` } as const;
  const isFork = trust === 'fork';
  if (isFork && (await isOurs(forge, target))) return { ...page, action: 'unchanged' };
  const isUnproved = isFork && !approvedBy && exitCode === EXIT.pass;
  const state = isUnproved ? 'pending' : stateOf(exitCode);
  const advice = isUnproved ? ' (approve this commit, then re-run this)' : '';
  const proof = isFork && approvedBy ? ` (approved by ${flatten(approvedBy, 40)})` : '';
  const [start, end] = [isFork ? FORK : '', advice || proof];
  const description = start + flatten(headline, LONGEST_DESCRIPTION - start.length - end.length) + end;
  await forge.setStatus(sha, { context, state, description, url });
  return { ...page, action: 'created' };
}

/** Tells whether a run of our own has set the status. GitHub ignores upper and lower case in names. */
async function isOurs(forge: Forge, { sha, context }: StatusTarget): Promise<boolean> {
  const isNamed = (each: CommitStatus) => each.context.toLowerCase() === context.toLowerCase();
  const newest = (await forge.listStatuses(sha)).find(isNamed);
  return newest !== undefined && !newest.description.startsWith(FORK);
}

function stateOf(exitCode: ExitCode | null): CommitStatus['state'] {
  if (exitCode === null) return 'pending';
  if (exitCode === EXIT.pass) return 'success';
  return exitCode === EXIT.failed ? 'failure' : 'error';
}
