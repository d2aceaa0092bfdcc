import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConfig, readConfig, readSuiteName } from '../../src/config/read.ts';
import { EXIT, UserError } from '../../src/errors.ts';
import { folder, useFolder } from '../folders.ts';
import { SMALL } from './configs.ts';

useFolder();

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function failure(name = 'tailgate.yml'): UserError {
  try {
    readConfig(name, folder);
  } catch (error) {
    if (error instanceof UserError && error.exitCode === EXIT.configuration) return error;
    throw error;
  }
  throw new Error('the file was read');
}

describe('the file', () => {
  test('is read relative to the working directory and found by its absolute path', () => {
    write('api/tailgate.yml', SMALL);
    const expected = { path: join(folder, 'api/tailgate.yml'), directory: join(folder, 'api') };
    expect(readConfig('api/tailgate.yml', folder)).toMatchObject(expected);
    expect(readConfig(expected.path, '/')).toMatchObject(expected);
    expect(readConfig('../api/tailgate.yml', join(folder, 'web'))).toMatchObject(expected);
  });

  test('may begin with a byte order mark', () => {
    write('tailgate.yml', `\ufeff${SMALL.replace('p99', 'p9999')}`);
    expect(failure().detail).toMatch(/^tailgate\.yml:8:10: /);
    write('tailgate.yml', `\ufeff${SMALL}`);
    expect(readConfig('tailgate.yml', folder).suite).toBe('default');
  });

  test('that is missing is told so', () => {
    symlinkSync('gone.yml', join(folder, 'tailgate.yml'));
    expect(failure().message).toBe('There is no tailgate.yml.');
    expect(failure('a\0b').message).toBe('There is no a\ufffdb.');
  });

  test('that is a folder, a pipe, huge or not UTF-8 is told so', () => {
    write('api/tailgate.yml', SMALL);
    expect(failure('api').message).toBe('api cannot be read. It is not a file.');
    expect(failure('api/tailgate.yml/tailgate.yml').message).toMatch(/^There is no /);
    execFileSync('mkfifo', [join(folder, 'tailgate.yaml')]);
    expect(failure('tailgate.yaml').message).toBe('tailgate.yaml cannot be read. It is not a file.');
    write('tailgate.yml', '#'.repeat(2_000_000));
    expect(failure().message).toContain('is 2000000 bytes long');
    write('tailgate.yml', Buffer.from(`\ufeff${SMALL}`, 'utf16le'));
    expect(failure().message).toBe('tailgate.yml cannot be read. It is not UTF-8 text.');
  });
});

describe('a configuration that is not named', () => {
  const found = (cwd: string) => findConfig(join(folder, cwd));

  test('is the one in the working directory, under either name', () => {
    expect(found('.')).toEqual({ path: join(folder, 'tailgate.yml'), said: null });
    write('tailgate.yaml', SMALL);
    expect(found('.')).toEqual({ path: join(folder, 'tailgate.yaml'), said: 'tailgate.yaml' });
    write('tailgate.yml', SMALL);
    expect(found('.')).toEqual({ path: join(folder, 'tailgate.yml'), said: null });
  });

  test('is looked for in the folders above, up to the root of the repository', () => {
    write('tailgate.yml', SMALL);
    write('repo/api/src/index.js', '');
    expect(found('repo/api').path).toBe(join(folder, 'repo/api/tailgate.yml'));
    write('repo/.git/HEAD', '');
    write('repo/tailgate.yaml', SMALL);
    const path = join(folder, 'repo/tailgate.yaml');
    expect(found('repo/api/src')).toEqual({ path, said: '../../tailgate.yaml' });
    write('repo/api/tailgate.yml', SMALL);
    expect(found('repo/api/src').said).toBe('../tailgate.yml');
  });
});

test('a script that is missing is marked', () => {
  const script = (path: string) => SMALL.replace('request: GET /search?q=shoes', `script: ${path}`);
  write('tailgate.yml', script('load/brwose.js'));
  expect(failure().detail).toMatch(/^tailgate.yml:7:13: There is no such file\.\n/);
});

test.each([
  ['suit: x\nsuite: api\n', 'api'],
  ['{"suite": "api", "scenarios": []}', 'api'],
  ['suite:\n  api\nscenarios: [\n', 'api'],
  ['note: |2\n  x\n\nother: >\n  suite: b\n', 'default'],
  ['suite: A b\n', 'default'],
  ['\u0000', 'default'],
])('the suite of a file with mistakes is found, if it has one: %j', (text, suite) => {
  expect(readSuiteName(text)).toBe(suite);
});
