import { flatten } from './foreign.ts';

/** A delivery that failed. `status` is the HTTP status, null without an answer; `reason` is one line. */
export type DeliveryFault = { kind: 'refused' | 'failed'; status: number | null; reason: string };

/**
 * Explains an error of a request to the API. A token without the right is a refusal, not a failure. A rate limit that
 * is used up is a failure, though it is answered like a refusal.
 */
export function explainDeliveryFault(error: unknown): DeliveryFault {
  const { response } = error as { response?: { data?: { message?: unknown } | null } };
  // A proxy, for instance, answers with a page.
  const isForeign = response !== undefined && typeof response.data?.message !== 'string';
  const said = isForeign ? 'an answer without words of the API' : error;
  const message = flatten(said instanceof Error ? said.message : String(said), 200);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : null;
  const reason = status === null ? message : `${status}: ${message}`;
  if (isRateLimit(error))
    return { kind: 'failed', status, reason: `the API's rate limit is used up, ${reason}` };
  // GitHub also answers 404 when a token may not see a private repository.
  const refused = status === 401 || status === 403 || status === 404;
  return { kind: refused ? 'refused' : 'failed', status, reason };
}

/**
 * Reads something from a forge. Null where that fails, which `note` receives.
 *
 * @param what begins the sentence: `The reviews of #5`
 * @param consequence ends it: `; none counts`
 */
export async function tryToRead<T>(
  note: (text: string) => void,
  what: string,
  ask: () => Promise<T>,
  consequence = '',
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    note(`${what} cannot be read (${explainDeliveryFault(error).reason})${consequence}.`);
    return null;
  }
}

/** GitHub answers 403 or 429, and tells the primary limit by a header and the secondary one by its words. */
function isRateLimit(error: unknown): boolean {
  if (!hasStatus(error, 403, 429)) return false;
  const { response } = error as { response?: { headers?: Record<string, unknown> } };
  const { headers = {} } = response ?? {};
  if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined) return true;
  return hasStatus(error, 429) || /rate limit/i.test((error as Error).message);
}

/** True when the error is Octokit's and has one of these HTTP statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof Error && 'status' in error && statuses.includes(error.status as number);
}
