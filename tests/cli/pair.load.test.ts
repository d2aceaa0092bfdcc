import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES, fixPort } from './pair.ts';
import { skipWhereOccupied } from './project.ts';
import { createRepository, findPort, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

const read = (name: string) => readFileSync(join(repository.folder, name), 'utf8');

describe('a run in a repository', () => {
  it('blocks a change that is slower than its parent, dirty tree and all, and leaves the checkout as it was', async (context) => {
    await skipWhereOccupied(context);
    repository = createRepository(FILES, { k6: 'real' });
    const base = repository.commit({ 'tailgate.yml': `${CONFIG}${BRIEF}`, '.gitignore': 'ignored\n' });
    repository.write('ignored', 'mine');
    repository.write('delay', '25');
    repository.write('routes', '/new');
    const scenario = '  fresh:\n    request: GET /new\n    slo: p50 < 300ms at 100 req/s\n';
    const config = CONFIG.replace('200ms', '250ms') + scenario + BRIEF;
    repository.write('tailgate.yml', config);
    const before = repository.fingerprint();
    const out = mkdtempSync(join(tmpdir(), 'tailgate-test-out-'));
    try {
      const paths = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
      const result = await repository.run(['run', ...paths]);
      expect(result.code, everything(result)).toBe(1);
      const comment = readFileSync(join(out, 'comment.md'), 'utf8');
      expect(comment).toMatch(/search.*slower/);
      expect(comment).toContain(base.slice(0, 7));
      // Base answers 404 there: nothing to compare with, and no fault of either.
      expect(result.stdout).toMatch(/fresh/);
      expect(comment).toMatch(/fresh[^\n]*new/);
      expect(comment).toMatch(/loosens search p50: 200ms → 250ms/);
      const json = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
      expect(json).toMatchObject({ verdict: 'regressed', blocks: true });
      await expectNothingLeft(repository, result.running);
    } finally {
      rmSync(out, { recursive: true });
    }
    expect(repository.fingerprint()).toEqual(before);
  });

  it('passes a change that is as fast, with two services, one of them for the whole run', async (context) => {
    await skipWhereOccupied(context);
    const store = `
const { createServer } = require('node:http');
require('node:fs').appendFileSync(process.env.STARTS, process.env.TAILGATE_INSTANCE + '\\n');
createServer((request, response) => response.end('stored')).listen(process.env.PORT, '127.0.0.1');
`;
    const api = `
const http = require('node:http');
require('node:fs').appendFileSync(process.env.STARTS, process.env.TAILGATE_INSTANCE + '\\n');
http.createServer((request, response) => {
  http.get(process.env.STORE_URL, { agent: false }, (stored) => stored.pipe(response))
    .on('error', () => { response.statusCode = 502; response.end(); });
}).listen(process.env.PORT, '127.0.0.1');
`;
    const services = `
services:
  store:
    start: exec node store.cjs
    ready: tcp
    scope: run
  api:
    build: cat version > built
    start: test "$(cat built)" = "$(cat version)" && exec node api.cjs
    needs: [store]
    env:
      STORE_URL: http://127.0.0.1:\${store.PORT}
    url: http://127.0.0.1:\${PORT}
target: api
`;
    const config = services + CONFIG.slice(CONFIG.indexOf('scenarios:')) + BRIEF;
    const files = { 'store.cjs': store, 'api.cjs': api, version: 'one', 'tailgate.yml': config };
    repository = createRepository({ ...files, '.gitignore': 'built\n.tailgate/\n' }, { k6: 'real' });
    const head = repository.commit({ version: 'two' });
    const starts = join(repository.environment.HOME!, 'starts');
    const result = await repository.run(['run', '--record', '--comment', '.tailgate/comment.md'], {
      STARTS: starts,
    });
    expect(result.code, everything(result)).toBe(0);
    expect(read('.tailgate/comment.md')).toContain(repository.git('rev-parse', 'HEAD^').slice(0, 7));
    const names = readFileSync(starts, 'utf8').trim().split('\n');
    const blocks = names.filter((name) => name.startsWith('head_')).length;
    expect(blocks).toBeGreaterThan(2);
    expect(names.filter((name) => name.startsWith('base_'))).toHaveLength(blocks);
    expect(names.filter((name) => name === 'run')).toHaveLength(1);
    expect(new Set(names).size).toBeGreaterThan(blocks);
    const { records } = JSON.parse((await repository.run(['history', '--json'])).stdout);
    expect(records.at(-1)).toMatchObject({ commit: head, dirty: false });
    await expectNothingLeft(repository, result.running);
  });

  it('swaps a service that has a fixed port, and finds the parent of a shallow clone', async (context) => {
    await skipWhereOccupied(context);
    const port = await findPort();
    const origin = createRepository({ ...FILES, 'tailgate.yml': fixPort(port) });
    try {
      const parent = origin.git('rev-parse', 'HEAD');
      origin.commit({ delay: '25' });
      repository = createRepository({}, { clone: ['--depth', '1', `file://${origin.folder}`], k6: 'real' });
      expect(repository.git('rev-list', '--count', 'HEAD')).toBe('1');
      const before = repository.fingerprint();
      const result = await repository.run(['run']);
      expect(result.code, everything(result)).toBe(1);
      expect(result.stdout).toContain(parent.slice(0, 7));
      expect(result.stdout).toMatch(/search.*slower/);
      await expectNothingLeft(repository, result.running);
      expect(repository.fingerprint()).toEqual(before);
    } finally {
      origin.remove();
    }
  });
});
