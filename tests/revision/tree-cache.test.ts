import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf, openTreeCache, reapTreeCache } from '../../src/revision/tree-cache.ts';
import { listFiles, makeFolder, write } from './fixture.ts';

const never = new AbortController().signal;
const inputs = {
  tree: 'a'.repeat(40),
  top: '/cache/arms/base',
  prefix: '',
  builds: ['npm ci'],
  reused: [],
  surroundings: { arch: 'x64', node: 'v24.0.0' },
};

async function open(folder: string, signal = never) {
  const cache = await openTreeCache(folder, signal);
  if (cache === null) throw new Error('not opened');
  return cache;
}

/** An arm as it is after a build. */
function makeArm(home: string, text = 'built\n'): string {
  const top = join(home, 'base');
  write(top, {
    '.git/HEAD': 'own\n',
    'server.js': 'one\n',
    'dist/server.js': text,
    '.venv/bin/app': '#!/x\n',
  });
  symlinkSync('dist/server.js', join(top, 'link'));
  return top;
}

const key = (name: string) => keyOf({ ...inputs, tree: name });

describe('the cache of built trees', () => {
  it('gives back a built tree at the same place in a later run, with its own repository', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    const top = makeArm(first.home);
    const built = listFiles(top);
    expect(await first.keep(key('a'), top)).toBe(true);
    first.close();
    expect(existsSync(first.home)).toBe(false);

    const second = await open(folder);
    expect(second.home).toBe(first.home);
    write(top, { '.git/HEAD': 'fresh\n', 'server.js': 'one\n', 'not-built': '' });
    expect(await second.restore(key('b'), top)).toBe(false);
    expect(existsSync(join(top, 'not-built'))).toBe(true);
    expect(await second.restore(key('a'), top)).toBe(true);
    expect(listFiles(top)).toEqual(built);
    expect(readFileSync(join(top, '.git/HEAD'), 'utf8')).toBe('fresh\n');
    expect(readdirSync(second.home)).toEqual(['base']);
    second.close();
  });

  it('keeps the four that were used last', async () => {
    const cache = await open(makeFolder());
    const top = makeArm(cache.home);
    const entries = join(cache.home, '..', 'entries');
    for (const [age, name] of ['a', 'b', 'c', 'd'].entries()) {
      await cache.keep(key(name), top);
      const time = Date.now() / 1000 - 1000 + age;
      utimesSync(join(entries, key(name)), time, time);
    }
    expect(await cache.restore(key('a'), top)).toBe(true);
    await cache.keep(key('e'), top);
    expect(readdirSync(entries).sort()).toEqual(['a', 'c', 'd', 'e'].map(key).sort());
    cache.close();
  });

  it('never counts a copy that was not finished, and leaves none', async () => {
    const folder = makeFolder();
    const controller = new AbortController();
    const cache = await open(folder, controller.signal);
    const top = makeArm(cache.home);
    controller.abort();
    expect(await cache.keep(key('a'), top)).toBe(false);
    expect(readdirSync(join(folder, 'entries'))).toEqual([]);
    cache.close();
    // As a killed run leaves it.
    write(folder, { 'entries/.partial-1/server.js': 'half', 'arms/head/server.js': 'old' });
    const next = await open(folder);
    expect(readdirSync(join(folder, 'entries'))).toEqual([]);
    expect(readdirSync(next.home)).toEqual([]);
    next.close();
  });

  it('leaves the tree as it is when an entry cannot be copied', async () => {
    const controller = new AbortController();
    const cache = await open(makeFolder(), controller.signal);
    const top = makeArm(cache.home);
    await cache.keep(key('a'), top);
    write(top, { 'server.js': 'two\n' });
    const before = listFiles(top);
    controller.abort();
    expect(await cache.restore(key('a'), top)).toBe(false);
    expect(listFiles(top)).toEqual(before);
    expect(readdirSync(cache.home)).toEqual(['base']);
    cache.close();
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'does without on a full disk',
    async () => {
      const folder = makeFolder();
      const small = join(folder, 'entries');
      const cache = await open(folder);
      const top = makeArm(cache.home, 'x'.repeat(400_000));
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'none', small], { stdio: 'ignore' });
      } catch {
        cache.close(); // a container that may not mount
        return;
      }
      try {
        expect(await cache.keep(key('a'), top)).toBe(false);
        expect(readdirSync(small)).toEqual([]);
      } finally {
        execFileSync('umount', [small]);
        cache.close();
      }
    },
  );

  it('belongs to one run at a time, and is free again after it', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    const top = makeArm(first.home);
    expect(await openTreeCache(folder, never)).toBe(null);
    await reapTreeCache(folder);
    expect(existsSync(top)).toBe(true);
    first.close();
    const second = await open(folder);
    second.close();
    mkdirSync(top, { recursive: true });
    await reapTreeCache(folder);
    expect(existsSync(top)).toBe(false);
    await reapTreeCache(join(folder, 'never-used'));
    expect(existsSync(join(folder, 'never-used'))).toBe(false);
  });

  it('is for the user alone', async () => {
    const folder = join(makeFolder(), 'trees');
    const cache = await open(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    cache.close();
  });

  it('is none where its folder cannot be made', async () => {
    const folder = makeFolder();
    write(folder, { file: '' });
    expect(await openTreeCache(join(folder, 'file', 'cache'), never)).toBe(null);
  });
});

describe('the key of a built tree', () => {
  it('changes with everything that the build depends on, and not with the order of names', () => {
    const keys = [
      inputs,
      { ...inputs, tree: 'b'.repeat(40) },
      { ...inputs, top: '/cache/arms/head' },
      { ...inputs, prefix: 'api' },
      { ...inputs, builds: ['npm ci', 'npm run build'] },
      { ...inputs, builds: ['npm ci\nnpm run build'] },
      { ...inputs, reused: [{ path: 'node_modules', lockFile: 'package-lock.json', digest: 'f' }] },
      { ...inputs, surroundings: { ...inputs.surroundings, node: 'v22.0.0' } },
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    const turned = { ...inputs, surroundings: { node: 'v24.0.0', arch: 'x64' } };
    expect(keyOf(turned)).toBe(keys[0]);
  });
});
