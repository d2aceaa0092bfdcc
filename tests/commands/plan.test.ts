import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createProject, type Project } from '../cli/project.ts';
import { SMALL } from '../config/configs.ts';

let project: Project;
afterEach(() => project.remove());

it('tailgate plan is read by programs: with a version of its shape', async () => {
  project = createProject({ 'tailgate.yml': SMALL.replace('1000 req/s', '33.3 req/s for 7.7s') });
  const { code, stdout } = await project.run(['plan', '--json']);
  expect(code).toBe(0);
  const variants = [{ steps: [{}] }];
  expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, suite: 'default', variants });
  expect(stdout).toContain('33.3');
});

it('the configuration is found in a folder above, and that is said', () => {
  project = createProject({ 'tailgate.yaml': SMALL });
  const cwd = join(project.folder, 'api');
  for (const folder of [cwd, join(project.folder, '.git')]) mkdirSync(folder);
  const args = [resolve('dist/cli.mjs'), 'plan'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, 'using ../tailgate.yaml\n']);
});

it('a variable that is not set is named, with its line and the command that sets it', async () => {
  project = createProject({ 'tailgate.yml': SMALL.replace('q=shoes', 'key=${env.KEY_OF_MINE}') });
  const { code, stderr } = await project.run(['plan']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/tailgate\.yml:7:14: Variable `KEY_OF_MINE` is not set/);
  expect(stderr).toContain('`KEY_OF_MINE=… tailgate plan`');
  expect((await project.run(['plan'], { KEY_OF_MINE: 'x' })).code).toBe(0);
});

it('tailgate plan of 24 variants says once what they have in common, and what they take in all', async () => {
  const axes =
    '{ cache: { on: {}, off: {} }, store: { a: {}, b: {}, c: {}, d: {} }, hash: { x: {}, y: {}, z: {} } }';
  project = createProject({ 'tailgate.yml': `${SMALL}variants: ${axes}\n` });
  const { code, stdout } = await project.run(['plan']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^24 variants, one after the other/m);
  expect(stdout.match(/^ {2}\[cache=o\w+ store=\w hash=\w\]$/gm)).toHaveLength(24);
  expect(stdout.match(/^ {2}search: 1000 req\/s/gm)).toHaveLength(1);
  expect(stdout).toMatch(/^Under load: [\d.]+ (min|h) at most in 24 variants\.$/m);
  const chosen = await project.run(['plan', '--json', '--only', 'search [cache=off, hash=x]']);
  const { variants, seconds, wallSeconds } = JSON.parse(chosen.stdout);
  expect(variants).toHaveLength(4);
  expect(variants[1]).toMatchObject({
    name: 'cache=off store=b hash=x',
    values: { cache: 'off', store: 'b', hash: 'x' },
    steps: [{ label: 'search [cache=off store=b hash=x]', scenario: 'search' }],
  });
  expect(seconds.atMost).toBeGreaterThan(3 * variants[0].seconds.atMost);
  expect(wallSeconds).toBeGreaterThanOrEqual(seconds.atMost);
});

it.each(['--help', 'plan', 'plan --json'])('%s says nothing of a reader that has seen enough', (command) => {
  project = createProject({ 'tailgate.yml': SMALL });
  const script = `{ '${process.execPath}' '${resolve('dist/cli.mjs')}' ${command}; echo "code $?" >&2; } | true`;
  const { stderr, stdout } = spawnSync('sh', ['-c', script], { cwd: project.folder, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['', 'code 0\n']);
});
