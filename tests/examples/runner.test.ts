import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config/read.ts';

const folder = (name: string) => join('examples', name);
const names = readdirSync('examples').filter((name) => existsSync(join(folder(name), 'example.json')));
const declaration = z.strictObject({
  what: z.string(),
  install: z.string().optional(),
  options: z.array(z.string()).optional(),
  short: z.array(z.string()).optional(),
  regressions: z
    .array(
      z.strictObject({
        what: z.string(),
        env: z.record(z.string(), z.string()).optional(),
        replace: z.array(z.strictObject({ file: z.string(), old: z.string(), new: z.string() })).optional(),
        options: z.array(z.string()).optional(),
      }),
    )
    .min(1),
});
const declared = (name: string) =>
  declaration.parse(JSON.parse(readFileSync(join(folder(name), 'example.json'), 'utf8')));

it('the runner lists each example with what it is, and names them when asked for another one', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['examples/run.mjs', ...args], { encoding: 'utf8' });
  const { stdout } = run('--list');
  for (const name of names) expect(stdout).toContain(declared(name).what);
  const { status, stderr } = run('hopiet');
  expect(status).toBe(1);
  expect(stderr).toMatch(/there is no example hopiet; there are .*hopeit/);
});

it.each(names)('the example %s has a configuration, its command and slips of what is there', (name) => {
  const { install, regressions } = declared(name);
  if (install) expect(existsSync(join(folder(name), install))).toBe(true);
  expect(readConfig(join(folder(name), 'tailgate.yml'), process.cwd()).suite).toBe(name);
  expect(readFileSync(join(folder(name), 'README.md'), 'utf8')).toContain(`npm run example -- ${name}`);
  for (const { env, replace, options } of regressions) {
    expect(env ?? replace ?? options).toBeTruthy();
    for (const { file, old, new: replacement } of replace ?? []) {
      expect(readFileSync(join(folder(name), file), 'utf8').split(old)).toHaveLength(2);
      expect(replacement).not.toBe(old);
    }
  }
});
