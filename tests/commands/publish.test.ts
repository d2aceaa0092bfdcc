import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const help = execFileSync(process.execPath, ['dist/cli.mjs', 'publish', '--help'], { encoding: 'utf8' });

test('the help of publish says where records are if nothing is said', () => {
  const words = help.replace(/\s+/g, ' ');
  expect(words).toContain('(default: "git")');
  expect(words).not.toContain('.tailgate beside');
});

test('the help of publish puts no expression of a workflow into a shell command', () => {
  expect(help).toContain('--needs "$NEEDS"');
  expect(help).not.toMatch(/--needs .?\$\{\{/);
});
