import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

const script = resolve('scripts/docs.mjs');
const emptyPage =
  '# T\n\n<!-- keys -->\n<!-- /keys -->\n<!-- commands -->\n<!-- /commands -->\n\n<!-- inputs -->\n<!-- /inputs -->\n\nand\n\n<!-- outputs -->\n<!-- /outputs -->\n\nend\n';
let folder: string;

beforeEach(() => {
  folder = makeFolder('tailgate-docs');
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/json.md'), '<!-- kinds -->\n<!-- /kinds -->\n');
});

function docs(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
}

it('each row of attacks in the threat model names tests that are there', () => {
  const [, attacks] = readFileSync('docs/security.md', 'utf8').split(/^## Attacks/m);
  const rows = attacks!.split('\n').filter((line) => /^\| (?!-|Attack)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const paths = row.match(/tests\/[\w./-]*\w/g) ?? [];
    expect([row, paths.length > 0, paths.filter((path) => !existsSync(path))]).toEqual([row, true, []]);
  }
});

it('the parts of the reference are written between their marks, and once is enough', () => {
  const path = join(folder, 'docs/reference.md');
  writeFileSync(path, emptyPage);
  execFileSync(process.execPath, [script], { cwd: folder });
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('| `working-directory` | Folder to work in, relative to the workspace. | `.` |');
  expect(text).toContain(
    '| `measure.soak` | Load of the last head without a pause, in all. Default: `20s`. |',
  );
  expect(text).toMatch(/^tailgate init +# write/m);
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

it('a reference that is not there, or has no marks, is an error', () => {
  expect(docs('--check').status).toBe(2);
  for (const text of ['# T\n', '<!-- /inputs -->\n<!-- inputs -->\n']) {
    writeFileSync(join(folder, 'docs/reference.md'), text);
    const { status, stderr } = docs();
    expect(status).toBe(2);
    expect(stderr).toMatch(/^docs\/reference\.md has no place for the (keys|commands|inputs|outputs)/);
  }
});
