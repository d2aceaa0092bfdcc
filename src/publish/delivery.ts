import type { GitHubContext } from '../forge/context.ts';
import type { DeliveryFault } from '../forge/fault.ts';

export type Delivery =
  | { kind: 'delivered'; url: string; action: 'created' | 'updated' | 'unchanged' }
  /** The user did not ask for it: none was there and none was to be made, or there is no place for it. */
  | { kind: 'not-asked' }
  /** The pull request has another head or base by now. */
  | { kind: 'superseded' }
  /** The token has no right to do it, or there is no place for it, or the server or the network failed. */
  | DeliveryFault;

export type Parcel = 'comment' | 'status';

const FAILED = {
  comment: 'The pull request could not be commented',
  status: 'The commit status could not be set',
};

/** True when something should have arrived and did not. What is out of date is no fault. */
export function isUndelivered(delivery: Delivery): delivery is DeliveryFault {
  return delivery.kind === 'refused' || delivery.kind === 'failed';
}

/** One line for the log about a delivery that did not arrive; null when there is nothing to say. */
export function describeDelivery(
  delivery: Delivery,
  { trigger }: GitHubContext,
  parcel: Parcel,
): string | null {
  if (delivery.kind === 'superseded')
    return 'The pull request has another head or base by now, so this result is not shown there.';
  if (!isUndelivered(delivery)) return null;
  const isFork = trigger.kind === 'pull_request' && trigger.fromFork;
  const permission = `\`permissions: ${parcel === 'comment' ? 'pull-requests' : 'statuses'}: write\``;
  const advice = isFork
    ? 'Pull requests from forks get a token that can only read.'
    : `Give the job ${permission}.`;
  const what = `${FAILED[parcel]} (${delivery.reason}).`;
  return `${what}${delivery.kind === 'refused' ? ` ${advice}` : ''} The verdict stands.`;
}

/** The same for the summary, which has no text that another server wrote. */
export function mentionDelivery(delivery: Delivery, parcel: Parcel): string | null {
  return isUndelivered(delivery) ? `${FAILED[parcel]}: the log says why. The verdict stands.` : null;
}
