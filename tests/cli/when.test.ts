import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository } from './repository.ts';

/** Whatever starts here shows: the build leaves a file beside the repository, and fails. */
const CONFIG = `
when: { changed: [server.cjs, 'lib/**'] }
service:
  build: echo built >> $BUILDS; exit 1
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios: { search: { request: GET /, slo: p50 < 200ms at 100 req/s } }
`;

it('a run measures nothing when nothing relevant changed: no k6, no build, no record, but every result', async () => {
  const repository = createRepository({ 'tailgate.yml': CONFIG, 'server.cjs': 'one\n' });
  const base = repository.git('rev-parse', 'HEAD');
  repository.commit({ 'README.md': 'two\n' });
  const out = repository.environment.HOME!;
  const files = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
  // A k6 that cannot be had shows that nobody looks for it.
  const environment = { BUILDS: join(out, 'builds'), TAILGATE_K6: '/nowhere/k6' };
  const result = await repository.run(['run', '--record', ...files], environment);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout).toMatch(/Skipped: nothing relevant changed/);
  expect(readFileSync(join(out, 'comment.md'), 'utf8')).toContain('### ⚪ Skipped: nothing relevant changed');
  expect(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'))).toMatchObject({
    ...{ verdict: 'skipped', blocks: false, effort: { instances: 0, loadSeconds: 0 } },
    unmeasured: { kind: 'irrelevant', baseCommit: base, patterns: ['server.cjs', 'lib/**'] },
  });
  const places = [environment.BUILDS, join(repository.folder, '.tailgate')];
  expect([...places.filter((path) => existsSync(path)), ...repository.leftovers()]).toEqual([]);
  repository.remove();
});
