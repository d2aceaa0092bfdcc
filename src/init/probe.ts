import { createHash } from 'node:crypto';
import fetch from 'node-fetch';
import type { Request } from '../config/config.ts';
import type { Answer, Listening } from './corrections/observation.ts';
import { chooseAnswer, USUAL } from './corrections/requests.ts';
import { DESCRIPTIONS, listDescribed } from './routes/descriptions.ts';

const LARGEST_BYTES = 16 * 1024 * 1024;
/** Time (ms) for one answer, and for all of them. */
const PATIENCE_MS = 5000;
const ALL_MS = 30_000;
/** Answers of the service's own work after which no other path is asked. */
const ENOUGH = 5;
const MOST_DESCRIBED = 20;

type Asked = { answer: Answer; text: string };

/**
 * Asks a bounded list of paths, each twice: descriptions of the API and the paths in them, those that the code names,
 * health checks. Nothing but GET is sent, and no redirect followed.
 *
 * @param base URL of the service, on loopback
 * @param own paths that its code names, the likeliest first
 * @returns answers, and the paths of the service's own that were asked
 */
export async function askPaths(
  base: string,
  own: readonly string[],
  signal: AbortSignal,
): Promise<{ answers: Answer[]; described: string[] }> {
  const until = performance.now() + ALL_MS;
  const answers: Answer[] = [];
  const visit = async (path: string) => {
    if (signal.aborted || performance.now() > until || answers.some((each) => each.path === path))
      return null;
    const asked = await ask(base, path, signal);
    if (asked) answers.push(asked.answer);
    return asked;
  };
  const described: string[] = [];
  for (const path of DESCRIPTIONS) {
    const asked = await visit(path);
    if (asked?.answer.status === 200) described.push(...listDescribed(asked.text).slice(0, MOST_DESCRIBED));
    if (described.length > 0) break;
  }
  for (const path of [...described, ...own]) {
    await visit(path);
    const good = answers.filter(({ status, empty }) => status < 300 && !empty);
    if (good.filter((each) => [...described, ...own].includes(each.path)).length >= ENOUGH) break;
  }
  const best = chooseAnswer(answers, [...described, ...own]);
  if (best === null || best.status >= 300) for (const path of USUAL) await visit(path);
  return { answers, described };
}

/** Whether something speaks HTTP there. */
export async function speaksHttp({ host, port }: Listening, signal: AbortSignal): Promise<boolean> {
  return (await request(`http://${host}:${port}/`, signal)) !== null;
}

/** Sends the request of a scenario once. Null where nothing came back. */
export async function askRequest(
  base: string,
  { method, url, headers, body }: Request,
  fill: (text: string) => string,
  signal: AbortSignal,
): Promise<Answer | null> {
  const address = new URL(fill(url), `${base}/`);
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  const details = {
    method,
    headers: Object.fromEntries(filled),
    body: body === undefined ? undefined : fill(body),
  };
  const got = await request(address.href, signal, details);
  return got && { ...judge(`${address.pathname}${address.search}`, got, got), method };
}

async function ask(base: string, path: string, signal: AbortSignal): Promise<Asked | null> {
  const url = new URL(path, base).href;
  const first = await request(url, signal);
  const second = first && (await request(url, signal));
  return first && second && { answer: judge(path, first, second), text: second.text };
}

type Got = NonNullable<Awaited<ReturnType<typeof request>>>;

/** What two answers say together. */
function judge(
  path: string,
  first: Got,
  { status, text, bytes, milliseconds, location, digest }: Got,
): Answer {
  const sizes = [first.text.length, text.length];
  return {
    path,
    status,
    bytes,
    milliseconds,
    alike:
      first.status === status && (first.digest === digest || Math.min(...sizes) > 0.9 * Math.max(...sizes)),
    empty:
      /^(?:\[\s*\]|\{\s*\}|null|)$/.test(text.trim()) ||
      /^\{[^{}]{0,80}\[\s*\][^{}[\]]{0,80}\}\s*$/.test(text),
    location,
  };
}

async function request(
  url: string,
  signal: AbortSignal,
  details: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      ...details,
      redirect: 'manual',
      size: LARGEST_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) as never,
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
