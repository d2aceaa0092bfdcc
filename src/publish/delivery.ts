import type { GitHubContext } from '../forge/context.ts';
import { type DeliveryFault, explainDeliveryFault } from '../forge/fault.ts';
import type { PublishedComment } from './comment.ts';
import type { PublishedStatus } from './status.ts';

export type Delivery =
  | PublishedComment
  | PublishedStatus
  /** The pull request has another head or base by now. */
  | { kind: 'superseded'; by: 'head' | 'base' }
  /** A pull request is expected, and there is none or more than one. `reason` is one line. */
  | { kind: 'unplaced'; reason: string }
  /** The token has no right to do it, or the server or the network failed. The status is null without a token. */
  | DeliveryFault;

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

/**
 * One line about a delivery that did not arrive; null when there is nothing to say.
 *
 * @param isPublic true for a place that must not have any text that another server wrote, as the job summary
 */
export function describeDelivery(
  delivery: Delivery,
  context: GitHubContext,
  parcel: Parcel,
  isPublic = false,
): string | null {
  const failed =
    parcel === 'comment' ? 'The pull request could not be commented' : 'The commit status could not be set';
  switch (delivery.kind) {
    case 'delivered':
    case 'not-asked':
      return null;
    case 'superseded':
      return `The pull request has another ${delivery.by} by now, so this result is not shown there.`;
    case 'unplaced':
      return `${failed}${isPublic ? '' : `: ${delivery.reason}`}. The verdict stands.`;
    default: {
      const answer = delivery.status === null ? '' : ` (the API answered ${delivery.status})`;
      const why = isPublic ? answer : ` (${delivery.reason})`;
      const advice = delivery.kind === 'refused' ? ` ${advise(context, parcel)}` : '';
      return `${failed}${why}.${advice} The verdict stands.`;
    }
  }
}

function advise({ trigger, actor }: GitHubContext, parcel: Parcel): string {
  if (trigger.kind === 'pull_request' && trigger.fromFork)
    return 'Pull requests from forks get a token that can only read.';
  const permission = `\`permissions: ${parcel === 'comment' ? 'pull-requests' : 'statuses'}: write\``;
  // GitHub, "Restrictions when Dependabot triggers events": they also hold when somebody else re-runs it.
  return actor === 'dependabot[bot]'
    ? `Runs that Dependabot starts get a token that can only read, unless the job has ${permission}.`
    : `Give the job ${permission}.`;
}
