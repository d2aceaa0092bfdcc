import { flatten } from './foreign.ts';

/** A delivery that failed. `reason` is one line, which begins with the HTTP status if there was an answer. */
export type DeliveryFault = { kind: 'refused' | 'failed'; reason: string };

/** What Octokit adds to an error of the API. */
type ApiError = { status?: number; response?: { data?: { message?: unknown } | null } };

/** Explains an error of a request to the API. A token without the right is a refusal, not a failure. */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const { status, response } = error as ApiError;
  // A proxy, for instance, answers with a page.
  const isForeign = response !== undefined && typeof response.data?.message !== 'string';
  const said = isForeign ? 'an answer without words of the API' : error;
  const message = flatten(said instanceof Error ? said.message : String(said), 200);
  // A rate limit is answered like a refusal. A private repository that a token may not see is not found.
  const isRefused = [401, 403, 404].includes(status ?? 0) && !/rate limit/i.test(message);
  const reason = status === undefined ? message : `${status}: ${message}`;
  return { kind: isRefused ? 'refused' : 'failed', reason };
}
