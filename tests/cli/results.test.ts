import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, type Project, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());
const place = (name: string) => join(project.folder, name);

describe('a place for a result that cannot be right', () => {
  beforeEach(() => {
    for (const args of [
      ['init', '-q'],
      ['add', 'server.cjs'],
    ])
      execFileSync('git', args, { cwd: project.folder });
  });

  it.each([
    ['a folder', ['--json', '.'], /--json .*: it is a folder/],
    ['the configuration', ['--junit', 'tailgate.yml'], /--junit .*: this command reads it/],
    [
      'the configuration by another way',
      ['--metrics', './x/../tailgate.yml'],
      /--metrics .*: this command reads it/,
    ],
    ['a file that git tracks', ['--comment', 'server.cjs'], /--comment .*: git tracks it/],
    [
      'that of another result',
      ['--json', 'new/one', '--junit', './new/one'],
      /--junit .*: --json writes it already/,
    ],
    ['below a file', ['--json', 'server.cjs/result'], /--json .*ENOTDIR/],
    ['a name that is too long', ['--json', 'x'.repeat(260)], /--json .*ENAMETOOLONG/],
  ])('is refused before anything is measured: %s', async (_, options, reason) => {
    const before = readFileSync(place('server.cjs'), 'utf8');
    const { code, stderr } = await project.run(['run', ...options]);
    expect(stderr).toMatch(reason);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/starting|measuring/);
    expect(readFileSync(place('server.cjs'), 'utf8')).toBe(before);
    expect(readFileSync(place('tailgate.yml'), 'utf8')).toBe(CONFIG);
    expect(existsSync(place('new'))).toBe(false);
  });

  it('is refused by `compare` as well: one of the runs that it reads', async () => {
    writeFileSync(place('before.json'), '{}');
    const { code, stderr } = await project.run([
      'compare',
      'before.json',
      'after.json',
      '--json',
      'before.json',
    ]);
    expect(stderr).toMatch(/--json .*: this command reads it/);
    expect(code).toBe(2);
    expect(readFileSync(place('before.json'), 'utf8')).toBe('{}');
  });
});

describe('a result that cannot be written in the end', () => {
  it('leaves the verdict shown and the other results written, and the run does not pass', async () => {
    execFileSync('mkfifo', [place('pipe')]);
    const { code, stdout, stderr } = await project.run([
      'run',
      '--comment',
      'pipe',
      '--json',
      'out/result.json',
    ]);
    expect(stdout).toMatch(/search/);
    expect(JSON.parse(readFileSync(place('out/result.json'), 'utf8')).schemaVersion).toBe(1);
    expect(stderr).toMatch(/a result of it could not be written[\s\S]*pipe: ENXIO/);
    expect(code).toBe(3);
    expect(statSync(place('pipe')).isFIFO()).toBe(true);
  });
});
