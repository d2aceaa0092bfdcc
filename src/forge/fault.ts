import { flatten } from './foreign.ts';

/** A delivery that failed. `status` is the HTTP status, null without an answer; `reason` is one line. */
export type DeliveryFault = { kind: 'refused' | 'failed'; status: number | null; reason: string };

/** Explains an error of a request to the API. A token without the right is a refusal, not a failure. */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const message = flatten(error instanceof Error ? error.message : String(error), 200);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : null;
  const reason = status === null ? message : `${status}: ${message}`;
  // GitHub also answers 404 when a token may not see a private repository.
  const refused = status === 401 || status === 403 || status === 404;
  return { kind: refused ? 'refused' : 'failed', status, reason };
}

/** True when the error is Octokit's and has one of these HTTP statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof Error && 'status' in error && statuses.includes(error.status as number);
}
