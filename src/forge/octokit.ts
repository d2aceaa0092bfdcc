import { defaults, GitHub } from '@actions/github/lib/utils';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { limitSignal } from '../processes/limit.ts';
import { VERSION } from '../version.ts';

export type ApiConnection = {
  /** Address of the API, such as `https://api.github.com`, without a trailing slash. */
  apiUrl: string;
  token: string;
  /** Aborts requests in progress, and all later ones. */
  signal?: AbortSignal;
  /** Length of a second (ms) in the waits before retries. Only tests change it. */
  secondMs?: number;
};

export type Octokit = InstanceType<typeof Client>;

/** Retries after a rate limit or a server fault, and the longest wait (s) for the end of a limit. */
const RETRIES = 2;
const LONGEST_WAIT = 60;
/** Time (ms) after which a missing response counts as a server fault. GitHub itself aborts a request then. */
const TIMEOUT = 10_000;

const Client = GitHub.plugin(retry, throttling);

/**
 * Makes a client of the REST API. It waits out short rate limits, and retries a few times after server faults.
 * Errors are Octokit's (`RequestError` with a `status`). No response, or one that is not the API's, has status 500.
 */
export function connect(connection: ApiConnection): Octokit {
  const { apiUrl, token, signal, secondMs = 1000 } = connection;
  const isWaitedFor = (seconds: number, _options: object, _octokit: object, tries: number) =>
    tries < RETRIES && seconds <= LONGEST_WAIT && !signal?.aborted;
  const waits = { retryAfterBaseValue: secondMs };
  return new Client({
    auth: `token ${token}`,
    baseUrl: apiUrl,
    userAgent: `tailgate/${VERSION}`,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch: (url: string, init: RequestInit) => fetchAnswer(url, init, connection) },
    // The throttling plugin handles 429, since it knows how long to wait.
    retry: { ...waits, retries: RETRIES, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
    // The plugin keeps one queue for each of these names.
    throttle: { ...waits, id: apiUrl, onRateLimit: isWaitedFor, onSecondaryRateLimit: isWaitedFor },
  });
}

/**
 * Sends one attempt through the proxy of the environment, with a time limit. Every attempt goes through here. A response
 * that is not an object or a list is not from the API, and must not be mistaken for an empty list.
 */
async function fetchAnswer(
  url: string,
  init: RequestInit,
  { signal: stop = new AbortController().signal }: ApiConnection,
): Promise<Response> {
  const send = defaults.request!.fetch as typeof globalThis.fetch;
  try {
    const answer = await send(url, { ...init, signal: limitSignal(stop, TIMEOUT) });
    const { status, ok } = answer;
    const headers = new Headers(answer.headers);
    const text = await answer.text();
    if (ok && !isAnswer(text)) throw new Error('the response is not from this API');
    if (ok) headers.set('content-type', 'application/json');
    return new Response(text === '' ? null : text, { status, headers });
  } catch (error) {
    // With this name, Octokit treats the request as cancelled, and does not retry it.
    if (stop.aborted) throw Object.assign(new Error('interrupted'), { name: 'AbortError' });
    throw error;
  }
}

function isAnswer(text: string): boolean {
  try {
    return text === '' || typeof (JSON.parse(text) ?? 0) === 'object';
  } catch {
    return false;
  }
}
