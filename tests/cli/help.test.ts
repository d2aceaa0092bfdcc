import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/table.ts';

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
  expect(stderr).toContain('`--help` shows what can be given.');
});

it('an option without a value, such as of a variable that is not set, is refused', () => {
  const { status, stderr } = call('run', '--only', ' , ');
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^error: --\w+ has no value\./)]);
});

it('--help names all commands and the exit codes', () => {
  const { status, stdout } = call('--help');
  expect(status).toBe(0);
  for (const name of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^  ${name}[ |]`, 'm'));
  expect(stdout).toMatch(/130 interrupted$/m);
});

it('--help of a command has its options and its own examples alone', () => {
  const { stdout } = call('run', '--help');
  for (const flags of Object.keys(COMMANDS.run.options)) expect(stdout).toContain(flags);
  const examples = stdout.match(/^ {2}tailgate .*$/gm) ?? [];
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((line) => !line.startsWith('  tailgate run '))).toEqual([]);
});
