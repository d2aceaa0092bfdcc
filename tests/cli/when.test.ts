import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createProject, type Project } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/** Whatever starts here shows: the build leaves a file beside the repository, and fails. */
const CONFIG = `
when:
  changed: [server.cjs, 'lib/**', '!lib/**/*.md']
service:
  build: echo built >> $BUILDS; exit 1
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p50 < 200ms at 100 req/s
measure:
  budget: 20s
`;

const FILES = { 'tailgate.yml': CONFIG, 'server.cjs': 'one\n', 'README.md': 'one\n' };

let project: Project;
afterEach(() => project.remove());

function create(files: Record<string, string> = FILES) {
  const repository = createRepository(files);
  project = repository;
  const builds = join(repository.environment.HOME!, 'builds');
  // A k6 that cannot be had shows that nobody looks for it.
  const run = (args: string[], k6: string | undefined = '/nowhere/k6') =>
    repository.run(args, { BUILDS: builds, ...(k6 && { TAILGATE_K6: k6 }) });
  return { repository, run, wasBuilt: () => existsSync(builds) };
}

const expectNothingLeft = (repository: Repository) => expect(repository.leftovers()).toEqual([]);

describe('a run with when.changed', () => {
  it('takes what it wrote the last time for no change', async () => {
    const config = CONFIG.replace(/changed: .*/, "changed: ['**']");
    const { repository, run } = create({ ...FILES, 'tailgate.yml': config });
    for (let runs = 0; runs < 2; runs++) {
      const result = await run(['run', '--base', 'HEAD', '--html', 'report.html', '--json', 'result.json']);
      expect(result.code, result.stderr).toBe(0);
      expect(result.stdout).toMatch(/Skipped: nothing relevant changed/);
      for (const name of ['report.html', 'result.json'])
        expect(existsSync(join(repository.folder, name))).toBe(true);
    }
    expectNothingLeft(repository);
  });

  it('keeps the names of suite and base branch, of which a stand-in for a secret may be part', async () => {
    const config = `suite: load-test\nsecrets: [KEY]\n${CONFIG}`;
    const { repository } = create({ ...FILES, 'tailgate.yml': config });
    repository.git('branch', 'latest');
    repository.commit({ 'README.md': 'two\n' });
    const { code, stdout, stderr } = await repository.run(['run', '--base-branch', 'latest', '--json'], {
      KEY: 'test',
      TAILGATE_K6: '/nowhere/k6',
    });
    expect(code, stderr).toBe(0);
    const { suite, baseBranch, verdict } = JSON.parse(stdout);
    expect([suite, baseBranch, verdict]).toEqual(['load-test', 'latest', 'skipped']);
  });

  it('measures nothing when nothing relevant changed: no k6, no build, no record, but every result', async () => {
    const { repository, run, wasBuilt } = create();
    const base = repository.git('rev-parse', 'HEAD');
    mkdirSync(join(repository.folder, 'lib'));
    repository.commit({ 'README.md': 'two\n', 'lib/notes.md': 'x\n' });
    const out = repository.environment.HOME!;
    const files = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
    const result = await run(['run', '--record', ...files]);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toMatch(/Skipped: nothing relevant changed/);
    expect(readFileSync(join(out, 'comment.md'), 'utf8')).toContain(
      '### ⚪ Skipped: nothing relevant changed',
    );
    expect(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'))).toMatchObject({
      verdict: 'skipped',
      blocks: false,
      headline: 'Skipped: nothing relevant changed',
      unmeasured: {
        kind: 'irrelevant',
        baseCommit: base,
        patterns: ['server.cjs', 'lib/**', '!lib/**/*.md'],
      },
      effort: { slices: 0 },
    });
    const besideRecords = await run(['run', '--from', 'history']);
    expect(besideRecords.stdout).toMatch(/Skipped: nothing relevant changed/);
    expect(wasBuilt()).toBe(false);
    expect(existsSync(join(repository.folder, '.tailgate'))).toBe(false);
    expectNothingLeft(repository);
  });

  it('measures a change of the configuration alone, and tells what it alters', async () => {
    const { repository, run, wasBuilt } = create();
    repository.write(
      'tailgate.yml',
      CONFIG.replace('200ms', '300ms').replace("'lib/**'", "'src/**'").replace('echo', 'exit 1; echo'),
    );
    const result = await run(['run'], '');
    expect(result.code, result.stderr).toBe(3);
    expect(result.stdout).toMatch(/scenarios\.search\.slo: .*200ms.* → .*300ms/);
    expect(result.stdout).toMatch(/when\.changed: server\.cjs, lib\/\*\*.* → server\.cjs, src\/\*\*/);
    expect(wasBuilt()).toBe(false);
  });

  it('measures everything where there is no base, with a word', async () => {
    project = createProject(FILES);
    const result = await project.run(['run'], { BUILDS: '/dev/null' });
    expect(result.code, result.stderr).toBe(3);
    expect(result.stderr).toMatch(/no base to find out what has changed, so everything is measured/);
  });
});
