import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '@actions/http-client';
import fetch, { FetchError } from 'node-fetch';
import { throwIfInterrupted } from '../../errors.ts';
import { InstallFailed } from './cache.ts';

/** How long the network may keep silent, ms. */
export type Patience = {
  /** Until the headers of the answer are there, redirects included. */
  answerMs: number;
  /** Between two pieces of the body. */
  stallMs: number;
  /** Before the second attempt; three times as long before the third. */
  backOffMs: number;
};

export const PATIENCE: Patience = { answerMs: 10_000, stallMs: 20_000, backOffMs: 500 };

export type TransferOptions = {
  authorization: string | null;
  signal: AbortSignal;
  patience: Patience;
};

const ATTEMPTS = 3;
const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_CODES = new Set(['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE']);
/** Larger than any k6 (about 30 MB packed): stops an endless answer before it fills the disk. */
const LARGEST_BYTES = 300_000_000;

/**
 * Downloads into a file. Transient failures (resets, stalls, 5xx, 429) are tried again, from the start.
 *
 * @param onProgress is told the bytes received, and the whole size where the server says it.
 * @returns the SHA-256 of what was written, lower-case hex.
 * @throws InstallFailed with the reason; Interrupted when `signal` is aborted.
 */
export function downloadFile(
  url: string,
  path: string,
  onProgress: (received: number, total: number | null) => void,
  options: TransferOptions,
): Promise<string> {
  return transfer(url, options, async (body, total) => {
    const hash = createHash('sha256');
    let received = 0;
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        received += chunk.length;
        onProgress(received, total);
        yield chunk;
      }
    };
    await pipeline(body, measure, createWriteStream(path));
    return hash.digest('hex');
  });
}

/** Like `downloadFile`, for a small text. */
export function downloadText(url: string, options: TransferOptions): Promise<string> {
  return transfer(url, options, async (body) => {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  });
}

type Receive<T> = (body: AsyncIterable<Buffer>, total: number | null) => Promise<T>;

async function transfer<T>(url: string, options: TransferOptions, receive: Receive<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transferOnce(url, options, receive);
    } catch (error) {
      throwIfInterrupted(options.signal);
      if (!(error instanceof TransferFailed)) throw error;
      if (!error.transient || attempt === ATTEMPTS) throw new InstallFailed(`${url}: ${error.message}`);
    }
    const pause = options.patience.backOffMs * 3 ** (attempt - 1);
    await sleep(pause, undefined, { signal: options.signal }).catch(() => throwIfInterrupted(options.signal));
  }
}

class TransferFailed extends Error {
  readonly transient: boolean;
  constructor(message: string, transient: boolean) {
    super(message);
    this.transient = transient;
  }
}

async function transferOnce<T>(url: string, options: TransferOptions, receive: Receive<T>): Promise<T> {
  const { patience, signal } = options;
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  let silence: string | null = null;
  const expect = (ms: number, words: string) =>
    setTimeout(() => {
      silence = `${words} ${ms / 1000} s`;
      controller.abort();
    }, ms);
  let timer = expect(patience.answerMs, 'no answer within');
  let answered = false;
  try {
    const response = await fetch(url, {
      headers: {
        'user-agent': 'tailgate',
        ...(options.authorization ? { authorization: options.authorization } : {}),
      },
      // A server that labels the archive `Content-Encoding: gzip` must not make us unpack, then hash, it.
      compress: false,
      // The runner's proxy settings (HTTPS_PROXY, NO_PROXY …), read as every action reads them.
      agent: (address) => new HttpClient('tailgate').getAgent(address.href),
      signal: controller.signal,
    });
    if (!response.ok || !response.body) {
      const words = `${response.status} ${response.statusText}`.trim();
      throw new TransferFailed(`the server answered ${words}`, TRANSIENT_STATUS.has(response.status));
    }
    answered = true;
    const rewind = () => {
      clearTimeout(timer);
      timer = expect(patience.stallMs, 'nothing more came for');
    };
    rewind();
    const body = watchBody(response.body as AsyncIterable<Buffer>, rewind);
    return await receive(body, Number(response.headers.get('content-length')) || null);
  } catch (error) {
    // A connection that never answers is not tried again: the bound is for the whole wait.
    if (silence !== null) throw new TransferFailed(silence, answered);
    if (error instanceof TransferFailed || signal.aborted) throw error;
    // The tunnel's own words, where a proxy stands between: its code says no more than ECONNRESET.
    const refusal = error instanceof FetchError && error.message.match(/tunneling socket .*/)?.[0];
    if (refusal) throw new TransferFailed(`the proxy lets nothing through: ${refusal}`, false);
    const code =
      (error as NodeJS.ErrnoException).code ?? (error instanceof FetchError ? error.type : undefined);
    if (code === undefined) throw error;
    throw new TransferFailed(describeCode(code, url), TRANSIENT_CODES.has(code));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Ends the connection of an answer that was not read to its end.
    controller.abort();
  }
}

async function* watchBody(body: AsyncIterable<Buffer>, onChunk: () => void): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body) {
    onChunk();
    received += chunk.length;
    if (received > LARGEST_BYTES) throw new TransferFailed(`more than ${LARGEST_BYTES / 1e6} MB came`, false);
    yield chunk;
  }
}

function describeCode(code: string, url: string): string {
  const { host } = new URL(url);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${host} cannot be resolved`;
    case 'ECONNREFUSED':
      return `${host} refuses the connection`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `there is no route to ${host}`;
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return 'the connection broke';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return `it failed with ${code}`;
  }
}
