import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createProject, type Project } from './project.ts';
import { createRepository } from './repository.ts';

/** Whatever starts here shows: the build leaves a file beside the repository, and fails. */
const CONFIG = `
when: { changed: [server.cjs, 'lib/**', '!lib/**/*.md'] }
service:
  build: echo built >> $BUILDS; exit 1
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios: { search: { request: GET /, slo: p50 < 200ms at 100 req/s } }
measure: { budget: 20s }
`;
const FILES = { 'tailgate.yml': CONFIG, 'server.cjs': 'one\n', 'README.md': 'one\n' };

let project: Project;
afterEach(() => project.remove());

function create(files: Record<string, string> = FILES) {
  const repository = createRepository(files);
  project = repository;
  const builds = join(repository.environment.HOME!, 'builds');
  // A k6 that cannot be had shows that nobody looks for it.
  const run = (...args: string[]) =>
    repository.run(['run', ...args], { BUILDS: builds, TAILGATE_K6: '/nowhere/k6' });
  return { repository, run, wasBuilt: () => existsSync(builds) };
}

it('a run measures nothing when nothing relevant changed: no k6, no build, no record, but every result', async () => {
  const { repository, run, wasBuilt } = create();
  const base = repository.git('rev-parse', 'HEAD');
  mkdirSync(join(repository.folder, 'lib'));
  repository.commit({ 'README.md': 'two\n', 'lib/notes.md': 'x\n' });
  const out = repository.environment.HOME!;
  const files = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
  const result = await run('--record', ...files);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout).toMatch(/Skipped: nothing relevant changed/);
  expect(readFileSync(join(out, 'comment.md'), 'utf8')).toContain('### ⚪ Skipped: nothing relevant changed');
  expect(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'))).toMatchObject({
    ...{ verdict: 'skipped', blocks: false, effort: { slices: 0 } },
    unmeasured: {
      ...{ kind: 'irrelevant', baseCommit: base },
      patterns: ['server.cjs', 'lib/**', '!lib/**/*.md'],
    },
  });
  expect((await run('--from', 'history')).stdout).toMatch(/Skipped: nothing relevant changed/);
  expect(wasBuilt()).toBe(false);
  expect(existsSync(join(repository.folder, '.tailgate'))).toBe(false);
  expect(repository.leftovers()).toEqual([]);
});

it('a run takes what it wrote the last time for no change', async () => {
  const config = CONFIG.replace(/changed: .*\]/, "changed: ['**']");
  const { run } = create({ ...FILES, 'tailgate.yml': config });
  for (let runs = 0; runs < 2; runs++) {
    const result = await run('--base', 'HEAD', '--html', 'report.html', '--json', 'result.json');
    expect([result.code, result.stdout], result.stderr).toEqual([
      0,
      expect.stringMatching(/Skipped: nothing relevant changed/),
    ]);
  }
});

it('a change of the configuration alone is measured, and what it alters is told', async () => {
  const { repository } = create();
  repository.write('tailgate.yml', CONFIG.replace('200ms', '300ms').replace("'lib/**'", "'src/**'"));
  const result = await repository.run(['run'], { BUILDS: '/dev/null' });
  expect(result.code, result.stderr).toBe(3);
  expect(result.stdout).toMatch(/scenarios\.search\.slo: .*200ms.* → .*300ms/);
  expect(result.stdout).toMatch(/when\.changed: server\.cjs, lib\/\*\*.* → server\.cjs, src\/\*\*/);
});

it('a run measures everything where there is no base, with a word', async () => {
  project = createProject(FILES);
  const result = await project.run(['run'], { BUILDS: '/dev/null' });
  expect(result.code, result.stderr).toBe(3);
  expect(result.stderr).toMatch(/no base, so everything is measured/);
});
