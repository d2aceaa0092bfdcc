import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/records/record.ts';
import { isCall, type WorkDifference } from '../../src/verdict/work.ts';
import { hasProgram } from '../fixtures.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { createRepository, type Repository } from './repository.ts';

/**
 * Calls PostgreSQL through a pool, a cache over one connection, and two HTTP servers over a connection for each call, as
 * often as `calls.json` says.
 */
const SERVICE = `
const http = require('node:http');
const net = require('node:net');
const { readFileSync } = require('node:fs');
const { Pool } = require('pg');
const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
const pool = new Pool({ max: 5 });
const cache = calls.cache ? net.connect(Number(process.env.CACHE_PORT), '127.0.0.1').setNoDelay() : null;
const get = () => new Promise((resolve) => {
  cache.once('data', resolve);
  cache.write('GET key');
});
const fetchOnce = (port) => new Promise((resolve, reject) => {
  http.get({ port, agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject);
});
let turn = Promise.resolve();
http.createServer(async (request, response) => {
  for (let i = 0; i < calls.postgres; i++) await pool.query('select 1');
  for (let i = 0; i < calls.cache; i++) await (turn = turn.then(get));
  for (let i = 0; i < calls.rates; i++) await fetchOnce(process.env.RATES_PORT);
  for (let i = 0; i < calls.fees; i++) await fetchOnce(process.env.FEES_PORT);
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const RATES = `require('node:http').createServer((request, response) => response.end('1.08'))
  .listen(process.env.PORT, '127.0.0.1');`;

const CACHE = `require('node:net').createServer((socket) => {
  socket.on('data', () => socket.write('value')).on('error', () => {});
}).listen(process.env.PORT, '127.0.0.1');`;

const CONFIG = (port: string) => `
services:
  cache:
    start: exec node cache.cjs
    ready: tcp
    scope: run
  rates:
    start: exec node rates.cjs
    needs: [cache]
  fees:
    start: exec node rates.cjs
    needs: [cache]
  shop:
    start: exec node server.cjs
    needs: [cache, rates, fees]
    env: { CACHE_PORT: "\${cache.PORT}", RATES_PORT: "\${rates.PORT}", FEES_PORT: "\${fees.PORT}" }
    url: http://127.0.0.1:\${PORT}
  database:
    url: tcp://127.0.0.1:${port}
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

const BEFORE = { postgres: 1, cache: 2, rates: 1, fees: 1 };
const AFTER = { postgres: 11, cache: 6, rates: 3, fees: 1 };
/** How much more each peer is called. */
const FACTORS = { database: 11, cache: 3, rates: 3 };

/** What this machine lacks for it. */
const MISSING = ['ss', 'stdbuf'].filter((name) => !hasProgram(name));

let postgres: Postgres | undefined;
let repository: Repository;
beforeAll(async () => {
  if (MISSING.length > 0) return;
  postgres = await startPostgres();
  repository = createRepository(
    {
      'server.cjs': SERVICE,
      'rates.cjs': RATES,
      'cache.cjs': CACHE,
      'tailgate.yml': CONFIG(postgres.environment.PGPORT!),
      'calls.json': JSON.stringify(BEFORE),
    },
    { k6: 'real' },
  );
});
afterAll(async () => {
  repository?.remove();
  await postgres?.stop();
});

type Told = { work?: WorkDifference[]; record: RunRecord };

describe.skipIf(MISSING.length > 0)(
  `what a service calls${MISSING.length > 0 ? `, without ${MISSING.join(', ')}` : ''}`,
  () => {
    it('is told where it is more, by name and with the right factor, and not where it is the same', async () => {
      repository.commit({ 'calls.json': JSON.stringify(AFTER) });
      const environment = { ...postgres!.environment, NODE_PATH: resolve('node_modules') };
      const { stdout, stderr } = await repository.run(['run', '--json', 'out.json'], environment);
      const text = stdout + stderr;
      const path = `${repository.folder}/out.json`;
      expect(existsSync(path), text).toBe(true);
      const { work = [], record } = JSON.parse(readFileSync(path, 'utf8')) as Told;
      expect(record.steps.length, text).toBeGreaterThan(0);
      const peers = record.steps[0]!.instances.flatMap(({ calls = [] }) => calls).map(({ peer }) => peer);
      expect(peers).toEqual(expect.arrayContaining(['cache', 'database', 'fees', 'rates']));
      const told = work.filter(({ kind }) => isCall(kind));
      const factors = Object.fromEntries(
        told.map((one) => ['peer' in one && one.peer, one.head / one.base!]),
      );
      expect(Object.keys(factors).sort(), text).toEqual(Object.keys(FACTORS).sort());
      for (const [peer, factor] of Object.entries(FACTORS)) {
        expect(factors[peer], text).toBeGreaterThan(0.9 * factor);
        expect(factors[peer], text).toBeLessThan(1.1 * factor);
      }
      expect(text.replace(/\s+/g, ' ')).toMatch(
        /database receives \S+ messages per request \(base: \S+ messages?\)/,
      );
    });
  },
);
