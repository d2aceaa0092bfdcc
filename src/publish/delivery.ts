import type { GitHubContext } from '../forge/context.ts';
import { type DeliveryFault, explainDeliveryFault } from '../forge/fault.ts';
import type { PublishedComment } from './comment.ts';
import type { PublishedStatus } from './status.ts';

export type Delivery =
  | PublishedComment
  | PublishedStatus
  /** The user did not ask for it, or there is no pull request or commit for it. */
  | { kind: 'not-asked' }
  /** A pull request is expected, and there is none or more than one. `reason` is one line. */
  | { kind: 'unplaced'; reason: string }
  /** The token has no right to do it, or the server or the network failed. The status is null without a token. */
  | DeliveryFault;

/** The thing that is delivered, in the words of the log. */
export type Parcel = 'comment' | 'status';

/** Runs `send`. Never throws, since a failed delivery must not change the verdict. */
export async function deliver(send: () => Promise<Delivery>): Promise<Delivery> {
  try {
    return await send();
  } catch (error) {
    return explainDeliveryFault(error);
  }
}

/** True when something should have arrived and did not. What is out of date is no fault. */
export function isUndelivered({ kind }: Delivery): boolean {
  return kind === 'unplaced' || kind === 'refused' || kind === 'failed';
}

/** One line for the log about a delivery that did not arrive; null when there is nothing to say. */
export function describeDelivery(
  delivery: Delivery,
  context: GitHubContext,
  parcel: Parcel = 'comment',
): string | null {
  const failed = parcel === 'comment' ? 'The pull request could not be commented' : STATUS_FAILED;
  switch (delivery.kind) {
    case 'delivered':
    case 'not-asked':
      return null;
    case 'superseded':
      return delivery.by !== 'run'
        ? `The pull request has another ${delivery.by} by now, so this result is not shown there.`
        : `A newer run has ${parcel === 'comment' ? 'commented' : 'set the commit status'} already; that stays.`;
    case 'unplaced':
      return `${failed}: ${delivery.reason}. The verdict stands.`;
    case 'failed':
      return `${failed} (${delivery.reason}). The verdict stands.`;
    case 'refused': {
      const what = parcel === 'comment' ? 'comment on the pull request' : 'set a commit status';
      return `This token may not ${what} (${delivery.reason}). ${hint(context, parcel)} The verdict stands.`;
    }
  }
}

/** One line of Markdown for the job summary, without any text that another server wrote; null as above. */
export function describeDeliveryForSummary(delivery: Delivery, parcel: Parcel = 'comment'): string | null {
  if (delivery.kind === 'delivered' || delivery.kind === 'not-asked') return null;
  const failed = parcel === 'comment' ? 'The pull request could not be commented' : STATUS_FAILED;
  if (delivery.kind === 'superseded') {
    if (delivery.by === 'base')
      return '> The pull request goes to another base by now; this result is not shown there.';
    return `> A newer ${delivery.by === 'head' ? 'commit' : 'run'} is shown on the pull request instead of this one.`;
  }
  const status = delivery.kind === 'unplaced' ? null : delivery.status;
  const answer = status === null ? '' : ` (the API answered ${status})`;
  return `> ${failed}${answer}; the log of this step says why.`;
}

const STATUS_FAILED = 'The commit status could not be set';

function hint({ trigger, actor, forge }: GitHubContext, parcel: Parcel): string {
  if (trigger.kind === 'pull_request' && trigger.fromFork) {
    return 'Pull requests from forks get a token that can only read.';
  }
  if (forge === 'gitea') {
    const automatic = parcel === 'comment' ? 'pull-requests: write' : 'contents: write';
    return `The automatic token needs \`permissions: ${automatic}\`; one of a user the scopes read:user, write:issue and write:repository.`;
  }
  const permission = parcel === 'comment' ? 'pull-requests: write' : 'statuses: write';
  // GitHub, "Restrictions when Dependabot triggers events": they also hold when somebody else re-runs it.
  if (actor === 'dependabot[bot]') {
    return `Runs that Dependabot starts get a token that can only read, unless the job has \`permissions: ${permission}\`.`;
  }
  return `Give the job \`permissions: ${permission}\`.`;
}
