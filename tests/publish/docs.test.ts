import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

it('each row of attacks in the threat model names tests that are there', () => {
  const [, attacks] = readFileSync('docs/security.md', 'utf8').split(/^## Attacks/m);
  const rows = attacks!.split('\n').filter((line) => /^\| (?!-|Attack)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const paths = row.match(/tests\/[\w./-]*\w/g) ?? [];
    expect([row, paths.length > 0, paths.filter((path) => !existsSync(path))]).toEqual([row, true, []]);
  }
});

it('parts of the reference are written between their marks, checked, and refused without marks', () => {
  const folder = makeFolder('tailgate-docs');
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/json.md'), '<!-- kinds -->\n<!-- /kinds -->\n');
  const path = join(folder, 'docs/reference.md');
  const script = resolve('scripts/docs.mjs');
  const docs = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
  expect(docs('--check').status).toBe(2);
  writeFileSync(path, '<!-- /inputs -->\n<!-- inputs -->\n');
  expect(docs().stderr).toMatch(/^docs\/reference\.md has no place for the (keys|inputs|outputs)/);
  const parts = ['keys', 'inputs', 'outputs'];
  const empty = `# T\n\n${parts.map((part) => `<!-- ${part} -->\n<!-- /${part} -->\n`).join('\nand\n')}\nend\n`;
  writeFileSync(path, empty);
  expect(docs('--check')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run docs') });
  expect(readFileSync(path, 'utf8')).toBe(empty);
  docs();
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('| `working-directory` | Folder to work in, relative to the workspace. | `.` |');
  expect(text).toMatch(/^\| `measure\.soak` \| .*Default: `20s`\. \|$/m);
  expect(text).toMatch(/<!-- outputs -->\n\| Output \| What it is \|\n\| - \| - \|\n\| `verdict` \|/);
  expect(text).toMatch(/<!-- \/outputs -->\n\nend\n$/);
  expect(docs('--check').status).toBe(0);
  docs();
  expect(readFileSync(path, 'utf8')).toBe(text);
});
