import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { examineTarget, writeFile } from '../../src/init/writing.ts';
import { makeFiles, readAll } from './repository.ts';

describe('the files of tailgate init', () => {
  test('are written with the folders they need', () => {
    const folder = makeFiles({ 'tailgate.yml': 'old' });
    writeFile({ path: join(folder, 'tailgate.yml'), text: 'new' });
    writeFile({ path: join(folder, '.github/workflows/tailgate.yml'), text: 'workflow' });
    expect(readAll(folder)).toEqual({ 'tailgate.yml': 'new', '.github/workflows/tailgate.yml': 'workflow' });
  });

  test('do not replace folders or links', () => {
    const folder = makeFiles({ target: 'precious', same: '' });
    symlinkSync('target', join(folder, 'link'));
    mkdirSync(join(folder, 'place'));
    const examine = (path: string) => examineTarget({ path: join(folder, path), text: '' });
    expect(() => examine('link')).toThrow(/A folder or link/);
    expect(() => examine('place')).toThrow(/A folder or link/);
    expect(['same', 'target', 'nothing/here'].map(examine)).toEqual(['same', 'taken', 'free']);
  });

  test('that cannot be written leave a word about it', () => {
    const folder = makeFiles({ 'a/b': '' });
    for (const path of ['a', 'a/b/c'])
      expect(() => writeFile({ path: join(folder, path), text: '' })).toThrow(/could not be written/);
  });
});
