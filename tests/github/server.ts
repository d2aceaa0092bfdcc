import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Answer, type Call, GitHubState, type Identity } from './state.ts';

/**
 * The pauses of Octokit's plugins, a second after each write and three after a comment, are a hundredth of what they are
 * elsewhere, and so are those before they try again.
 */
const { prototype } = createRequire(import.meta.url)('bottleneck/light.js');
const run = prototype._run;
prototype._run = function (index: number, job: unknown, wait: number) {
  return run.call(this, index, job, wait / 100);
};

export type Fault = {
  method?: string;
  /** Matched against the path without the query. */
  path?: RegExp;
  /** How many requests fail this way, default 1, after how many that do not, default 0. */
  times?: number;
  skip?: number;
} & (
  | { kind: 'status'; status: number; message?: string }
  /** GitHub's answer to too much content, and to too many requests. */
  | { kind: 'secondary-limit' | 'rate-limit'; seconds: number }
  /** The request takes effect, and the connection ends, half of the answer arrives, or the answer is a 502. */
  | { kind: 'lost-answer' | 'cut-off' | 'late-502' }
  /** Some other text in place of an answer, without effect. */
  | { kind: 'text'; text: string; status?: number; type?: string }
  | { kind: 'hang' }
);

export type SeenRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
  status: number;
};

/** A local GitHub that keeps what it is told, for one repository, on an ephemeral port of the loopback device. */
export class GitHubServer {
  state: GitHubState;
  /** Every request, oldest first. */
  readonly seen: SeenRequest[] = [];
  /** Start of the URLs in answers, Link headers included; another one when a proxy stands in front. */
  publicUrl = '';
  url = '';
  /** Requests that are kept waiting for ever. */
  hanging = 0;
  #faults: (Fault & { times: number; skip: number })[] = [];
  #server = createServer((request, response) => {
    this.#handle(request, response).catch((error) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The test server failed: ${String(error)}`);
    });
  });

  constructor(owner = 'octo', repo = 'shop', state = new GitHubState(owner, repo)) {
    this.state = state;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.publicUrl = this.url;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Requests that match fail so many times; earlier faults come first. */
  fail(fault: Fault): void {
    this.#faults.push({ times: 1, skip: 0, ...fault });
  }

  requests(method: string, path: RegExp): SeenRequest[] {
    return this.seen.filter((request) => request.method === method && path.test(request.path));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url!, 'http://localhost');
    const call: Call = {
      method: request.method!,
      // GitHub Enterprise answers below /api/v3.
      path: decodeURIComponent(url.pathname).replace(/^\/api\/v\d+(?=\/)/, ''),
      query: url.searchParams,
      body: text === '' ? undefined : JSON.parse(text),
      identity: this.#identify(request.headers.authorization),
      publicUrl: this.publicUrl,
    };
    const answer = await this.#answer(call, request);
    const status = answer === 'none' ? 0 : answer.status;
    this.seen.push({ ...call, headers: request.headers, status });
    if (answer === 'none') {
      request.socket.destroy();
      return;
    }
    const said = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'x-github-request-id': String(this.seen.length),
      ...(answer.isCut && { 'content-length': Buffer.byteLength(said) }),
      ...answer.headers,
    });
    if (!answer.isCut) response.end(said);
    else response.write(said.slice(0, said.length / 2), () => request.socket.destroy());
  }

  async #answer(
    call: Call,
    request: IncomingMessage,
  ): Promise<(Answer & { text?: string; isCut?: boolean }) | 'none'> {
    const fault = this.#takeFault(call);
    switch (fault?.kind) {
      case undefined:
        return this.state.answer(call);
      case 'lost-answer':
        this.state.answer(call);
        return 'none';
      case 'cut-off':
        return { ...this.state.answer(call), isCut: true };
      case 'text': {
        const { text, status = 200, type } = fault;
        return { status, text, headers: type ? { 'content-type': type } : {} };
      }
      case 'hang':
        this.hanging++;
        // Whoever stops the server closes the connection.
        await once(request.socket, 'close');
        return 'none';
      case 'late-502':
        this.state.answer(call);
        return { status: 502, body: { message: 'Server Error' } };
      case 'status':
        return { status: fault.status, body: { message: fault.message ?? `Injected ${fault.status}` } };
      case 'secondary-limit': {
        const message = 'You have exceeded a secondary rate limit. Please wait a few minutes.';
        return { status: 429, body: { message }, headers: { 'retry-after': `${fault.seconds}` } };
      }
      case 'rate-limit': {
        const reset = `${Math.floor(Date.now() / 1000) + fault.seconds}`;
        const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
        return { status: 403, body: { message: 'API rate limit exceeded for installation.' }, headers };
      }
    }
  }

  #takeFault(call: Call): Fault | undefined {
    const fault = this.#faults.find(
      ({ method, path, times }) =>
        times > 0 && (method ?? call.method) === call.method && (path?.test(call.path) ?? true),
    );
    if (fault && fault.skip-- > 0) return undefined;
    if (fault) fault.times--;
    return fault;
  }

  #identify(authorization: string | undefined): Identity | null | 'bad' {
    const token = authorization?.match(/^(?:token|bearer) (.+)$/i)?.[1];
    if (!token) return null;
    return this.state.tokens.get(token) ?? 'bad';
  }
}
