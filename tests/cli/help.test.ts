import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const call = (...args: string[]) =>
  spawnSync(process.execPath, [resolve('dist/cli.mjs'), ...args], { encoding: 'utf8' });

it.each([
  [['unheard-of'], "unknown command 'unheard-of'"],
  [['run', '--onyl', 'search'], '(Did you mean --only?)'],
  [['plan', 'search'], 'too many arguments'],
])('a wrong call, %j, says where to look what is right', (args, wrong) => {
  const { status, stderr } = call(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(wrong);
  expect(stderr).toContain('`--help` lists commands and options.');
});

it('an option without a value, such as of a variable that is not set, is refused', () => {
  const { status, stderr } = call('run', '--only', ' , ');
  expect([status, stderr]).toEqual([2, expect.stringContaining('It is blank.')]);
});

it('--help has the exit codes', () => {
  const { status, stdout } = call('--help');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/130 interrupted$/m)]);
});
