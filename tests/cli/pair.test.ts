import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BRIEF, everything, expectNothingLeft, FILES, fixPort } from './pair.ts';
import type { CliResult } from './project.ts';
import { createRepository, findPort, type Repository } from './repository.ts';

let repository: Repository | undefined;
afterEach(() => {
  repository?.remove();
  repository = undefined;
});

describe('a change that is as fast as its base, with a new route and a limit that it raises', () => {
  const STORE = `
const { createServer } = require('node:http');
require('node:fs').appendFileSync(process.env.STARTS, process.env.TAILGATE_INSTANCE + '\\n');
createServer((request, response) => response.end('stored')).listen(process.env.PORT, '127.0.0.1');
`;
  const API = `
const http = require('node:http');
require('node:fs').appendFileSync(process.env.STARTS, process.env.TAILGATE_INSTANCE + '\\n');
const isNew = require('node:fs').readFileSync('built', 'utf8') === 'two';
http.createServer((request, response) => {
  if (request.url !== '/' && !isNew) return response.writeHead(404).end();
  http.get(process.env.STORE_URL, { agent: false }, (stored) => stored.pipe(response))
    .on('error', () => { response.statusCode = 502; response.end(); });
}).listen(process.env.PORT, '127.0.0.1');
`;
  const config = (limit: string, more = '') => `suite: test
services:
  store: { start: exec node store.cjs, ready: tcp, scope: run }
  api:
    build: cat version > built
    start: test "$(cat built)" = "$(cat version)" && exec node api.cjs
    needs: [store]
    env: { STORE_URL: "http://127.0.0.1:\${store.PORT}" }
    url: http://127.0.0.1:\${PORT}
target: api
scenarios:
  latest-head: { request: GET /, slo: p50 < ${limit} at 100 req/s }
${more}${BRIEF.replace('soak: 2s', 'soak: 0s')}`;
  const FRESH = '  fresh: { request: GET /new, slo: p50 < 200ms at 100 req/s }\n';
  let own: Repository;
  let head: string;
  let result: CliResult & { running: Parameters<typeof expectNothingLeft>[1] };
  beforeAll(async () => {
    const files = { 'store.cjs': STORE, 'api.cjs': API, version: 'one', 'tailgate.yml': config('80ms') };
    own = createRepository({ ...files, '.gitignore': 'built\nout/\n' });
    head = own.commit({ version: 'two', 'tailgate.yml': config('100ms', FRESH) });
    const places = ['--store', 'out/records', '--comment', 'out/comment.md'];
    result = await own.run(['run', '--record', ...places], { STARTS: join(own.environment.HOME!, 'starts') });
  });
  afterAll(() => own?.remove());

  it('passes, has nothing to compare the new route with, and tells of the limit', () => {
    expect(result.code, everything(result)).toBe(0);
    const comment = readFileSync(join(own.folder, 'out/comment.md'), 'utf8');
    expect(comment).toContain(own.git('rev-parse', '--short=7', 'HEAD^'));
    // The base answers 404 there, which is no fault of either.
    expect(comment).toMatch(/fresh: base does not serve it/);
    expect(comment).toMatch(/scenarios\.latest-head\.slo`: p50 .*80ms.* → p50 .*100ms/);
  });

  it('has started services of an instance anew in each block, and that of the run once', () => {
    const names = readFileSync(join(own.environment.HOME!, 'starts'), 'utf8').trim().split('\n');
    const blocks = names.filter((name) => name.startsWith('head_')).length;
    expect(blocks).toBeGreaterThan(2);
    expect(names.filter((name) => name.startsWith('base_'))).toHaveLength(blocks);
    expect(names.filter((name) => name === 'run')).toHaveLength(1);
    expect(new Set(names).size).toBeGreaterThan(blocks);
  });

  it('is recorded as its commit, and leaves nothing else', async () => {
    const { stdout } = await own.run(['history', '--store', 'out/records', '--json']);
    expect(JSON.parse(stdout).records).toMatchObject([
      { suite: 'test', branch: 'main', commit: head, dirty: false, recordedAt: expect.stringMatching(/^20/) },
    ]);
    expect(own.git('status', '--porcelain')).toBe('');
    await expectNothingLeft(own, result.running);
  });
});

it('a slower service that has a fixed port is blocked beside the parent of a shallow clone, in turns', async () => {
  const port = await findPort();
  const origin = createRepository({ ...FILES, 'tailgate.yml': fixPort(port) });
  const parent = origin.git('rev-parse', 'HEAD');
  origin.commit({ delay: '25' });
  const own = createRepository({}, { clone: ['--depth', '1', `file://${origin.folder}`] });
  repository = own;
  expect(own.git('rev-list', '--count', 'HEAD')).toBe('1');
  const before = own.fingerprint();
  const result = await own.run(['run']);
  origin.remove();
  expect(result.code, everything(result)).toBe(1);
  expect(result.stdout).toContain(parent.slice(0, 7));
  expect(result.stdout).toMatch(/search.*slower/);
  expect(result.stderr).toContain('keeping the head under load');
  await expectNothingLeft(own, result.running);
  expect(own.fingerprint()).toEqual(before);
});

it('somebody else at a fixed port is not taken for the service', async () => {
  const other = createServer((_, response) => response.end('not the service')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const own = createRepository({ ...FILES, 'tailgate.yml': fixPort(port) });
  repository = own;
  own.commit({ delay: '25' });
  const result = await own.run(['run']);
  other.close();
  expect(result.code, everything(result)).toBe(3);
  expect(result.stdout).toMatch(new RegExp(`already\\s+listens\\s+on\\s+127.0.0.1:${port}`));
  await expectNothingLeft(own, result.running);
});
