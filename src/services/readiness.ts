import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fetch from 'node-fetch';
import type { Ready } from '../config/config.ts';
import { limitSignal } from '../processes/limit.ts';

export type ReadinessProbe = {
  ready: Ready;
  /** URL, filled in. Required for http. */
  url: string | null;
  host: string;
  port: number;
  /** Its connections are accepted on its behalf, and closed if it does not take them: by Docker, for a container. */
  isForwarded?: boolean;
  /** Whether any certificate is accepted. */
  insecure?: true | undefined;
};

/** Time between probes: it adds little to a quick start, and puts little load on a slow one. */
const POLL_MS = 50;
const PROBE_TIMEOUT_MS = 2000;
/** How long a forwarded connection stays open if the service has accepted it. Otherwise it closes at once. */
const FORWARDED_MS = 200;

/**
 * Waits until a service responds.
 *
 * @param gaveUp called between probes; a text ends the wait (the service died)
 * @returns null when ready, otherwise what was seen last
 */
export async function waitUntilReady(
  probe: ReadinessProbe,
  gaveUp: () => string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const until = performance.now() + probe.ready.timeoutSeconds * 1000;
  while (!signal.aborted) {
    const ended = gaveUp();
    if (ended !== null) return ended;
    const problem = await attempt(probe, signal);
    if (problem === null) return gaveUp();
    if (performance.now() > until) return `not ready after ${probe.ready.timeoutSeconds} s: ${problem}`;
    await sleep(POLL_MS);
  }
  return 'interrupted';
}

/** Probes. Any response below 500 means ready: a 404 at `/` or a 401 shows a working server as well as a 200. */
async function attempt(
  { ready, url: base, host, port, isForwarded, insecure }: ReadinessProbe,
  signal: AbortSignal,
): Promise<string | null> {
  if (ready.kind === 'tcp') return attemptTcp(host, port, isForwarded ? FORWARDED_MS : 0);
  const address = base!.replace(/\/$/, '') + ready.path;
  const limit = limitSignal(signal, PROBE_TIMEOUT_MS) as never;
  try {
    const { url, headers } = takeUser(new URL(address));
    const isSecure = url.startsWith('https:');
    const agent = isSecure
      ? new HttpsAgent({ ...AS_K6, rejectUnauthorized: !insecure })
      : new HttpAgent(AS_K6);
    const response = await fetch(url, { redirect: 'manual', signal: limit, agent, headers });
    response.body?.resume();
    return response.status < 500 ? null : `${url} answered ${response.status}`;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'AbortError') return `${ready.path} did not respond within ${PROBE_TIMEOUT_MS / 1000} s`;
    return /certificate/.test(message)
      ? `${message}; \`tls: {insecure: true}\` accepts any of a service on this machine`
      : message;
  }
}

/** k6 uses one address of a name, an IPv4 one if there is any, and tries no other. */
const AS_K6 = {
  autoSelectFamily: false,
  lookup: ((host, options, done) => lookup(host, { ...options, verbatim: false }, done)) as LookupFunction,
};

/** Moves user and password from a URL to a header: node-fetch refuses them, and quotes them in its error. */
function takeUser(url: URL): { url: string; headers: Record<string, string> } {
  if (url.username === '' && url.password === '') return { url: url.href, headers: {} };
  const user = [url.username, url.password].map(decodeURIComponent).join(':');
  url.username = '';
  url.password = '';
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

/** How long something that was just stopped, such as a container, may still hold its port. */
const RELEASE_MS = 2000;

/** Tells whether another process listens on a port and continues to, so that a service could not. */
export async function isTaken(host: string, port: number): Promise<boolean> {
  const until = performance.now() + RELEASE_MS;
  while ((await attemptTcp(host, port)) === null) {
    if (performance.now() > until) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Tries to connect. @param keptMs how long the connection must stay open */
function attemptTcp(host: string, port: number, keptMs = 0): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS, ...AS_K6 });
    const end = (result: string | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => (keptMs === 0 ? end(null) : setTimeout(end, keptMs, null)));
    if (keptMs > 0) socket.resume().once('end', () => end('it does not accept connections yet'));
    const failed = `no connection to ${host}:${port}`;
    socket.once('timeout', () => end(`${failed} within ${PROBE_TIMEOUT_MS / 1000} s`));
    socket.once('error', (error) => end(error.message || failed));
  });
}
