import { flatten } from './foreign.ts';

/** `status` is the HTTP status, null without an answer; `reason` is one line. */
export type DeliveryFault = { kind: 'refused' | 'failed'; status: number | null; reason: string };

/** What a request to the API threw, told from a refusal: a token that may not is nobody's failure. */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const message = flatten(error instanceof Error ? error.message : String(error), 200);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : null;
  const reason = status === null ? message : `${status}: ${message}`;
  // 404 is GitHub's answer as well when a token may not see a private repository.
  const refused = status === 401 || status === 403 || status === 404;
  return { kind: refused ? 'refused' : 'failed', status, reason };
}

/** Whether Octokit's error has one of these HTTP statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof Error && 'status' in error && statuses.includes(error.status as number);
}
