import { setTimeout as sleep } from 'node:timers/promises';
import { defaults, GitHub } from '@actions/github/lib/utils';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import * as z from 'zod';
import { tellDetail } from '../processes/details.ts';
import { limitSignal } from '../processes/limit.ts';
import { VERSION } from '../version.ts';
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
 * Errors are those of Octokit (`RequestError` with a `status`). No answer, or one that is not the API's, has status
 * 500.
 */
export function connect(connection: Connection): Octokit {
  const { apiUrl, forge = 'github', token, userAgent, note, signal, secondMs = 1000 } = connection;
  // The plugin waits for the answer, but its own wait could not be cut short.
  const waitFor =
    (limit: string) => async (seconds: number, _options: object, _octokit: object, tries: number) => {
      const again = tries < RATE_LIMIT_RETRIES && seconds <= LONGEST_WAIT;
      note(`${limit} of ${apiUrl} is reached; ${again ? `trying again in ${seconds} s` : 'giving up'}.`);
      if (again) await sleep(seconds * secondMs, undefined, { signal }).catch(() => {});
      return again && !signal?.aborted;
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
        retryAfterBaseValue: 0,
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
    const signal = limitSignal(stop, TIMEOUT);
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

const text = z.string();
const user = z.object({ login: text });
const said = z.object({ body: text.nullish(), user: user.nullish() });
const comment = said.extend({ id: z.number(), html_url: text });
const issue = said.extend({ number: z.number(), html_url: text, pull_request: z.looseObject({}).nullish() });
const branch = z.object({ ref: text, sha: text, repo: z.object({ full_name: text }).nullish() });
const pull = said.extend({ number: z.number(), head: branch, base: branch });
const label = z.object({ name: text });
const event = said.extend({ created_at: text, actor: user.nullish(), label: label.nullish() });
const viewer = z.object({ data: z.object({ viewer: user }) });

/** What is used of answers, by method and end of the path. `null` is a list without entries where Gitea says so. */
const SHAPES: [RegExp, z.ZodType][] = [
  [/^GET .*\/comments$/, z.array(comment)],
  [/^(POST|PATCH) .*\/comments(\/\d+)?$/, comment],
  [/^GET .*\/issues$/, z.array(issue)],
  [/^(POST|PATCH) .*\/issues(\/\d+)?$/, issue],
  [/^GET .*\/pulls$/, z.array(pull)],
  [/^GET .*\/pull(s\/\d+)?$/, pull],
  [/^GET .*\/commits$/, z.array(z.object({ sha: text, commit: z.object({ message: text }) }))],
  [/^GET .*\/statuses$/, z.array(z.object({ context: text, target_url: text.nullish() }))],
  [/^GET .*\/reviews$/, z.array(said.extend({ state: text }))],
  [/^GET .*\/labels$/, z.array(label)],
  [/^GET .*\/(events|timeline)$/, z.array(event).nullable()],
  [/^GET .*\/assignees$/, z.array(user)],
  [/^GET .*\/user$/, user],
  [/\/graphql$/, viewer.or(z.object({ errors: z.array(z.object({ message: text })) }))],
  [/./, z.looseObject({}).or(z.array(z.unknown()))],
];

/** Most pages of a list: 30,000 comments, which no pull request has. */
const MOST_PAGES = 300;

/**
 * Reads a whole answer and checks it, so that no part of one passes for an empty list. The next page has the address of
 * this one, wherever the answer says that it is. Throws a `SyntaxError` or `ZodError` for what the API does not answer.
 */
async function readAnswer(method: string, url: URL, response: Response): Promise<Response> {
  const { status, ok } = response;
  const headers = new Headers(response.headers);
  const body = await response.text();
  if (ok && status !== 204) {
    SHAPES.find(([pattern]) => pattern.test(`${method} ${url.pathname}`))![1].parse(JSON.parse(body));
    headers.set('content-type', 'application/json');
    const next = new URL(url);
    next.searchParams.set('page', String(Number(url.searchParams.get('page') ?? 1) + 1));
    const hasNext = /rel="?next/.test(headers.get('link') ?? '');
    headers.set('link', hasNext ? `<${next}>; rel="next"` : '');
    if (hasNext && Number(next.searchParams.get('page')) > MOST_PAGES)
      throw new SyntaxError('Too many pages.');
  }
  return new Response(body === '' ? null : body, { status, headers });
}
