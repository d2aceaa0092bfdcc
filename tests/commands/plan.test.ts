import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createProject, eventually, type Project } from '../cli/project.ts';
import { createRepository } from '../cli/repository.ts';

const CONFIG = `
service:
  start: node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p99 < 30ms at 200 req/s
`;

let project: Project;
afterEach(() => project.remove());

describe('tailgate plan', () => {
  it('is read by programs: with a version of its shape, and numbers as people write them', async () => {
    project = createProject({ 'tailgate.yml': CONFIG });
    const { code, stdout } = await project.run(['plan', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, suite: 'default', steps: [{}] });
    expect(stdout).not.toMatch(/\d\.\d{6}/);
  });

  it('ends at once with 130 when it is interrupted', async () => {
    project = createProject({ 'tailgate.yml': CONFIG, git: '#!/bin/sh\ntouch asked\nexec sleep 60\n' });
    chmodSync(join(project.folder, 'git'), 0o755);
    const running = project.start(['plan'], { PATH: `${project.folder}:${process.env.PATH}` });
    await eventually(() => existsSync(join(project.folder, 'asked')));
    process.kill(running.pid, 'SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout, stderr]).toEqual([130, '', 'error: Interrupted by SIGINT.\n']);
    expect(running.orphans()).toEqual([]);
  });

  it('prints numbers without the noise of binary fractions', async () => {
    project = createProject({ 'tailgate.yml': CONFIG.replace('200 req/s', '33.3 req/s for 7.7s') });
    const { stdout } = await project.run(['plan', '--json']);
    expect(stdout).toContain('33.3');
    expect(stdout.match(/\d+\.\d{5,}/g) ?? []).toEqual([]);
  });

  it('finds the configuration in a folder above, and says so', async () => {
    project = createProject({ 'tailgate.yaml': CONFIG });
    const folder = join(project.folder, 'api');
    mkdirSync(folder);
    mkdirSync(join(project.folder, '.git'));
    const run = () =>
      spawnSync(process.execPath, [resolve('dist/cli.mjs'), 'plan'], { cwd: folder, encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stderr: 'using ../tailgate.yaml\n' });
    writeFileSync(join(project.folder, 'tailgate.yml'), CONFIG);
    const { status, stderr } = run();
    expect(status).toBe(2);
    expect(stderr).toContain('There are both ../tailgate.yml and ../tailgate.yaml.');
  });

  it('names a variable that is not set, with its line and the command that sets it', async () => {
    project = createProject({ 'tailgate.yml': CONFIG.replace('GET /', 'GET /?key=${env.KEY_OF_MINE}') });
    const { code, stderr } = await project.run(['plan']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/tailgate\.yml:7:14: The environment has no `KEY_OF_MINE`/);
    expect(stderr).toContain('`KEY_OF_MINE=… tailgate plan`');
    expect((await project.run(['plan'], { KEY_OF_MINE: 'x' })).code).toBe(0);
  });

  const VARIANTS = `${CONFIG}variants:
  cache: { on: {}, off: { env: { CACHE: 0 } } }
  store: { a: {}, b: {}, c: {}, d: {} }
  hash: { none: {}, sha1: {}, sha256: {} }
`;

  it('lists 24 variants with what they have in common once, and what they take in all', async () => {
    project = createProject({ 'tailgate.yml': VARIANTS });
    const { code, stdout } = await project.run(['plan']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^24 variants, one after the other/m);
    expect(stdout.match(/^ {2}\[cache=o\w+ store=\w hash=\w+\]$/gm)).toHaveLength(24);
    expect(stdout.match(/^ {2}search: 200 req\/s/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^Under load: [\d.]+ (min|h) at most in 24 variants\.$/m);
    expect(stdout).toMatch(/^Wall time: about [\d.]+ (min|h); up to .* if unclear/m);
  });

  it('has a plan for each chosen variant as JSON, and the time of all', async () => {
    project = createProject({ 'tailgate.yml': VARIANTS });
    const { stdout } = await project.run(['plan', '--json', '--only', 'search [cache=off, hash=none]']);
    const { variants, seconds, wallSeconds } = JSON.parse(stdout);
    expect(variants).toHaveLength(4);
    expect(variants[1]).toMatchObject({
      name: 'cache=off store=b hash=none',
      values: { cache: 'off', store: 'b', hash: 'none' },
      steps: [{ label: 'search [cache=off store=b hash=none]', scenario: 'search' }],
    });
    expect(seconds.atMost).toBeGreaterThan(3 * variants[0].seconds.atMost);
    expect(wallSeconds.most).toBeGreaterThanOrEqual(seconds.atMost);
  });

  it('plans capacities in variants, beside loads and alone, with times that add up', async () => {
    const searches = `service: { start: node server.js, url: 'http://127.0.0.1:\${PORT}' }
scenarios:
  quote: { request: GET /quote, slo: p99 < 30ms at 100 to 4000 req/s }
  stock: { request: GET /stock, slo: p99 < 30ms at 100 to 4000 req/s, budget: 60s }
variants: { instances: { "1": {}, "4": { env: { N: "4" } } } }
measure: { budget: 30s }
`;
    project = createProject({ 'tailgate.yml': searches });
    const alone = await project.run(['plan', '--from', 'history']);
    expect(alone.stdout).toMatch(/^Under load: 3 min at most in 2 variants\.$/m);
    expect(alone.stdout).toMatch(/^Wall time: about 3 min; up to 3 min if unclear/m);
    const beside = searches.replace('variants:', '  list: { request: GET /, load: 100 req/s }\nvariants:');
    for (const text of [searches, beside]) {
      project.write('tailgate.yml', text);
      const { code, stdout } = await project.run(['plan', '--json', '--from', 'history']);
      expect(code).toBe(0);
      const { variants, seconds, wallSeconds } = JSON.parse(stdout);
      const sum = 2 * variants[0].seconds.atMost;
      expect(variants[0].seconds.searches).toBe(90);
      expect(variants[0].seconds.atMost).toBeGreaterThanOrEqual(90);
      expect(seconds.atMost).toBe(Math.ceil(sum));
      expect(wallSeconds.most).toBeGreaterThanOrEqual(seconds.atMost);
      expect(wallSeconds.least).toBeLessThanOrEqual(wallSeconds.most);
      expect(wallSeconds.least).toBeGreaterThanOrEqual(180);
      const human = (await project.run(['plan', '--from', 'history'])).stdout;
      expect(stdout + human).not.toMatch(/NaN|Infinity|null s|: -\d|about -/);
    }
  });

  it('says whether there is anything to compare with a base, and leaves nothing behind', async () => {
    const when = 'when: { changed: [src/**, lib/**] }\n';
    const repository = createRepository({ 'tailgate.yml': CONFIG, 'server.cjs': 'one' });
    project = repository;
    const plan = async (...args: string[]) => (await repository.run(['plan', ...args])).stdout;
    expect(await plan('--base', 'main')).toMatch(/^Nothing to compare: \w{7} has the same files\.$/m);
    expect(JSON.parse(await plan('--base', 'main', '--json'))).toMatchObject({
      paired: false,
      base: { differs: 'not' },
    });
    repository.write('server.cjs', 'two');
    expect(await plan('--base', 'main')).toMatch(/^Compared with \w{7}\.$/m);
    mkdirSync(join(repository.folder, 'src'));
    repository.commit({ 'tailgate.yml': when + CONFIG, 'src/a.cjs': '' });
    repository.write('server.cjs', 'three');
    expect(await plan('--base', 'main')).toMatch(/^Nothing of it beside \w{7}, .* what `when` names\.$/m);
    expect(JSON.parse(await plan('--json'))).toMatchObject({ paired: true, base: null });
    const { code, stderr } = await repository.run(['plan', '--base', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere');
    expect(repository.leftovers()).toEqual([]);
  });

  it('takes records in the default folder for no change', async () => {
    const repository = createRepository({ 'tailgate.yml': CONFIG, 'server.cjs': 'one' });
    project = repository;
    mkdirSync(join(repository.folder, '.tailgate/default'), { recursive: true });
    repository.write('.tailgate/default/record.json', '{}');
    const { code, stdout } = await repository.run(['plan', '--base', 'main']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing to compare: \w{7} has the same files\.$/m);
  });

  it('refuses a script that loads one address, where base and head each get a port', async () => {
    const config = CONFIG.replace('request: GET /', 'script: load.js');
    const script = (url: string) => `import http from 'k6/http';\nexport default () => http.get(${url});\n`;
    project = createProject({ 'tailgate.yml': config, 'load.js': script("'http://localhost:8080/'") });
    const { code, stdout, stderr } = await project.run(['plan']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The script of scenario `search` loads an address that is the same for both');
    expect(stderr).toContain('load.js');
    project.write('load.js', script('__ENV.BASE_URL'));
    expect((await project.run(['plan'])).code).toBe(0);
  });

  it('names the variant that was probably meant', async () => {
    project = createProject({ 'tailgate.yml': VARIANTS });
    const { code, stderr } = await project.run(['plan', '--only', 'search [cache=of]']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no variant `cache=of`[\s\S]*Did you mean `cache=o/);
  });

  it('says nothing of a reader that has seen enough', () => {
    project = createProject({ 'tailgate.yml': CONFIG });
    const cli = `'${process.execPath}' '${resolve('dist/cli.mjs')}'`;
    for (const command of ['--help', 'plan', 'plan --json']) {
      const { stderr, stdout } = spawnSync(
        'sh',
        ['-c', `{ ${cli} ${command}; echo "code $?" >&2; } | true`],
        {
          cwd: project.folder,
          encoding: 'utf8',
        },
      );
      expect([command, stdout, stderr]).toEqual([command, '', 'code 0\n']);
    }
  });
});
