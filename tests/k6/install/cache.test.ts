import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cacheRoots, findCached, InstallFailed, installInCache } from '../../../src/k6/install/cache.ts';
import { listenToProgress, makeFolder, versionScript, writeScript } from './fixtures.ts';

const listRoots = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
  cacheRoots(environment, platform);

/** The first cache that can be written is the tool cache `root`, then that of `home`. */
function makeAround(root: string, home = root) {
  return {
    environment: { RUNNER_TOOL_CACHE: root, XDG_CACHE_HOME: home, PATH: process.env.PATH },
    platform: 'linux' as const,
    arch: 'x64',
    progress: listenToProgress(),
    signal: new AbortController().signal,
  };
}

const find = (root: string) => findCached(root, '2.2.0', 'x64');

const make = (folder: string) => writeScript(join(folder, 'made'), versionScript('2.2.0'));

const install = (root: string, how = make) => installInCache('2.2.0', makeAround(root), how);

describe('the folders of the cache', () => {
  test('are the user cache of the platform', () => {
    expect(listRoots({ HOME: '/home/me' })).toEqual(['/home/me/.cache/tailgate']);
    expect(listRoots({ HOME: '/Users/me' }, 'darwin')).toEqual(['/Users/me/Library/Caches/tailgate']);
  });

  test('follow XDG_CACHE_HOME unless it is relative', () => {
    expect(listRoots({ HOME: '/home/me', XDG_CACHE_HOME: '/var/c' })).toEqual(['/var/c/tailgate']);
    expect(listRoots({ HOME: '/home/me', XDG_CACHE_HOME: 'c' })).toEqual(['/home/me/.cache/tailgate']);
  });

  test('begin with the tool cache of a runner', () => {
    expect(listRoots({ HOME: '/home/me', RUNNER_TOOL_CACHE: '/opt/hostedtoolcache' })).toEqual([
      '/opt/hostedtoolcache',
      '/home/me/.cache/tailgate',
    ]);
  });
});

describe('an entry of the cache', () => {
  test('is found once stored', async () => {
    const root = await makeFolder();
    expect(find(root)).toBeNull();
    const path = await install(root);
    expect(find(root)).toBe(path);
    expect(findCached(root, '2.2.1', 'x64')).toBeNull();
    expect(findCached(root, '2.2.0', 'arm64')).toBeNull();
  });

  test("is found when another tool stored it in the runner's layout", async () => {
    const root = await makeFolder();
    const path = await writeScript(join(root, 'k6/2.2.0/x64/k6'), versionScript('2.2.0'));
    await writeFile(join(root, 'k6/2.2.0/x64.complete'), '');
    expect(find(root)).toBe(path);
  });

  test('is not used while half-written: without its marker, or with a marker alone', async () => {
    const root = await makeFolder();
    await writeScript(join(root, 'k6/2.2.0/x64/k6'), versionScript('2.2.0'));
    expect(find(root)).toBeNull();
    await mkdir(join(root, 'k6/2.1.0'), { recursive: true });
    await writeFile(join(root, 'k6/2.1.0/x64.complete'), '');
    expect(findCached(root, '2.1.0', 'x64')).toBeNull();
  });

  test('replaces a half-written one', async () => {
    const root = await makeFolder();
    await writeScript(join(root, 'k6/2.2.0/x64/k6'), 'truncated');
    const path = await install(root);
    expect(await readFile(path, 'utf8')).toMatch('k6 v2.2.0');
    expect(find(root)).toBe(path);
  });

  test('is whole at every moment while several store it at once', async () => {
    const root = await makeFolder();
    const whole = `#!/bin/sh\n${versionScript('2.2.0')}\n`;
    let installing = true;
    const seen: string[] = [];
    const reading = (async () => {
      // At least once, however quickly they are done.
      while (installing || seen.length === 0) {
        const path = find(root);
        if (path) seen.push(await readFile(path, 'utf8'));
        await new Promise(setImmediate);
      }
    })();
    const paths = await Promise.all(Array.from({ length: 12 }, () => install(root)));
    installing = false;
    await reading;
    expect(new Set(paths).size).toBe(1);
    expect(new Set(seen)).toEqual(new Set([whole]));
  });
});

describe('the folder in which k6 is made', () => {
  test('is in the second cache when the first cannot be written', async () => {
    const folder = await makeFolder();
    // A file where a folder should be refuses root, too.
    await writeFile(join(folder, 'first'), '');
    const around = makeAround(join(folder, 'first'), join(folder, 'second'));
    expect(await installInCache('2.2.0', around, make)).toBe(join(folder, 'second/tailgate/k6/2.2.0/x64/k6'));
  });

  test('cannot be had without a cache that can be written, and the error names all', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'first'), '');
    await writeFile(join(folder, 'second'), '');
    const making = installInCache('2.2.0', makeAround(join(folder, 'first'), join(folder, 'second')), make);
    await expect(making).rejects.toThrow(InstallFailed);
    await expect(making).rejects.toThrow(/first.*second/);
  });

  test('left behind by a killed run is removed a day later, a fresh one is not', async () => {
    const root = await makeFolder();
    for (const name of ['.staging-stale', '.staging-fresh'])
      await mkdir(join(root, 'k6', name), { recursive: true });
    const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
    await utimes(join(root, 'k6/.staging-stale'), twoDaysAgo, twoDaysAgo);
    await install(root);
    expect((await readdir(join(root, 'k6'))).sort()).toEqual(['.staging-fresh', '2.2.0']);
  });

  test('gives a binary that others may run, whatever its mode was', async () => {
    const root = await makeFolder();
    const path = await install(root, async (folder) => {
      const binary = await make(folder);
      await chmod(binary, 0o700);
      return binary;
    });
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });
});
