import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkDifference } from '../../src/verdict/work.ts';
import { hasProgram } from '../fixtures.ts';
import { createRepository, type Repository } from './repository.ts';

/**
 * Calls a database over a pool of connections, and an HTTP server over one for each call, as often as `calls.json` says.
 */
const SERVICE = `
const http = require('node:http');
const net = require('node:net');
const calls = JSON.parse(require('node:fs').readFileSync('calls.json', 'utf8'));
const connect = (port) => {
  const socket = net.connect(Number(port), '127.0.0.1').setNoDelay();
  const ask = () => new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write('get');
  });
  let turn = Promise.resolve();
  return () => (turn = turn.then(ask));
};
const pool = Array.from({ length: 5 }, () => connect(process.env.DATABASE_PORT));
let queries = 0;
const fetchOnce = (port) => new Promise((resolve, reject) => {
  http.get({ port, agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject);
});
http.createServer(async (request, response) => {
  for (let i = 0; i < calls.database; i++) await pool[queries++ % pool.length]();
  for (let i = 0; i < calls.rates; i++) await fetchOnce(process.env.RATES_PORT);
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const RATES = `require('node:http').createServer((request, response) => response.end('1.08'))
  .listen(process.env.PORT, '127.0.0.1');`;

const CONFIG = (port: number) => `
services:
  rates:
    start: exec node rates.cjs
  shop:
    start: exec node server.cjs
    needs: [rates]
    env: { RATES_PORT: "\${rates.PORT}", DATABASE_PORT: "${port}" }
    url: http://127.0.0.1:\${PORT}
  database:
    url: tcp://localhost:${port}
target: shop
scenarios:
  list:
    request: GET /
    slo: p50 < 100ms at 30 req/s
explain: off
measure:
  budget: 16s
  soak: 0s
baseline:
  confidence: 60%
  tolerance: 200%
`;

const BEFORE = { database: 1, rates: 1 };
const AFTER = { database: 11, rates: 1 };
/** How much more each peer is called. */
const FACTORS = { database: 11 };

/** What this machine lacks for it. */
const MISSING = ['ss', 'stdbuf'].filter((name) => !hasProgram(name));

const database = createServer((socket) => {
  socket.on('data', () => socket.write('row')).on('error', () => {});
});
let repository: Repository;
beforeAll(async () => {
  await new Promise<void>((done) => database.listen(0, '127.0.0.1', done));
  const { port } = database.address() as AddressInfo;
  const calls = JSON.stringify(BEFORE);
  const files = { 'server.cjs': SERVICE, 'rates.cjs': RATES, 'calls.json': calls };
  repository = createRepository({ ...files, 'tailgate.yml': CONFIG(port) }, { k6: 'real' });
});
afterAll(() => {
  repository.remove();
  database.close();
});

type Told = { work?: WorkDifference[] };

it.skipIf(MISSING.length > 0)(
  'what a service calls is told where it is more, by name and factor, and not else',
  async () => {
    repository.commit({ 'calls.json': JSON.stringify(AFTER) });
    const { stdout, stderr } = await repository.run(['run', '--json', 'out.json']);
    const text = stdout + stderr;
    const path = `${repository.folder}/out.json`;
    expect(existsSync(path), text).toBe(true);
    const { work = [] } = JSON.parse(readFileSync(path, 'utf8')) as Told;
    const told = work.filter(({ kind }) => kind === 'messages');
    const factors = Object.fromEntries(told.map((one) => ['peer' in one && one.peer, one.head / one.base!]));
    expect(Object.keys(factors).sort(), text).toEqual(Object.keys(FACTORS).sort());
    for (const [peer, factor] of Object.entries(FACTORS)) {
      expect(factors[peer], text).toBeGreaterThan(0.9 * factor);
      expect(factors[peer], text).toBeLessThan(1.1 * factor);
    }
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /database receives \S+ messages per request \(base: \S+ messages?\)/,
    );
  },
);
