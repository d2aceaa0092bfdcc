import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { isRelevant, type Watched } from '../../src/revision/relevance.ts';
import { commit, git, local, makeFolder, makeRepository, request, write } from './fixture.ts';

const CONFIG = { 'tailgate.yml': 'suite: shop\n', 'load/browse.js': 'one\n' };

const watch = (...patterns: string[]): Watched => ({ patterns, always: ['tailgate.yml', 'load/browse.js'] });

function makeShop(files: Record<string, string> = {}): string {
  return makeRepository({ ...CONFIG, 'src/app.js': 'one\n', 'docs/guide.md': 'one\n', ...files });
}

const choose = async (directory: string, watched: Watched) =>
  choosePair(await request(directory, local, { watched }));

describe('what has changed', () => {
  it('is irrelevant when no pattern matches it, and the notes are empty', async () => {
    const shop = makeShop();
    commit(shop, { 'docs/guide.md': 'two\n', 'src.md': 'new\n' });
    const pair = await choose(shop, watch('src/**'));
    expect(pair).toMatchObject({ kind: 'irrelevant', notes: [] });
  });

  it.each([
    ['a file that matches', { 'src/app.js': 'two\n' }],
    ['a new file', { 'src/.env': 'x\n' }],
    ['the configuration', { 'tailgate.yml': 'suite: other\n' }],
    ['a script that it names', { 'load/browse.js': 'two\n' }],
    ['a file whose name has a line end and a quote in it', { 'src/a\n"b.js': 'x\n' }],
    ['a file whose name is not ASCII', { 'src/größe.js': 'x\n' }],
  ])('is relevant by %s', async (_, files) => {
    const shop = makeShop();
    commit(shop, { ...files, 'docs/guide.md': 'two\n' });
    expect(await choose(shop, watch('src/**'))).toMatchObject({ kind: 'different' });
  });

  it('counts a file that is removed, renamed away, or made executable', async () => {
    for (const change of [
      ['rm', '--quiet', 'src/app.js'],
      ['mv', 'src/app.js', 'docs/app.js'],
      ['update-index', '--chmod=+x', 'src/app.js'],
    ]) {
      const shop = makeShop({ 'src/other.js': 'x\n' });
      git(shop, ...change);
      git(shop, 'commit', '--quiet', '--message', 'change');
      git(shop, 'checkout', '--quiet', '--', '.');
      expect(await choose(shop, watch('src/**')), change.join(' ')).toMatchObject({ kind: 'different' });
    }
  });

  it('counts what is not committed yet, new files among them, but not what git ignores', async () => {
    const shop = makeShop({ '.gitignore': 'src/cache\n' });
    write(shop, { 'src/cache': 'x\n', 'docs/new.md': 'x\n' });
    expect(await choose(shop, watch('src/**'))).toMatchObject({ kind: 'irrelevant' });
    write(shop, { 'src/new.js': 'x\n' });
    expect(await choose(shop, watch('src/**'))).toMatchObject({ kind: 'different' });
  });

  it('is looked at below the folder of the configuration, whose patterns are relative to it', async () => {
    const shop = makeShop({ 'api/tailgate.yml': 'x\n', 'api/src/app.js': 'one\n' });
    const api = join(shop, 'api');
    commit(shop, { 'src/app.js': 'two\n', 'api.md': 'x\n', 'tailgate.yml': 'other\n' });
    expect(await choose(api, watch('src/**', '**'))).toMatchObject({ kind: 'irrelevant' });
    commit(shop, { 'api/src/app.js': 'two\n' });
    expect(await choose(api, watch('src/**'))).toMatchObject({ kind: 'different' });
  });

  it('is all relevant where the patterns match no file at all, and says so', async () => {
    const shop = makeShop();
    commit(shop, { 'src/app.js': 'two\n' });
    const pair = await choose(shop, watch('scr/**', 'lib'));
    expect(pair).toMatchObject({
      kind: 'different',
      notes: [
        '"scr/**" of `when.changed` matches no file of base or head; everything is measured',
        '"lib" of `when.changed` matches no file of base or head; everything is measured',
      ],
    });
    commit(shop, { 'docs/guide.md': 'three\n' });
    expect(await choose(shop, watch('src', 'lib'))).toMatchObject({
      kind: 'irrelevant',
      notes: ['"lib" of `when.changed` matches no file of base or head'],
    });
  });

  it('may be in a submodule, of which only the commit is known', async () => {
    const library = makeRepository({ 'index.js': 'one\n' });
    const shop = makeShop();
    git(shop, 'submodule', '--quiet', 'add', library, 'vendor/library');
    git(shop, 'commit', '--quiet', '--message', 'with a library');
    commit(join(shop, 'vendor/library'), { 'index.js': 'two\n' });
    git(shop, 'commit', '--quiet', '--all', '--message', 'newer');
    for (const patterns of [['vendor/**'], ['vendor/library/index.js', 'src/**'], ['src/**']]) {
      expect(await choose(shop, watch(...patterns)), patterns.join()).toMatchObject({ kind: 'different' });
    }
    expect(await choose(shop, watch('**', '!vendor/**'))).toMatchObject({ kind: 'irrelevant' });
  });

  it('is identical before it is irrelevant', async () => {
    const shop = makeShop();
    git(shop, 'commit', '--quiet', '--allow-empty', '--message', 'nothing');
    expect(await choose(shop, watch('src/**'))).toMatchObject({ kind: 'identical' });
  });

  it('cannot be told without a base, or outside git', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'plain'));
    expect(await choose(join(folder, 'plain'), watch('src/**'))).toMatchObject({ reason: 'no-repository' });
    expect(await choose(makeShop(), watch('src/**'))).toMatchObject({ reason: 'root-commit' });
  });
});

describe('a changed path', () => {
  it('that a script reads counts, wherever it lies', () => {
    const always = ['tailgate.yml', '../../lib/k6/common.js'];
    const changed = [{ path: 'lib/k6/common.js', submodule: false }];
    expect(isRelevant(changed, { patterns: ['src/**'], always }, 'services/api')).toBe(true);
    expect(isRelevant(changed, { patterns: ['src/**'], always: ['tailgate.yml'] }, 'services/api')).toBe(
      false,
    );
  });

  it('outside of the folder does not count otherwise, even when the folder is the start of its name', () => {
    const changed = [{ path: 'api2/src/a', submodule: false }];
    expect(isRelevant(changed, watch('**'), 'api')).toBe(false);
    expect(isRelevant([{ path: 'api/src/a', submodule: false }], watch('**'), 'api')).toBe(true);
  });
});
