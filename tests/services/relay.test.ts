import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../src/config/config.ts';
import { findFreePorts } from '../../src/processes/port.ts';
import { addRelay, NO_PLANT, type Plant, readRelayed } from '../../src/services/relay.ts';
import { makeConfig } from '../fixtures.ts';

const APP: Service = {
  name: 'app',
  start: 'node server.js',
  url: 'http://127.0.0.1:${PORT}',
  env: {},
  needs: [],
  ready: { kind: 'tcp', timeoutSeconds: 10 },
  stop: { kind: 'signal', signal: 'SIGTERM' },
  scope: 'instance',
  reuse: [],
};

const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-relay-'));
const relays: ChildProcess[] = [];
const SLOW_MS = 40;
let connections = 0;
let service: Server;

beforeAll(async () => {
  service = createServer((request, response) => {
    const size = Number(request.headers.size ?? 2);
    request.resume();
    setTimeout(() => response.end(Buffer.alloc(size, 'x')), request.url === '/slow' ? SLOW_MS : 0);
  });
  service.on('connection', () => connections++);
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
});

afterAll(() => {
  for (const relay of relays) relay.kill();
  service.close();
  rmSync(folder, { recursive: true });
});

/** Starts the relay as a run does, by the command of its service. @returns its port */
async function start(plant: Plant, to = (service.address() as AddressInfo).port): Promise<number> {
  const { services } = addRelay(makeConfig({ services: [APP] }), plant, folder);
  const { start, env } = services.at(-1)!;
  const [port] = await findFreePorts(1);
  const own = { ...env, PORT: String(port), RELAY_TO: `127.0.0.1:${to}` };
  relays.push(spawn('sh', ['-c', start!], { env: { PATH: process.env.PATH, ...own }, stdio: 'inherit' }));
  for (;;) {
    const isUp = await new Promise((tried) => {
      const socket = connect(port!, '127.0.0.1')
        .on('connect', () => tried(true))
        .on('error', () => tried(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isUp) return port!;
    await sleep(20);
  }
}

function ask(
  port: number,
  path: string,
  { agent = new Agent(), size = 2 } = {},
): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  return new Promise((answered, failed) => {
    get({ port, host: '127.0.0.1', path, agent, headers: { size } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => answered({ ms: performance.now() - startedAt, bytes }));
    }).on('error', failed);
  });
}

describe('a relay', () => {
  test('takes answers of any size on unchanged, on one connection for one', async () => {
    const port = await start(NO_PLANT);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await sleep(50);
    const before = connections;
    for (const size of [0, 2, 70_000, 5_000_000]) {
      expect(await ask(port, '/', { agent, size })).toMatchObject({ bytes: size });
    }
    expect(connections - before).toBe(1);
    agent.destroy();
  });

  test('keeps the order and all bytes of answers that it holds back', async () => {
    const port = await start({ slowdown: 2, heldShare: 0.5, holdMs: 20 });
    const sizes = Array.from({ length: 20 }, (_, index) => index * 50_000);
    const all = await Promise.all(sizes.map((size) => ask(port, '/slow', { size })));
    expect(all.map(({ bytes }) => bytes)).toEqual(sizes);
  });

  test('makes an answer later by a share of its own time, and never by less', async () => {
    const port = await start({ ...NO_PLANT, slowdown: 2 });
    const { ms } = await ask(port, '/slow');
    // Node's timer may end a millisecond early.
    expect(ms).toBeGreaterThanOrEqual(3 * (SLOW_MS - 1));
  });

  test('holds few answers, each on its own', async () => {
    const port = await start({ ...NO_PLANT, heldShare: 0.5, holdMs: 300 });
    const all = await Promise.all(Array.from({ length: 40 }, () => ask(port, '/')));
    const held = all.filter(({ ms }) => ms >= 300);
    expect(held.length).toBeGreaterThan(4);
    expect(held.length).toBeLessThan(36);
  });

  test('ends an idle connection with its service, before an answer that is asked for only then', async () => {
    let tell = () => {};
    const isOver = new Promise<void>((told) => {
      tell = () => told();
    });
    // As `keepAliveTimeout` does. Later by the planted share, the end would come last.
    const closing = createTcpServer((socket) => {
      socket.on('data', () => setTimeout(() => socket.write('ok'), SLOW_MS)).on('error', () => {});
      socket.setTimeout(10 * SLOW_MS, () => socket.end(tell));
    });
    await new Promise<void>((ready) => closing.listen(0, '127.0.0.1', ready));
    const port = await start({ ...NO_PLANT, slowdown: 5 }, (closing.address() as AddressInfo).port);
    const sockets: Socket[] = [];
    const askOn = () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write('?');
      return socket;
    };
    try {
      const ended = once(askOn().resume(), 'end').then(() => 'end');
      await isOver;
      const answered = once(askOn(), 'data').then(() => 'answer');
      expect(await Promise.race([ended, answered])).toBe('end');
    } finally {
      for (const socket of sockets) socket.destroy();
      closing.close();
    }
  });

  test('refuses as its service does', async () => {
    const [closed] = await findFreePorts(1);
    const port = await start(NO_PLANT, closed);
    await expect(ask(port, '/')).rejects.toThrow(/hang up|ECONNRESET/);
  });
});

describe('the service that is a relay', () => {
  test('takes the place of the target, behind which it stands with the same path', () => {
    const config = makeConfig({
      services: [{ ...APP, name: 'relay', url: 'http://127.0.0.1:${PORT}/api' }],
      target: 'relay',
    });
    const { services, target } = addRelay(config, { ...NO_PLANT, slowdown: 0.2 }, folder);
    expect(target).toBe('relay-');
    expect(services.at(-1)).toMatchObject({
      name: 'relay-',
      needs: ['relay'],
      url: 'http://127.0.0.1:${PORT}/api',
      env: { RELAY_TO: '127.0.0.1:${relay.PORT}' },
      isRelay: true,
    });
    expect(services.at(-1)!.start).toMatch(/ 0\.2 0 0$/);
    expect(readFileSync(join(folder, 'relay.mjs'), 'utf8')).toContain('createServer');
  });

  test.each([
    ['http://localhost:${PORT}/api', 'http://localhost:${PORT}/api'],
    ['http://app.localhost', 'http://app.localhost:${PORT}'],
    ['http://127.0.0.2:${PORT}', 'http://127.0.0.1:${PORT}'],
    ['http://[::1]:8080/', 'http://127.0.0.1:${PORT}/'],
  ])('before %s is asked for by the same name, and by no other address than its own', (url, own) => {
    const config = makeConfig({ services: [{ ...APP, url }] });
    expect(addRelay(config, NO_PLANT, folder).services.at(-1)!.url).toBe(own);
  });

  test.each([
    ['http://127.0.0.1:8080', { address: '127.0.0.1:8080', path: '' }],
    ['http://[::1]:${PORT}/', { address: '[::1]:${app.PORT}', path: '/' }],
    ['http://localhost', { address: 'localhost', path: '' }],
    ['https://127.0.0.1:${PORT}', null],
    ['http://me:secret@127.0.0.1:${PORT}', null],
    ['${env.URL}', null],
  ])('%s can stand behind a relay, or cannot', (url, relayed) => {
    expect(readRelayed({ url, name: 'app' })).toEqual(relayed);
  });
});
