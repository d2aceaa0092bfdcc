import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { commit, git, local, makeRepository, request } from './fixture.ts';

const makeShop = (files: Record<string, string> = {}) => {
  const config = { 'tailgate.yml': 'suite: shop\n', 'load/browse.js': 'one\n' };
  return makeRepository({ ...config, 'src/app.js': 'one\n', 'docs/guide.md': 'one\n', ...files });
};

/** What is said of a change. */
async function choose(directory: string, patterns: string[], always = ['tailgate.yml', 'load/browse.js']) {
  const pair = await choosePair(await request(directory, local, { watched: { patterns, always } }));
  return pair.kind === 'none' ? pair.reason : pair.kind;
}

describe('what has changed', () => {
  it('is told of each commit: by a file that is written, removed, renamed away, or made executable', async () => {
    const shop = makeShop({ 'src/other.js': 'x\n', 'src/third.js': 'x\n' });
    const written: [string, Record<string, string>][] = [
      ['irrelevant', { 'src.md': 'the start of its name\n' }],
      ['different', { 'src/app.js': 'two\n' }],
      ['different', { 'tailgate.yml': 'suite: other\n' }],
      ['different', { 'load/browse.js': 'two\n' }],
      ['different', { 'src/a\n"größe.js': 'x\n' }],
    ];
    for (const [index, [kind, files]] of written.entries()) {
      commit(shop, { ...files, 'docs/guide.md': `${index}\n` });
      expect(await choose(shop, ['src/**']), JSON.stringify(files)).toBe(kind);
    }
    for (const change of [
      ['rm', '--quiet', 'src/app.js'],
      ['mv', 'src/other.js', 'docs/app.js'],
      ['update-index', '--chmod=+x', 'src/third.js'],
    ]) {
      git(shop, ...change);
      git(shop, 'commit', '--quiet', '--message', 'change');
      git(shop, 'checkout', '--quiet', '--', '.');
      expect(await choose(shop, ['src/**']), change[0]).toBe('different');
    }
  });

  it('is looked at in the whole repository: from its top with a leading /, else from the folder of the configuration', async () => {
    const shop = makeShop({ 'api/tailgate.yml': 'x\n', 'api/src/app.js': 'one\n', 'shared/log.js': 'one\n' });
    const api = join(shop, 'api');
    commit(shop, { 'src/app.js': 'two\n', 'api.md': 'x\n', 'api2/src/a': 'x\n', 'shared/log.js': 'two\n' });
    expect(await choose(api, ['src/**', '**'])).toBe('irrelevant');
    expect(await choose(api, ['src/**', '/shared/**'])).toBe('different');
    // A file that a script reads counts wherever it lies.
    expect(await choose(api, ['src/**'], ['tailgate.yml', '../shared/log.js'])).toBe('different');
    commit(shop, { 'api/src/app.js': 'two\n' });
    expect(await choose(api, ['src/**'])).toBe('different');
    // Where no pattern matches any file, all is relevant.
    for (const nothing of ['scr/**', '!docs/**', 'src\\app', '[', '{a', '${DIR}/src'])
      expect(await choose(shop, [nothing]), nothing).toBe('different');
  });

  it('may be in a submodule, of which only the commit is known', async () => {
    const library = makeRepository({ 'index.js': 'one\n' });
    const shop = makeShop();
    git(shop, 'submodule', '--quiet', 'add', library, 'vendor/library');
    git(shop, 'commit', '--quiet', '--message', 'with a library');
    commit(join(shop, 'vendor/library'), { 'index.js': 'two\n' });
    git(shop, 'commit', '--quiet', '--all', '--message', 'newer');
    for (const patterns of [['vendor/**'], ['vendor/library/index.js', 'src/**'], ['src/**']])
      expect(await choose(shop, patterns), patterns.join()).toBe('different');
    expect(await choose(shop, ['**', '!vendor/**'])).toBe('irrelevant');
  });
});
