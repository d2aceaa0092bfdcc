import { lookup } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { runInNewContext } from 'node:vm';
import fetch from 'node-fetch';
import type { Ready } from '../config/config.ts';
import { findForeignHost } from '../config/hosts.ts';
import { limitSignal } from '../processes/limit.ts';
import { measureLog, readPart } from '../processes/log.ts';
import { describeTrust, type Trust } from './trust.ts';

export type ReadinessProbe = {
  ready: Ready;
  /** URL, filled in. Needed for http, and for tcp unless `port` is given. */
  url: string | null;
  host: string;
  port: number;
  logPath: string;
  /** Place (bytes) in the log where this start begins. `prepare` and earlier starts have written to the same file. */
  logFrom: number;
  /** Somebody else takes its connections, and ends those that it does not take: Docker, for a container. */
  isForwarded?: boolean;
  /** Reads what its certificate is held against. Absent: what this machine trusts. @throws Error in one line */
  readTrust?: () => Trust;
};

/** Time between probes: it adds little to a quick start, and puts little load on a slow one. */
const POLL_MS = 50;
const PROBE_TIMEOUT_MS = 2000;
/** Time for which a connection stays that the service has taken from somebody else. Those in vain end at once. */
const FORWARDED_MS = 200;

/**
 * Waits until a service answers.
 *
 * @param gaveUp called between probes; a text ends the wait (the service died)
 * @returns null when ready, else what was seen last
 */
export async function waitUntilReady(
  probe: ReadinessProbe,
  gaveUp: () => string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const until = performance.now() + probe.ready.timeoutSeconds * 1000;
  const readLog = probe.ready.kind === 'log' ? followLog(probe, probe.ready.pattern) : null;
  let seen = 'nothing was tried yet';
  while (!signal.aborted) {
    const ended = gaveUp();
    if (ended !== null) return ended;
    const problem = await attempt(probe, readLog, signal);
    if (problem === null) return gaveUp();
    seen = problem;
    if (performance.now() > until) return `not ready after ${probe.ready.timeoutSeconds} s: ${seen}`;
    await sleep(POLL_MS);
  }
  return 'interrupted';
}

async function attempt(
  probe: ReadinessProbe,
  readLog: LogReader | null,
  signal: AbortSignal,
): Promise<string | null> {
  let trust: Trust | undefined;
  try {
    trust = probe.readTrust?.();
  } catch (error) {
    return (error as Error).message;
  }
  if (readLog !== null) return readLog();
  return probe.ready.kind === 'http'
    ? attemptHttp(probe.url!.replace(/\/$/, '') + probe.ready.path, trust, signal)
    : attemptTcp(probe.host, probe.port, probe.isForwarded ? FORWARDED_MS : 0);
}

/** Probes by HTTP. Any answer below 500 means ready: a 404 at `/` or a 401 shows a working server as well as a 200. */
async function attemptHttp(
  url: string,
  trust: Trust | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const limit = limitSignal(signal, PROBE_TIMEOUT_MS);
  if (!URL.canParse(url)) return 'Invalid URL';
  const agent =
    new URL(url).protocol === 'https:'
      ? new HttpsAgent({ ...AS_K6, ...(trust && describeTrust(trust)) })
      : new HttpAgent(AS_K6);
  const asked = takeUser(url);
  if (asked === null)
    return 'user or password in the `url` has a `%` that begins no escape: write it as `%25`';
  const { url: plain, headers } = asked;
  try {
    const response = await fetch(plain, { redirect: 'manual', signal: limit as never, agent, headers });
    response.body?.resume();
    return response.status < 500 ? null : `${plain} answered ${response.status}`;
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string };
    if (name === 'AbortError') return `${plain} gave no answer within ${PROBE_TIMEOUT_MS / 1000} s`;
    return code !== undefined && UNTRUSTED.test(code) ? `${message}; ${adviseTrust(plain, trust)}` : message;
  }
}

/** k6 takes one address of a name, an IPv4 one where there is any, and tries no other. */
const AS_K6 = {
  autoSelectFamily: false,
  lookup: ((host, options, done) => lookup(host, { ...options, verbatim: false }, done)) as LookupFunction,
};

/**
 * Takes user and password out of a URL, as a header: node-fetch refuses them, and names them as it does. Null where their
 * escapes are wrong: k6 refuses such a URL.
 */
function takeUser(url: string): { url: string; headers: Record<string, string> } | null {
  const at = new URL(url);
  if (at.username === '' && at.password === '') return { url, headers: {} };
  let user: string;
  try {
    user = [at.username, at.password].map(decodeURIComponent).join(':');
  } catch {
    return null;
  }
  at.username = '';
  at.password = '';
  return { url: at.href, headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

/** Codes of OpenSSL for a certificate whose signer is not known. */
const UNTRUSTED = /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;

function adviseTrust(url: string, trust: Trust | undefined): string {
  if (trust !== undefined) return '`tls.ca` has another one';
  return findForeignHost(url, []) === null
    ? 'name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`'
    : 'this machine must trust it by itself';
}

/** Time in which something that was just stopped, a container for instance, may still hold its port. */
const RELEASE_MS = 2000;

/** Tells whether somebody else listens on a port and goes on listening, so that a service could not. */
export async function isTaken(host: string, port: number): Promise<boolean> {
  const until = performance.now() + RELEASE_MS;
  while ((await attemptTcp(host, port)) === null) {
    if (performance.now() > until) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Tries to connect. @param keptMs time for which the connection must stay */
function attemptTcp(host: string, port: number, keptMs = 0): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS, ...AS_K6 });
    const end = (result: string | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => (keptMs === 0 ? end(null) : setTimeout(end, keptMs, null)));
    if (keptMs > 0) socket.resume().once('end', () => end('it takes no connection yet'));
    socket.once('timeout', () => end(`no connection to ${host}:${port} within ${PROBE_TIMEOUT_MS / 1000} s`));
    socket.once('error', (error) => end(error.message || `no connection to ${host}:${port}`));
  });
}

/** Most characters of what the output has in another letter case. */
const LONGEST_NEAR = 80;

/** Most bytes that a probe reads, and most characters of a line that count: nobody prints readiness behind them. */
const READ_BYTES = 2 ** 20;
const LINE_CHARACTERS = 10_000;

/** Time that the expression has for what one probe reads. Expressions may take years for a single line. */
const MATCH_MS = 1000;

/** Reads on where it ended the last time. @returns null once a line matches, else what is missing */
type LogReader = () => string | null;

function followLog({ logPath, logFrom }: ReadinessProbe, pattern: string): LogReader {
  const wanted = new RegExp(pattern);
  const inAnyCase = new RegExp(pattern, 'i');
  let near: string | undefined;
  let at = logFrom;
  let isInLine = false;
  return () => {
    if (measureLog(logPath) < at) at = logFrom; // it was cut, as it had grown too long
    const part = readPart(logPath, at, READ_BYTES);
    const lines = part.toString('utf8').split(/\r\n|[\n\r\u2028\u2029]/);
    if (isInLine) lines.shift();
    if (lines.at(-1) === '') lines.pop();
    const isReady = () =>
      lines.some((line) => {
        const text = stripVTControlCharacters(line.slice(0, LINE_CHARACTERS));
        if (wanted.test(text)) return true;
        near ??= inAnyCase.exec(text)?.[0].slice(0, LONGEST_NEAR);
        return false;
      });
    try {
      // Node can stop an expression only in a context of its own.
      if (lines.length > 0 && runInNewContext('isReady()', { isReady }, { timeout: MATCH_MS })) return null;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return message;
      return `/${pattern}/ takes more than ${MATCH_MS / 1000} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``;
    }
    // A line that has not ended yet is read again, unless it is too long to have readiness at its end.
    const whole = part.lastIndexOf('\n') + 1;
    if (whole > 0 || part.length === READ_BYTES) isInLine = whole === 0;
    at += isInLine && part.length === READ_BYTES ? part.length : whole;
    const problem = `no line of its output matches /${pattern}/`;
    if (near === undefined) return problem;
    return `${problem}; one has \`${near}\`, with other small and capital letters: write \`ready.log\` as the service writes it`;
  };
}
