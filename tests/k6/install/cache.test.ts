import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  cacheRoots,
  createStaging,
  findCached,
  InstallFailed,
  type Provenance,
  storeInCache,
} from '../../../src/k6/install/cache.ts';
import { makeFolder, versionScript, writeScript } from './fixtures.ts';

const run = promisify(execFile);
const key = { version: '2.2.0', arch: 'x64' };
const provenance: Provenance = { source: 'download', from: 'http://mirror', verified: 'pinned' };

describe('the folders of the cache', () => {
  test('are the user cache of the platform', () => {
    expect(cacheRoots({ HOME: '/home/me' }, 'linux')).toEqual(['/home/me/.cache/tailgate']);
    expect(cacheRoots({ HOME: '/Users/me' }, 'darwin')).toEqual(['/Users/me/Library/Caches/tailgate']);
  });

  test('follow XDG_CACHE_HOME unless it is relative', () => {
    expect(cacheRoots({ HOME: '/home/me', XDG_CACHE_HOME: '/var/c' }, 'linux')).toEqual(['/var/c/tailgate']);
    expect(cacheRoots({ HOME: '/home/me', XDG_CACHE_HOME: 'c' }, 'linux')).toEqual([
      '/home/me/.cache/tailgate',
    ]);
  });

  test('begin with the tool cache of a runner', () => {
    expect(cacheRoots({ HOME: '/home/me', RUNNER_TOOL_CACHE: '/opt/hostedtoolcache' }, 'linux')).toEqual([
      '/opt/hostedtoolcache',
      '/home/me/.cache/tailgate',
    ]);
  });
});

async function install(root: string): Promise<string> {
  const staging = await createStaging([root]);
  const binary = await writeScript(join(staging.folder, 'made'), versionScript('2.2.0'));
  return storeInCache(staging, key, binary, provenance);
}

describe('an entry of the cache', () => {
  test('is found once stored, and says how it was verified', async () => {
    const root = await makeFolder();
    expect(await findCached(root, key)).toBeNull();
    const path = await install(root);
    expect(await findCached(root, key)).toEqual({ path, verified: 'pinned' });
    expect(await findCached(root, { ...key, version: '2.2.1' })).toBeNull();
    expect(await findCached(root, { ...key, arch: 'arm64' })).toBeNull();
    expect((await run(path, ['version'])).stdout).toMatch('k6 v2.2.0');
  });

  test("is found when another tool stored it in the runner's layout", async () => {
    const root = await makeFolder();
    const path = await writeScript(join(root, 'k6/2.2.0/x64/k6'), versionScript('2.2.0'));
    await writeFile(join(root, 'k6/2.2.0/x64.complete'), '');
    expect(await findCached(root, key)).toEqual({ path, verified: 'not-applicable' });
  });

  test('is not used while half-written: without its marker, or with a marker alone', async () => {
    const root = await makeFolder();
    await writeScript(join(root, 'k6/2.2.0/x64/k6'), versionScript('2.2.0'));
    expect(await findCached(root, key)).toBeNull();
    await mkdir(join(root, 'k6/2.1.0'), { recursive: true });
    await writeFile(join(root, 'k6/2.1.0/x64.complete'), '');
    expect(await findCached(root, { ...key, version: '2.1.0' })).toBeNull();
  });

  test('replaces a half-written one', async () => {
    const root = await makeFolder();
    await writeScript(join(root, 'k6/2.2.0/x64/k6'), 'truncated');
    const path = await install(root);
    expect(await readFile(path, 'utf8')).toMatch('k6 v2.2.0');
    expect(await findCached(root, key)).not.toBeNull();
  });

  test('is whole at every moment while several store it at once', async () => {
    const root = await makeFolder();
    const whole = `#!/bin/sh\n${versionScript('2.2.0')}\n`;
    let installing = true;
    const seen: string[] = [];
    const reading = (async () => {
      while (installing) {
        const entry = await findCached(root, key);
        if (entry) seen.push(await readFile(entry.path, 'utf8'));
        await new Promise(setImmediate);
      }
    })();
    const paths = await Promise.all(Array.from({ length: 12 }, () => install(root)));
    installing = false;
    await reading;
    expect(new Set(paths).size).toBe(1);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([whole]));
  });
});

describe('the folder in which k6 is made', () => {
  test('is in the second cache when the first cannot be written', async () => {
    const folder = await makeFolder();
    // A file where a folder should be refuses root, too.
    await writeFile(join(folder, 'first'), '');
    const staging = await createStaging([join(folder, 'first'), join(folder, 'second')]);
    expect(staging.root).toBe(join(folder, 'second'));
  });

  test('cannot be had without a cache that can be written, and the error names all', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'first'), '');
    await writeFile(join(folder, 'second'), '');
    const making = createStaging([join(folder, 'first'), join(folder, 'second')]);
    await expect(making).rejects.toThrow(InstallFailed);
    await expect(making).rejects.toThrow(/first.*second/);
  });

  test('left behind by a killed run is removed a day later, a fresh one is not', async () => {
    const root = await makeFolder();
    const stale = await createStaging([root]);
    const fresh = await createStaging([root]);
    const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
    await utimes(stale.folder, twoDaysAgo, twoDaysAgo);
    await createStaging([root]);
    expect(await stat(stale.folder).catch(() => null)).toBeNull();
    expect(await readdir(fresh.folder)).toEqual([]);
  });

  test('gives a binary that others may run, whatever its mode was', async () => {
    const root = await makeFolder();
    const staging = await createStaging([root]);
    const binary = await writeScript(join(staging.folder, 'made'), versionScript('2.2.0'));
    await chmod(binary, 0o600);
    const path = await storeInCache(staging, key, binary, provenance);
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });
});
