import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { waitUntilReady } from '../../src/services/readiness.ts';
import { withServer } from '../fixtures.ts';

const { signal } = new AbortController();

/** Asks once whether what answers at an address is ready, by a URL that is made of the address. */
function ask(handler: RequestListener, urlOf: (address: string) => string, path = '/') {
  return withServer(handler, async (address) => {
    const ready = { kind: 'http', path, timeoutSeconds: 0 } as const;
    const probe = { ready, url: urlOf(address), host: '127.0.0.1', port: 1 };
    return { address, outcome: await waitUntilReady(probe, () => null, signal) };
  });
}

it.each(['', '/'])('a path is asked for below the path of the `url`, with %j at its end', async (end) => {
  const { outcome } = await ask(
    ({ url }, response) => response.writeHead(url === '/shop/healthz' ? 200 : 503).end(),
    (address) => `${address}/shop${end}`,
    '/healthz',
  );
  expect(outcome).toBeNull();
});

it('a `url` with user and password is asked with both, and told without them', async () => {
  const as = (user: string) =>
    ask(
      ({ headers }, response) => {
        const isKnown = headers.authorization === `Basic ${Buffer.from('shop:p@ss').toString('base64')}`;
        response.writeHead(isKnown ? 200 : 503).end();
      },
      (address) => address.replace('//', `//${user}@`),
    );
  expect(await as('shop:p%40ss')).toMatchObject({ outcome: null });
  const { address, outcome } = await as('shop:hidden%21');
  expect(outcome).toBe(`not ready after 0 s: ${address}/ answered 503`);
  // k6 refuses such a one.
  const { outcome: refused } = await as('shop:hidden%zz');
  expect(refused).toContain('URI malformed');
  expect(refused).not.toContain('hidden');
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
    const probe = { ready, url, host: 'localhost', port };
    const outcome = await waitUntilReady(probe, () => null, signal);
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
    ['is not ready while each is ended', 60_000, 'not ready after 2 s: it does not accept connections yet'],
  ])('%s', async (_, listensAfterMs, outcome) => {
    const server = await forward(listensAfterMs);
    const { port } = server.address() as AddressInfo;
    const ready = { kind: 'tcp', timeoutSeconds: 2 } as const;
    const began = performance.now();
    const probe = { ready, url: null, host: '127.0.0.1', port, isForwarded: true };
    expect(await waitUntilReady(probe, () => null, signal)).toBe(outcome);
    expect(performance.now() - began).toBeGreaterThan(Math.min(listensAfterMs, 2000));
    server.close();
  });
});
