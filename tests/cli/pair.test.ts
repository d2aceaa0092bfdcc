import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { REPLAYED_K6 } from '../fixtures.ts';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES, fixPort } from './pair.ts';
import { createRepository, findPort, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => repository.remove());

describe('a run in a repository', () => {
  it('takes nobody else for a service with a fixed port', async () => {
    const other = createServer((_, response) => response.end('not the service')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as { port: number };
      repository = createRepository({ ...FILES, 'tailgate.yml': fixPort(port) });
      repository.commit({ delay: '25' });
      const result = await repository.run(['run']);
      expect(result.code, everything(result)).toBe(3);
      expect(result.stdout).toMatch(new RegExp(`already\\s+listens\\s+on\\s+127.0.0.1:${port}`));
      await expectNothingLeft(repository, result.running);
    } finally {
      other.close();
    }
  });

  it('measures a head that has the files of its base alone, against its SLOs', async () => {
    repository = createRepository(FILES);
    repository.commit({}, 'Only a message');
    const passed = await repository.run(['run']);
    expect(passed.code, everything(passed)).toBe(0);
    expect(everything(passed)).toMatch(/same files|identical/i);
    await expectNothingLeft(repository, passed.running);
  });

  it('passes a change that is as fast, with two services, one of them for the whole run', async () => {
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
    repository = createRepository({ ...files, '.gitignore': 'built\n.tailgate/\n' });
    const head = repository.commit({ version: 'two' });
    const starts = join(repository.environment.HOME!, 'starts');
    const result = await repository.run(['run', '--record', '--comment', '.tailgate/comment.md'], {
      STARTS: starts,
    });
    expect(result.code, everything(result)).toBe(0);
    expect(readFileSync(join(repository.folder, '.tailgate/comment.md'), 'utf8')).toContain(
      repository.git('rev-parse', 'HEAD^').slice(0, 7),
    );
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

  it('swaps a service that has a fixed port, and finds the parent of a shallow clone', async () => {
    const port = await findPort();
    const origin = createRepository({ ...FILES, 'tailgate.yml': fixPort(port) });
    try {
      const parent = origin.git('rev-parse', 'HEAD');
      origin.commit({ delay: '25' });
      repository = createRepository({}, { clone: ['--depth', '1', `file://${origin.folder}`] });
      expect(repository.git('rev-list', '--count', 'HEAD')).toBe('1');
      const before = repository.fingerprint();
      const result = await repository.run(['run']);
      expect(result.code, everything(result)).toBe(1);
      expect(result.stdout).toContain(parent.slice(0, 7));
      expect(result.stdout).toMatch(/search.*slower/);
      expect(result.stderr).toContain('keeping the head under load');
      await expectNothingLeft(repository, result.running);
      expect(repository.fingerprint()).toEqual(before);
    } finally {
      origin.remove();
    }
  });

  it('compares a new route with nothing, and tells of a limit that the same change raises', async () => {
    const brief = BRIEF.replace('soak: 2s', 'soak: 0s');
    repository = createRepository({ ...FILES, 'tailgate.yml': CONFIG.replace('200ms', '80ms') + brief });
    repository.write('routes', '/new');
    const scenario = '  fresh:\n    request: GET /new\n    slo: p50 < 100ms at 100 req/s\n';
    repository.write('tailgate.yml', CONFIG.replace('200ms', '100ms') + scenario + brief);
    const result = await repository.run(['run', '--comment', 'comment.md']);
    expect(result.code, everything(result)).toBe(0);
    const comment = readFileSync(join(repository.folder, 'comment.md'), 'utf8');
    // The base answers 404 there: nothing to compare with, and no fault of either.
    expect(comment).toMatch(/fresh[^\n]*new/);
    expect(comment).toMatch(/scenarios\.search\.slo: p50 .*80ms.* → p50 .*100ms/);
    await expectNothingLeft(repository, result.running);
  });
});

describe('a base that cannot be measured', () => {
  it('is named', async () => {
    const broken = CONFIG.replace('service:\n', 'service:\n  build: make-the-thing\n') + BRIEF;
    repository = createRepository({ ...FILES, 'tailgate.yml': broken });
    const base = repository.git('rev-parse', 'HEAD');
    repository.commit({ 'tailgate.yml': CONFIG + BRIEF, delay: '3' });
    repository.commit({ delay: '4' });
    const stopped = await repository.run(['run', '--base', base.slice(0, 12)]);
    expect(stopped.code, everything(stopped)).toBe(3);
    expect(stopped.stdout).toContain(base.slice(0, 7));
    expect(stopped.stdout).toMatch(/did not build/);
    expect(stopped.stdout).toMatch(/make-the-thing.*not found/);
    expect(stopped.stderr).toMatch(/base cannot be measured/);
    await expectNothingLeft(repository, stopped.running);
  });

  it('on which the script fails is named; a script that fails on both is at fault itself', async () => {
    const script = `
      import http from 'k6/http';
      export function setup() {
        if (http.get(__ENV.BASE_URL + '/login').status !== 200) throw new Error('nobody can log in');
      }
      export default () => { http.get(__ENV.BASE_URL); };`;
    const config = CONFIG.replace('request: GET /', 'script: load.js') + BRIEF;
    repository = createRepository({ ...FILES, 'load.js': script, 'tailgate.yml': config });
    const base = repository.git('rev-parse', 'HEAD');
    repository.write('delay', '3');
    // Real k6 finds out that `setup` throws; what it would then measure on the head is replayed.
    const path = inject('k6');
    const onBase = join(repository.environment.HOME!, 'k6-on-base');
    const choose = `for script; do :; done; grep -qs '"told":false' "$script" && exec ${path} "$@"`;
    writeFileSync(onBase, `#!/bin/sh\n${choose}\nexec ${REPLAYED_K6} "$@"\n`, { mode: 0o755 });
    const broken = await repository.run(['run', '--base', base], { TAILGATE_K6: path });
    expect(broken.code, everything(broken)).toBe(3);
    expect(broken.stdout).toMatch(/the k6 script of search failed/);
    repository.commit({ routes: '/login' });
    const stopped = await repository.run(['run', '--base', base], { TAILGATE_K6: onBase });
    expect(stopped.code, everything(stopped)).toBe(3);
    expect(stopped.stdout).toMatch(
      new RegExp(`base ${base.slice(0, 7)}\\w* failed with the k6 script of head`),
    );
    expect(stopped.stdout).toMatch(/nobody can log in/);
  });

  it('or a head that lacks what git ignores, is told what is missing', async () => {
    const service = `require('left-pad');${FILES['server.cjs']}`;
    repository = createRepository({ ...FILES, 'server.cjs': service, '.gitignore': 'node_modules/\n' });
    mkdirSync(join(repository.folder, 'node_modules/left-pad'), { recursive: true });
    writeFileSync(join(repository.folder, 'node_modules/left-pad/index.js'), '');
    repository.write('delay', '3');
    const result = await repository.run(['run']);
    expect(result.code, everything(result)).toBe(3);
    expect(result.stdout).toMatch(/files\s+that\s+git\s+ignores\s+are\s+not\s+in\s+a\s+fresh\s+tree/);
    const built = CONFIG.replace(
      'service:\n',
      'service:\n  build: mkdir -p node_modules/left-pad && touch node_modules/left-pad/index.js\n',
    );
    repository.write('tailgate.yml', built + BRIEF);
    // The base, which has no `build`, is still without it.
    const base = await repository.run(['run']);
    expect(base.code, everything(base)).toBe(3);
    expect(base.stdout).toMatch(/base .* did not become ready/);
    expect(base.stdout).toMatch(/files\s+that\s+git\s+ignores.*let\s+`?build`?\s+make\s+them/s);
  });
});

describe('what the user must change', () => {
  it('is told in CI of a base that cannot be fetched, which never passes as a first run', async () => {
    const origin = createRepository(FILES);
    origin.git('switch', '-q', '-c', 'feature');
    origin.commit({ delay: '60' });
    origin.git('switch', '-q', 'main');
    const clone = ['--depth', '1', '--branch', 'feature', `file://${origin.folder}`];
    repository = createRepository({}, { clone });
    repository.git('remote', 'set-url', 'origin', '/nowhere');
    const result = await repository.run(['run'], { CI: 'true' });
    origin.remove();
    expect(result.code, everything(result)).toBe(3);
    expect(result.stderr).toMatch(/No base to measure beside the head: .*fetch-depth: 0.*--base/s);
    expect(repository.leftovers()).toEqual([]);
  });

  it('is told of a script that git ignores: the revision that is measured does not have it', async () => {
    const config = CONFIG.replace('request: GET /', 'script: load.js').replace(
      'slo: p50 < 200ms at 100 req/s',
      'load: 10 req/s',
    );
    repository = createRepository({ ...FILES, 'tailgate.yml': config + BRIEF, '.gitignore': 'load.js\n' });
    repository.write('load.js', 'export default () => {};');
    repository.write('delay', '3');
    const result = await repository.run(['run']);
    expect(result.code, everything(result)).toBe(2);
    expect(result.stderr).toMatch(/The script of search, load\.js, is not part of the revision/);
    expect(repository.leftovers()).toEqual([]);
  });

  it('is told at once: a base that does not exist, a budget that cannot tell', async () => {
    repository = createRepository(FILES);
    repository.git('branch', 'release');
    const unknown = await repository.run(['run', '--base', 'relaese']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/--base names no revision: "relaese"/);
    repository.commit({ 'tailgate.yml': CONFIG });
    const small = await repository.run(['run', '--budget', '5s']);
    expect(small.code).toBe(2);
    const [, enough] = /at least `budget: (\d+s)`/.exec(small.stderr) ?? [];
    expect(enough, small.stderr).toBeDefined();
    const planned = await repository.run(['plan', '--budget', enough!]);
    expect(planned.code, everything(planned)).toBe(0);
    expect(repository.leftovers()).toEqual([]);
  });
});
