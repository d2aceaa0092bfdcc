import { flatten } from './foreign.ts';

/** A delivery that failed. `reason` is one line, which begins with the HTTP status if there was an answer. */
export type DeliveryFault = { kind: 'refused' | 'failed'; reason: string };

/** What Octokit adds to an error of the API. */
type ApiError = {
  status?: number;
  response?: { data?: { message?: unknown } | null; headers?: Record<string, unknown> };
};

/**
 * Explains an error of a request to the API. A token without the right is a refusal, not a failure. A rate limit that
 * is used up is a failure, though it is answered like a refusal.
 */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const { status, response } = error as ApiError;
  // A proxy, for instance, answers with a page.
  const isForeign = response !== undefined && typeof response.data?.message !== 'string';
  const said = isForeign ? 'an answer without words of the API' : error;
  const message = flatten(said instanceof Error ? said.message : String(said), 200);
  const reason = status === undefined ? message : `${status}: ${message}`;
  // The primary limit is told by a header, and the secondary one by its words.
  const { 'x-ratelimit-remaining': left, 'retry-after': wait } = response?.headers ?? {};
  const isLimit = left === '0' || wait !== undefined || /rate limit/i.test(message);
  if (status === 429 || (status === 403 && isLimit))
    return { kind: 'failed', reason: `the API's rate limit is used up, ${reason}` };
  // GitHub also answers 404 when a token may not see a private repository.
  return { kind: hasStatus(error, 401, 403, 404) ? 'refused' : 'failed', reason };
}

/** True when the error is Octokit's and has one of these HTTP statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return statuses.includes((error as ApiError).status ?? 0);
}
