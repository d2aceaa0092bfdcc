import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

const script = resolve('scripts/docs.mjs');
const emptyPage =
  '# T\n\n<!-- inputs -->\n<!-- /inputs -->\n\nand\n\n<!-- outputs -->\n<!-- /outputs -->\n\nend\n';
let folder: string;

beforeEach(() => {
  folder = makeFolder('tailgate-docs');
  copyFileSync('action.yml', join(folder, 'action.yml'));
  mkdirSync(join(folder, 'docs'));
});

function docs(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
}

it('the threat model names files that are there', () => {
  let folder = '';
  const paths = [
    ...readFileSync('docs/security.md', 'utf8').matchAll(/(?:src|tests)\/[\w./-]*\w|(?<=`)[\w-]+\.ts/g),
  ];
  const missing = paths.map(([path]) => {
    const whole = path.includes('/') ? path : join(folder, path);
    folder = dirname(whole);
    return existsSync(whole) ? null : whole;
  });
  expect(missing.length).toBeGreaterThan(60);
  expect(missing.filter(Boolean)).toEqual([]);
});

it('the tables of the reference are written between their marks, and once is enough', () => {
  const path = join(folder, 'docs/reference.md');
  writeFileSync(path, emptyPage);
  execFileSync(process.execPath, [script], { cwd: folder });
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('| `working-directory` | Folder to work in, relative to the workspace. | `.` |');
  expect(text).toMatch(/<!-- outputs -->\n\| Output \| What it is \|\n\| - \| - \|\n\| `verdict` \|/);
  expect(text).toMatch(/<!-- \/outputs -->\n\nend\n$/);
  expect(docs('--check').status).toBe(0);
  execFileSync(process.execPath, [script], { cwd: folder });
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('stale tables fail the check and are left as they are', () => {
  const path = join(folder, 'docs/reference.md');
  writeFileSync(path, emptyPage);
  const result = docs('--check');
  expect(result.status).toBe(1);
  expect(result.stderr).toContain('npm run docs');
  expect(readFileSync(path, 'utf8')).toBe(emptyPage);
});

it.each([['# T\n'], ['<!-- inputs -->\n<!-- /inputs -->\n'], ['<!-- /inputs -->\n<!-- inputs -->\n']])(
  'a reference without the marks is an error: %j',
  (text) => {
    writeFileSync(join(folder, 'docs/reference.md'), text);
    const result = docs();
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(/^docs\/reference\.md has no place for the (inputs|outputs)/);
  },
);

it('no reference at all is an error', () => {
  expect(docs('--check').status).toBe(2);
});
