import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import fetch from 'node-fetch';
import type { Config, Work } from '../config/config.ts';
import { DataFault, parseData } from '../config/data.ts';
import { assertAllowed } from '../config/hosts.ts';
import { readDataText } from '../config/read.ts';
import { chooseEncoding } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { splitTemplate } from '../k6/mix.ts';
import { limitSignal } from '../processes/limit.ts';
import type { RunningInstance } from '../services/instance.ts';
import { describeTrust, type Trust } from '../services/trust.ts';
import type { Answer, Listening } from './corrections/observation.ts';
import { USUAL } from './corrections/requests.ts';
import { attempt } from './files/source.ts';
import { mayBeAsked } from './routes/choice.ts';
import { DESCRIPTIONS, listDescribed } from './routes/descriptions.ts';

const LARGEST_BYTES = 16 * 1024 * 1024;
/** Time (ms) for one answer, and for all of them. */
const PATIENCE_MS = 5000;
const ALL_MS = 30_000;
/** Time (ms) before a connection that was reset is tried again. */
const RESET_MS = 50;
/** Answers of the service's own work after which no other path is asked. */
const ENOUGH = 5;
const MOST_TOLD = 20;
/** Links of the beginning of a page, but to files. */
const LONGEST_PAGE = 200_000;
const LINK = /\bhref=["']([^"'#?\s]{1,120})(?<!\.\w{1,5})["'#?]/gi;

/** Paths to ask, the likeliest first, and headers to ask with. */
export type Questions = { paths: readonly string[]; headers?: Record<string, string> };

/**
 * Asks a bounded list of paths, each twice: those that the service tells by a description of its API and by redirects, those
 * that its code names, those to which its pages link, health checks. Nothing but GET is sent, and to the service alone.
 *
 * @param base URL of the service, on loopback
 * @returns answers, paths of its own that the service itself told, and the path after which it took no connection any more
 */
export async function askPaths(
  base: string,
  { paths: named, headers }: Questions,
  signal: AbortSignal,
): Promise<{ answers: Answer[]; described: string[]; ended: string | null }> {
  const until = performance.now() + ALL_MS;
  const answers: Answer[] = [];
  const [told, linked]: string[][] = [[], []];
  const add = (list: string[], place: string, from: string) => {
    const url = attempt(() => new URL(place, new URL(from, base)));
    if (url?.origin === new URL(base).origin && list.length < MOST_TOLD) list.push(url.pathname);
  };
  const visited = new Set<string>();
  let ended: string | null = null;
  const isOver = () => signal.aborted || ended !== null || performance.now() > until;
  const visit = async (path: string) => {
    if (isOver() || visited.has(path) || !mayBeAsked(path)) return '';
    visited.add(path);
    // `//name` is a path to whoever wrote it, and the address of another host to a client.
    if (attempt(() => new URL(path, base).origin) !== new URL(base).origin) return '';
    const asked = await ask(base, path, signal, headers);
    if (asked === null && (await isGone(base, signal))) ended = path;
    if (asked === null) return '';
    const { status, location } = asked.answer;
    answers.push(asked.answer);
    if (location !== null) add(told!, location, path);
    if (status !== 200) return '';
    for (const [, place] of asked.text.slice(0, LONGEST_PAGE).matchAll(LINK)) add(linked!, place!, path);
    return asked.text;
  };
  for (const path of DESCRIPTIONS) {
    for (const each of listDescribed(await visit(path))) add(told!, each, '/');
    if (told!.length > 0) break;
  }
  const isOwn = ({ path, status, empty }: Answer) => status < 300 && !empty && !DESCRIPTIONS.includes(path);
  for (let path: string | undefined = '/'; path !== undefined && answers.filter(isOwn).length < ENOUGH; ) {
    await visit(path);
    path = [...told!, ...named, ...linked!].find((each) => !visited.has(each) && mayBeAsked(each));
    if (isOver()) break;
  }
  for (const path of USUAL) await visit(path);
  return { answers, described: [...told!, ...linked!], ended };
}

/** Whether something speaks HTTP there. */
export async function speaksHttp({ host, port }: Listening, signal: AbortSignal): Promise<boolean> {
  return (await request(`http://${host}:${port}/`, signal)) !== null;
}

/** Whether nothing takes connections there any more. */
async function isGone(base: string, signal: AbortSignal): Promise<boolean> {
  const limit = limitSignal(signal, PATIENCE_MS);
  while (!limit.aborted) {
    const error = await fetch(base, { redirect: 'manual', signal: limit as never }).then(
      () => null,
      ({ code }) => code,
    );
    // A process that is about to end resets connections before it refuses them.
    if (error !== 'ECONNRESET') return error === 'ECONNREFUSED';
    await setTimeout(RESET_MS);
  }
  return false;
}

/**
 * Sends the request of a scenario once, as a run would, with the first row of its data.
 *
 * @throws UserError where it would leave this machine and nothing allows that
 */
export async function askRequest(
  { targetUrl, fill, trust }: Pick<RunningInstance, 'targetUrl' | 'fill' | 'trust'>,
  { work, ...config }: Config & { work: Extract<Work, { kind: 'request' }> },
  signal: AbortSignal,
): Promise<{ answers: Answer[]; described: string[] }> {
  const { method, url, headers, body, quotesData } = work.request;
  const row = work.data && readFirst(work.data.path);
  const complete = (text: string, as: 'path' | 'json' | 'raw', own?: (value: string) => string) => {
    const parts = splitTemplate(text, work.data?.columns ?? [], as, (part) => fill(part, own));
    if (typeof parts === 'string') return parts;
    return parts
      .map((part) => (typeof part === 'string' ? part : ENCODE[part.as](row![part.column])))
      .join('');
  };
  const text = complete(url, 'path');
  const whole = text.startsWith('/') ? targetUrl + text : text;
  if (!URL.canParse(whole))
    throw new UserError({
      what: `The first request goes to ${JSON.stringify(whole.slice(0, 80))}, which is no URL.`,
      hint: 'It begins with `/`, or with `http://` and a host.',
    });
  const address = new URL(whole);
  assertAllowed(address.href, config, 'the first request');
  const filled = Object.entries(headers).map(([name, value]) => [name, complete(value, 'raw')]);
  const details = {
    method,
    headers: Object.fromEntries(filled),
    body: body === undefined ? undefined : complete(body, quotesData ? 'json' : 'raw', chooseEncoding(body)),
    trust,
  };
  const got = await request(address.href, signal, details);
  const path = `${address.pathname}${address.search}`;
  return { answers: got === null ? [] : [{ ...judge(path, got, got), method }], described: [] };
}

/** Reads the first row of a data file. @throws UserError where it is not there, as in a tree without what git ignores */
function readFirst(path: string) {
  try {
    return parseData(readDataText(path), path).rows[0]!;
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new UserError({
      what: error.message,
      where: path,
      hint: 'Does git ignore it? Commit it.',
      cause: error,
    });
  }
}

/** Writes a value of a data file as k6 gets it. */
const ENCODE = {
  path: (value: unknown) => encodeURIComponent(String(value)),
  json: (value: unknown) => JSON.stringify(String(value)).slice(1, -1),
  value: (value: unknown) => JSON.stringify(value),
  raw: String,
};

async function ask(base: string, path: string, signal: AbortSignal, headers?: Record<string, string>) {
  const url = new URL(path, base).href;
  const first = await request(url, signal, { headers });
  const second = first && (await request(url, signal, { headers }));
  return first && second && { answer: judge(path, first, second), text: second.text };
}

type Got = NonNullable<Awaited<ReturnType<typeof request>>>;

/** What two answers say together. */
function judge(path: string, first: Got, { text, digest, ...rest }: Got): Answer {
  const sizes = [first.text.length, text.length];
  const isNear = first.digest === digest || Math.min(...sizes) > 0.9 * Math.max(...sizes);
  return { path, ...rest, alike: first.status === rest.status && isNear, empty: isEmpty(text) };
}

/** Whether a text has nothing in it: no value of JSON, or one whose lists are all empty, as of a new database. */
function isEmpty(text: string): boolean {
  const body = text.trim();
  if (body === '' || body === 'null') return true;
  const value = attempt(() => JSON.parse(body) as unknown);
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.values(value);
  const lists = Array.isArray(value) ? [] : parts.filter(Array.isArray);
  return parts.length === 0 || (lists.length > 0 && lists.every((each) => each.length === 0));
}

async function request(
  url: string,
  signal: AbortSignal,
  {
    trust,
    ...details
  }: { method?: string; headers?: Record<string, string>; body?: string; trust?: Trust } = {},
) {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      ...details,
      // Some servers end a connection after an error, and do not say so.
      agent: ({ protocol }) =>
        protocol === 'https:'
          ? new https.Agent({ keepAlive: false, ...(trust && describeTrust(trust)) })
          : new http.Agent({ keepAlive: false }),
      redirect: 'manual',
      size: LARGEST_BYTES,
      signal: limitSignal(signal, PATIENCE_MS) as never,
    });
    const body = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      text: body.toString('utf8'),
      bytes: body.byteLength,
      digest: createHash('sha256').update(body).digest('hex'),
      milliseconds: performance.now() - startedAt,
      location: response.headers.get('location'),
    };
  } catch {
    return null; // no HTTP, no answer in time, or too large
  }
}
