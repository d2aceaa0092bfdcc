import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/records/record.ts';
import { isCall, type WorkDifference } from '../../src/verdict/work.ts';
import { hasProgram } from '../fixtures.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { createRepository, type Repository } from './repository.ts';

/**
 * Calls PostgreSQL through a pool, a server that speaks RESP over one connection, and an HTTP server over a connection
 * for each call, as often as `calls.json` says.
 */
const SERVICE = `
const http = require('node:http');
const net = require('node:net');
const { readFileSync } = require('node:fs');
const { Pool } = require('pg');
const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
const pool = new Pool({ max: 5 });
const redis = calls.redis ? net.connect(Number(process.env.CACHE_PORT), '127.0.0.1').setNoDelay() : null;
const get = () => new Promise((resolve) => {
  redis.once('data', resolve);
  redis.write('*2\\r\\n$3\\r\\nGET\\r\\n$3\\r\\nkey\\r\\n');
});
const fetchOnce = () => new Promise((resolve, reject) => {
  const port = process.env.RATES_PORT;
  http.get({ port, agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject);
});
let turn = Promise.resolve();
http.createServer(async (request, response) => {
  for (let i = 0; i < calls.postgres; i++) await pool.query('select 1');
  for (let i = 0; i < calls.redis; i++) await (turn = turn.then(get));
  for (let i = 0; i < calls.http; i++) await fetchOnce();
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const CACHE = `require('node:net').createServer((socket) => socket.on('data', () => socket.write('+OK\\r\\n')))
  .listen(process.env.PORT, '127.0.0.1');`;
const RATES = `require('node:http').createServer((request, response) => response.end('1.08'))
  .listen(process.env.PORT, '127.0.0.1');`;

const CONFIG = (port: string) => `
services:
  cache:
    start: exec node cache.cjs
    scope: run
  rates:
    start: exec node rates.cjs
    needs: [cache]
  shop:
    start: exec node server.cjs
    needs: [cache, rates]
    env: { CACHE_PORT: "\${cache.PORT}", RATES_PORT: "\${rates.PORT}" }
    url: http://127.0.0.1:\${PORT}
external:
  database: 127.0.0.1:${port}
target: shop
scenarios:
  list:
    request: GET /
    slo: p50 < 500ms at 30 req/s
measure:
  budget: 20s
  soak: 1s
baseline:
  confidence: 75%
  tolerance: 200%
`;

let postgres: Postgres;
let repository: Repository;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(() => {
  repository = createRepository(
    {
      'server.cjs': SERVICE,
      'cache.cjs': CACHE,
      'rates.cjs': RATES,
      'tailgate.yml': CONFIG(postgres.environment.PGPORT!),
      'calls.json': JSON.stringify(BEFORE),
    },
    { k6: 'real' },
  );
});
afterEach(() => repository.remove());

const BEFORE = { postgres: 1, redis: 2, http: 1 };

type Told = { work?: WorkDifference[]; record: RunRecord };

async function run(calls: object): Promise<Told & { text: string }> {
  repository.commit({ 'calls.json': JSON.stringify(calls), touched: 'yes' });
  const environment = { ...postgres.environment, NODE_PATH: resolve('node_modules') };
  const { stdout, stderr } = await repository.run(['run', '--json', 'out.json'], environment);
  const text = stdout + stderr;
  const path = `${repository.folder}/out.json`;
  expect(existsSync(path), text).toBe(true);
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Told), text };
}

const callsOf = ({ work = [] }: Told) => work.filter(({ kind }) => isCall(kind));

describe.runIf(hasProgram('ss') && hasProgram('stdbuf'))('what a service calls', () => {
  it.each([
    { postgres: 3, redis: 6, http: 3 },
    { postgres: 11, redis: 2, http: 1 },
  ])(
    'is told where it is more, by name and with the right factor: $postgres queries, before 1',
    async (after) => {
      const told = await run(after);
      const factors = Object.fromEntries(
        callsOf(told).map((one) => ['peer' in one && one.peer, one.head / one.base!]),
      );
      const expected = {
        database: after.postgres / BEFORE.postgres,
        cache: after.redis / BEFORE.redis,
        rates: after.http / BEFORE.http,
      };
      for (const [peer, factor] of Object.entries(expected)) {
        if (factor === 1) expect(factors, told.text).not.toHaveProperty(peer);
        else {
          expect(factors[peer], told.text).toBeGreaterThan(0.9 * factor);
          expect(factors[peer], told.text).toBeLessThan(1.1 * factor);
        }
      }
      expect(told.text).toMatch(/database gets \S+ messages for each request,\s+before \S+/);
    },
  );

  it('is not told where it is the same', async () => {
    const same = await run(BEFORE);
    expect(callsOf(same)).toEqual([]);
    const peers = same.record.steps[0]!.instances.flatMap(({ calls = [] }) => calls).map(({ peer }) => peer);
    expect(peers).toEqual(expect.arrayContaining(['cache', 'database', 'rates']));
  });
});
