import { flatten } from './foreign.ts';

/** A failed delivery. `reason` is one line, which begins with the HTTP status if there was a response. */
export type DeliveryFault = { kind: 'refused' | 'failed'; reason: string };

/** What Octokit adds to an error of the API. */
type ApiError = { status?: number; response?: { data?: { message?: unknown } | null } };

/** Explains an error of a request to the API. A token without the right is a refusal, not a failure. */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const { status, response } = error as ApiError;
  // A proxy, for instance, responds with a page.
  const isForeign = response !== undefined && typeof response.data?.message !== 'string';
  const said = isForeign ? 'a response that is not from the API' : error;
  const message = flatten(said instanceof Error ? said.message : String(said), 200);
  // A rate limit looks like a refusal. A private repository that a token may not see looks like a missing one.
  const isRefused = [401, 403, 404].includes(status ?? 0) && !/rate limit/i.test(message);
  const reason = status === undefined ? message : `${status}: ${message}`;
  return { kind: isRefused ? 'refused' : 'failed', reason };
}
