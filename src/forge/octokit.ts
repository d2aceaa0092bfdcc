import { defaults, GitHub } from '@actions/github/lib/utils';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import * as z from 'zod';
import { tellDetail } from '../processes/details.ts';
import { VERSION } from '../version.ts';
import { readAnswer } from './answer.ts';
import type { GitHubContext } from './context.ts';
import type { Forge } from './forge.ts';
import { speakGitea } from './gitea.ts';

type Connection = {
  /** Address of the API, for instance `https://api.github.com`, without a slash at the end. */
  apiUrl: string;
  /** Default: github. */
  forge?: Forge;
  token: string;
  /** Name and version of the client, for instance `tailgate/0.1.0`. */
  userAgent: string;
  /** Receives one line for each server fault and rate limit. */
  note: (text: string) => void;
  /** Ends requests that are under way, and all later ones. */
  signal?: AbortSignal;
  /** Length of a second (ms) in the waits before new attempts. Only tests change it. */
  secondMs?: number;
};

export type Octokit = InstanceType<typeof Client> & { forge: Forge };

/** New attempts after a server fault (waits of 1, 4 and 9 s) and after a rate limit. */
const RETRIES = 3;
const RATE_LIMIT_RETRIES = 2;
/** Longest wait (s) for the end of a rate limit. The verdict is in the log and the summary already. */
const LONGEST_WAIT = 60;
/** Time (ms) after which a missing answer counts as a server fault. */
const TIMEOUT = 30_000;

const Client = GitHub.plugin(retry, throttling);

/**
 * Makes a client of the REST API. It waits out short rate limits, and repeats requests after server faults a few times.
 * Once all attempts at a request have failed, other requests are tried just once, until the server answers again.
 * Errors are those of Octokit (`RequestError` with a `status`). No answer, or one that is not the API's, has status 500.
 */
export function connect(connection: Connection): Octokit {
  const { apiUrl, forge = 'github', token, userAgent, note, secondMs = 1000 } = connection;
  const waitFor = (limit: string) => (seconds: number, _options: object, _octokit: object, tries: number) => {
    const again = tries < RATE_LIMIT_RETRIES && seconds <= LONGEST_WAIT;
    note(`${limit} of ${apiUrl} is reached; ${again ? `trying again in ${seconds} s` : 'giving up'}.`);
    return again;
  };
  let unanswered = 0;
  const count = (answered: boolean) => {
    unanswered = answered ? 0 : unanswered + 1;
  };
  const open = () => {
    const client = new Client({
      auth: `token ${token}`,
      baseUrl: apiUrl,
      userAgent,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      request: { fetch: (url: string, init: RequestInit) => fetchNoting(url, init, connection, count) },
      retry: {
        retries: RETRIES,
        retryAfterBaseValue: secondMs,
        // The throttling plugin handles 429, since it knows how long to wait.
        doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451],
      },
      throttle: {
        // Rate limits are per server, and the plugin keeps one queue for each of these names.
        id: apiUrl,
        retryAfterBaseValue: secondMs,
        onRateLimit: waitFor('The rate limit'),
        onSecondaryRateLimit: waitFor('The secondary rate limit'),
      },
    });
    // This hook is registered last, so it runs before that of the plugin that repeats.
    client.hook.before('request', (options) => {
      if (unanswered > RETRIES) options.request = { ...options.request, retries: 0 };
    });
    return client;
  };
  const octokit = Object.assign(open(), { forge });
  if (forge === 'gitea') speakGitea(octokit, open());
  return octokit;
}

/** Makes the client for the server that the workflow runs on; null without a token. */
export function connectTo(
  { apiUrl, forge }: Pick<GitHubContext, 'apiUrl' | 'forge'>,
  token: string,
  note: Connection['note'],
  signal?: AbortSignal,
): Octokit | null {
  if (token === '') return null;
  return connect({ apiUrl, forge, token, userAgent: `tailgate/${VERSION}`, note, signal });
}

/** Sends one attempt through the proxy of the environment, with a time limit. Every attempt comes by here. */
async function fetchNoting(
  url: string,
  init: RequestInit,
  { note, signal: stop = new AbortController().signal }: Connection,
  count: (answered: boolean) => void,
): Promise<Response> {
  const proxied = defaults.request!.fetch as typeof globalThis.fetch;
  const address = new URL(url);
  const { pathname, search } = address;
  const request = `${init.method} ${pathname}`;
  const startedAt = performance.now();
  const tell = (how: string) =>
    tellDetail(() => `${request}${search}: ${how} after ${Math.round(performance.now() - startedAt)} ms`);
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]);
    const response = await readAnswer(init.method!, address, await proxied(url, { ...init, signal }));
    tell(`status ${response.status}`);
    count(response.status < 500);
    if (response.status >= 500) note(`${request} was answered with ${response.status}.`);
    return response;
  } catch (error) {
    tell('no answer');
    count(false);
    // By this name Octokit takes it for a request that nobody wants any more, and does not repeat it.
    if (stop.aborted) throw Object.assign(new Error('interrupted'), { name: 'AbortError' });
    note(`${request} was not answered.`);
    const isForeign = error instanceof SyntaxError || error instanceof z.ZodError;
    throw isForeign ? new Error('the answer is not one of this API', { cause: error }) : error;
  }
}
