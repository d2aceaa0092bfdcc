import type { GitHubContext } from '../forge/context.ts';
import { type DeliveryFault, explainDeliveryFault } from '../forge/fault.ts';
import type { PublishedComment } from './comment.ts';
import type { PublishedStatus } from './status.ts';

export type Delivery =
  | PublishedComment
  | PublishedStatus
  /** Nobody wanted it, or there is no pull request or commit for it. */
  | { kind: 'not-asked' }
  /** There should be a pull request for it, and there is none or more than one; `reason` is one line. */
  | { kind: 'unplaced'; reason: string }
  /** A token that may not, with the HTTP status (null without a token), or a server or network that failed. */
  | DeliveryFault;

/** What is delivered, in the words of the log. */
export type Parcel = 'comment' | 'status';

/** Never throws: whatever happens in `send` must not change the verdict. */
export async function deliver(send: () => Promise<Delivery>): Promise<Delivery> {
  try {
    return await send();
  } catch (error) {
    return explainDeliveryFault(error);
  }
}

/** What the log says about something that did not arrive, in one line; null when there is nothing to say. */
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
      return delivery.by === 'head'
        ? 'The pull request has another head by now, so this result is not shown there.'
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

/** The same for the job summary, in Markdown, without any text that another server wrote. */
export function describeDeliveryForSummary(delivery: Delivery, parcel: Parcel = 'comment'): string | null {
  if (delivery.kind === 'delivered' || delivery.kind === 'not-asked') return null;
  const failed = parcel === 'comment' ? 'The pull request could not be commented' : STATUS_FAILED;
  if (delivery.kind === 'superseded') {
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
  // GitHub, "Restrictions when Dependabot triggers events": also when somebody else re-runs it.
  if (actor === 'dependabot[bot]') {
    return `Runs that Dependabot starts get a token that can only read, unless the job has \`permissions: ${permission}\`.`;
  }
  return `Give the job \`permissions: ${permission}\`.`;
}
