import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createProject, eventually, type Project } from '../cli/project.ts';

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
  it('is read by programs: with a version of its shape, and numbers without the noise of binary fractions', async () => {
    project = createProject({ 'tailgate.yml': CONFIG.replace('200 req/s', '33.3 req/s for 7.7s') });
    const { code, stdout } = await project.run(['plan', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, suite: 'default', steps: [{}] });
    expect(stdout).toContain('33.3');
    expect(stdout.match(/\d+\.\d{5,}/g) ?? []).toEqual([]);
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

  it('finds the configuration in a folder above, and says so', async () => {
    project = createProject({ 'tailgate.yaml': CONFIG });
    const folder = join(project.folder, 'api');
    mkdirSync(folder);
    mkdirSync(join(project.folder, '.git'));
    const run = () =>
      spawnSync(process.execPath, [resolve('dist/cli.mjs'), 'plan'], { cwd: folder, encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stderr: 'using ../tailgate.yaml\n' });
    writeFileSync(join(project.folder, 'tailgate.yml'), CONFIG);
    expect(run()).toMatchObject({ status: 0, stderr: 'using ../tailgate.yml\n' });
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

  it('of 24 variants says once what they have in common, and what they take in all', async () => {
    project = createProject({ 'tailgate.yml': VARIANTS });
    const { code, stdout } = await project.run(['plan']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^24 variants, one after the other/m);
    expect(stdout.match(/^ {2}\[cache=o\w+ store=\w hash=\w+\]$/gm)).toHaveLength(24);
    expect(stdout.match(/^ {2}search: 200 req\/s/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^Wall time: about [\d.]+ (min|h); up to .* if unclear/m);
    const chosen = await project.run(['plan', '--json', '--only', 'search [cache=off, hash=none]']);
    const { variants, seconds, wallSeconds } = JSON.parse(chosen.stdout);
    expect(variants).toHaveLength(4);
    expect(variants[1]).toMatchObject({
      name: 'cache=off store=b hash=none',
      values: { cache: 'off', store: 'b', hash: 'none' },
      steps: [{ label: 'search [cache=off store=b hash=none]', scenario: 'search' }],
    });
    expect(seconds.atMost).toBeGreaterThan(3 * variants[0].seconds.atMost);
    expect(wallSeconds.most).toBeGreaterThanOrEqual(seconds.atMost);
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
