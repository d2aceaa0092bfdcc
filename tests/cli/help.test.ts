import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const help = (...args: string[]) =>
  spawnSync(process.execPath, [resolve('dist/cli.mjs'), ...args, '--help'], { encoding: 'utf8' }).stdout;

const COMMANDS = [...help().matchAll(/^ {2}([a-z]+) .*$/gm)].map((match) => match[1]!).filter(isCommand);

function isCommand(name: string): boolean {
  return name !== 'tailgate' && name !== 'help';
}

it.each([
  [['unheard-of'], "unknown command 'unheard-of'"],
  [['run', '--onyl', 'search'], '(Did you mean --only?)'],
  [['plan', 'search'], 'too many arguments'],
])('a wrong call, %j, says where to look what is right', (args, wrong) => {
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/cli.mjs'), ...args], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain(wrong);
  expect(stderr).toContain('`--help` shows what can be given.');
});

describe('--help', () => {
  it('knows all commands', () => {
    expect(COMMANDS).toEqual(expect.arrayContaining(['run', 'plan', 'history', 'try', 'init', 'guide']));
  });

  it.each(COMMANDS)('of %s shows its own examples, and only these', (command) => {
    const examples = help(command).match(/^ {2}tailgate .*$/gm) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter((line) => !line.startsWith(`  tailgate ${command} `))).toEqual([]);
    expect(help(command).match(/^Examples:$/gm)).toHaveLength(1);
  });
});
