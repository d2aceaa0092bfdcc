import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { examineTarget, writeAll } from '../../src/init/writing.ts';
import { makeFiles, readAll } from './repository.ts';

describe('the files of tailgate init', () => {
  test('are written with the folders they need', () => {
    const folder = makeFiles({ 'tailgate.yml': 'old' });
    writeAll([
      { path: join(folder, 'tailgate.yml'), text: 'new' },
      { path: join(folder, '.github/workflows/tailgate.yml'), text: 'workflow' },
    ]);
    expect(readAll(folder)).toEqual({ 'tailgate.yml': 'new', '.github/workflows/tailgate.yml': 'workflow' });
  });

  test('are all as before when the last of them cannot be written', () => {
    const folder = makeFiles({ 'tailgate.yml': 'old' });
    mkdirSync(join(folder, 'taken'));
    const files = [
      { path: join(folder, 'tailgate.yml'), text: 'new' },
      { path: join(folder, '.github/workflows/a.yml'), text: 'workflow' },
      // A rename of a file onto a folder fails.
      { path: join(folder, 'taken'), text: 'never' },
    ];
    expect(() => writeAll(files)).toThrow(
      expect.objectContaining({ name: 'UserError', exitCode: 2, hint: 'Nothing was changed.' }),
    );
    expect(readAll(folder)).toEqual({ 'tailgate.yml': 'old' });
    expect(() => mkdirSync(join(folder, '.github'))).not.toThrow();
  });

  test('do not replace folders or links', () => {
    const folder = makeFiles({ target: 'precious', file: '' });
    symlinkSync('target', join(folder, 'link'));
    mkdirSync(join(folder, 'place'));
    symlinkSync('place', join(folder, 'way'));
    const examine = (path: string) => examineTarget({ path: join(folder, path), text: '' });
    expect(() => examine('link')).toThrow(/link/);
    expect(() => examine('place')).toThrow(/folder/);
    expect(() => examine('file/below.yml')).toThrow(/something else/);
    expect(examine('file')).toBe('same');
    expect(examine('target')).toBe('taken');
    expect(examine('nothing/here')).toBe('free');
    expect(examine('way/there')).toBe('free');
  });

  test.skipIf(process.getuid?.() === 0)('that may not be written leave a word about it', () => {
    const folder = makeFiles({ 'a/b': '' });
    chmodSync(join(folder, 'a'), 0o500);
    expect(() => writeAll([{ path: join(folder, 'a/c'), text: '' }])).toThrow(/could not be written/);
    chmodSync(join(folder, 'a'), 0o700);
  });
});
