import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntilReady } from '../../src/services/readiness.ts';
import { withServer } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

let folder: string;
let log: string;
let controller: AbortController;

beforeEach(() => {
  folder = makeFolder('tailgate-test');
  log = join(folder, 'service.log');
  writeFileSync(log, '');
  controller = new AbortController();
});

function wait(pattern: string, { timeoutSeconds = 1, logFrom = 0, died = () => null as string | null } = {}) {
  const ready = { kind: 'log', pattern, timeoutSeconds } as const;
  return waitUntilReady(
    { ready, url: null, host: '127.0.0.1', port: 1, logPath: log, logFrom },
    died,
    controller.signal,
  );
}

/** Expressions that take years for the line beside them. */
const ENDLESS = [
  ['^(a+)+$', `${'a'.repeat(40)}!`],
  ['(a|a)*b', 'a'.repeat(40)],
  ['^(?=(x+x+)+y)', 'x'.repeat(60)],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(100)],
  ['(.*)*ready', '.'.repeat(4000)],
] as const;

describe('an expression without an end', () => {
  it.each(ENDLESS)(
    '%s gets the time that the service has to be ready, and is named',
    async (pattern, line) => {
      writeFileSync(log, `${line}\n`);
      const problem = await wait(pattern);
      expect(problem).toContain(`not ready after 1 s: /${pattern}/ takes more than 1 s for its output`);
    },
  );

  it('leaves room for an interruption, and for the news that the service has died', async () => {
    const [pattern, line] = ENDLESS[0];
    writeFileSync(log, line);
    setTimeout(() => controller.abort('SIGINT'), 100);
    expect(await wait(pattern, { timeoutSeconds: 3600 })).toBe('interrupted');
    controller = new AbortController();
    let isDead = false;
    setTimeout(() => (isDead = true), 100);
    const died = () => (isDead ? 'it has died' : null);
    expect(await wait(pattern, { timeoutSeconds: 3600, died })).toBe('it has died');
  });
});

describe('the output of a service', () => {
  it('is read on, not anew: a line counts when it comes, however much came before', async () => {
    writeFileSync(log, 'starting up, line after line\n'.repeat(200_000));
    const waiting = wait('^now$', { timeoutSeconds: 60 });
    setTimeout(() => appendFileSync(log, 'no'), 100);
    setTimeout(() => appendFileSync(log, 'w\r\n'), 300);
    expect(await waiting).toBeNull();
  });

  it('is looked at to the last line, even if nothing ends that one', async () => {
    writeFileSync(log, 'starting\nlistening');
    expect(await wait('^listening$')).toBeNull();
  });

  it('has no line at all before the first one', async () => {
    expect(await wait('^.*$')).toContain('no line of its output matches');
  });

  it('may have a line longer than any text that Node can hold; its beginning counts, and what follows it', async () => {
    // Sparse: it takes no room. Strings end at 512 MB.
    appendFileSync(log, 'ready or not ');
    truncateSync(log, 600 * 2 ** 20);
    const before = process.memoryUsage().rss;
    expect(await wait('^ready or not')).toBeNull();
    truncateSync(log, 40 * 2 ** 20);
    appendFileSync(log, ' ready now\nready now\n');
    expect(await wait('^ready now$', { timeoutSeconds: 60 })).toBeNull();
    expect(await wait('^never$')).toContain('no line of its output matches');
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });

  it('is followed after it was cut, without what was there before this start', async () => {
    const old = 'ready, says an earlier start\n';
    writeFileSync(log, `${old}${'x\n'.repeat(100)}`);
    const waiting = wait('^ready', { timeoutSeconds: 60, logFrom: old.length });
    setTimeout(() => writeFileSync(log, `${old}x\n`), 200);
    setTimeout(() => appendFileSync(log, 'ready\n'), 400);
    let isReady = false;
    void waiting.then(() => (isReady = true));
    await new Promise((done) => setTimeout(done, 300));
    expect(isReady).toBe(false);
    expect(await waiting).toBeNull();
  });
});

describe('a path that is asked for', () => {
  it.each(['', '/'])('is below the path of the `url`, with %j at its end', async (end) => {
    await withServer(
      ({ url }, response) => response.writeHead(url === '/shop/healthz' ? 200 : 503).end(),
      async (address) => {
        const ready = { kind: 'http', path: '/healthz', timeoutSeconds: 0 } as const;
        const url = `${address}/shop${end}`;
        const probe = { ready, url, host: '127.0.0.1', port: 1, logPath: log, logFrom: 0 };
        expect(await waitUntilReady(probe, () => null, controller.signal)).toBeNull();
      },
    );
  });
});

describe('a `url` with user and password', () => {
  /** Asks a server that is ready only for `shop` with the password `p@ss`, by a URL that has `user`. */
  const ask = (user: string) =>
    withServer(
      ({ headers }, response) => {
        const isKnown = headers.authorization === `Basic ${Buffer.from('shop:p@ss').toString('base64')}`;
        response.writeHead(isKnown ? 200 : 503).end();
      },
      async (address) => {
        const ready = { kind: 'http', path: '/', timeoutSeconds: 0 } as const;
        const url = address.replace('//', `//${user}@`);
        const probe = { ready, url, host: '127.0.0.1', port: 1, logPath: log, logFrom: 0 };
        return { address, outcome: await waitUntilReady(probe, () => null, controller.signal) };
      },
    );

  it('is asked with both', async () => {
    expect(await ask('shop:p%40ss')).toMatchObject({ outcome: null });
  });

  it('is told without them where it is not ready', async () => {
    const { address, outcome } = await ask('shop:hidden%21');
    expect(outcome).toBe(`not ready after 0 s: ${address}/ answered 503`);
  });

  it('is not ready with an escape that is none, which k6 refuses', async () => {
    const { outcome } = await ask('shop:hidden%zz');
    expect(outcome).toContain('user or password in the `url` has a `%` that begins no escape');
    expect(outcome).not.toContain('hidden');
  });
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const hasIpv4 = await lookup('localhost', { family: 4 }).then(
  () => true,
  () => false,
);

describe.skipIf(!hasIpv6 || !hasIpv4)('a server at the IPv6 address of `localhost` alone', () => {
  it.each([
    { kind: 'http', path: '/', timeoutSeconds: 0 },
    { kind: 'tcp', timeoutSeconds: 0 },
  ] as const)('is not ready, since k6 asks at the IPv4 address: by $kind', async (ready) => {
    const server = createHttpServer((_, response) => response.end('ok')).listen(0, '::1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://localhost:${port}`;
    const probe = { ready, url, host: 'localhost', port, logPath: log, logFrom: 0 };
    const outcome = await waitUntilReady(probe, () => null, controller.signal);
    server.closeAllConnections();
    server.close();
    expect(outcome).toMatch(/^not ready after 0 s: .*ECONNREFUSED 127\./);
  });
});

describe('a port that somebody else forwards', () => {
  /** Takes connections as Docker does for a container, and ends them at once until the service listens. */
  const forward = async (ms: number) => {
    const listensAt = performance.now() + ms;
    const server = createServer((socket) => {
      if (performance.now() < listensAt) socket.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  it.each([
    ['is ready once a connection stays', 500, null],
    ['is not ready while each is ended', 60_000, 'not ready after 2 s: it takes no connection yet'],
  ])('%s', async (_, listensAfterMs, outcome) => {
    const server = await forward(listensAfterMs);
    const { port } = server.address() as AddressInfo;
    const ready = { kind: 'tcp', timeoutSeconds: 2 } as const;
    const began = performance.now();
    const probe = { ready, url: null, host: '127.0.0.1', port, logPath: log, logFrom: 0, isForwarded: true };
    expect(await waitUntilReady(probe, () => null, controller.signal)).toBe(outcome);
    expect(performance.now() - began).toBeGreaterThan(Math.min(listensAfterMs, 2000));
    server.close();
  });
});
