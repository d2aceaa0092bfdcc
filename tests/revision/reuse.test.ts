import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reusePaths } from '../../src/revision/reuse.ts';
import { makeFolder, write } from './fixture.ts';

const never = new AbortController().signal;
const modules = [{ path: 'node_modules', lockFile: 'package-lock.json' }];

/** A checkout with dependencies, and an arm with the same lock file. */
function makeBoth() {
  const [checkout, arm] = [makeFolder(), makeFolder()];
  write(checkout, {
    'package-lock.json': '{}\n',
    'node_modules/a/index.js': 'a\n',
    'node_modules/.bin/real': '#!\n',
  });
  symlinkSync('../a/index.js', join(checkout, 'node_modules/.bin/a'));
  write(arm, { 'package-lock.json': '{}\n' });
  return { checkout, arm };
}

describe('reuse', () => {
  it('copies what belongs to the same lock file, links and times as they are', async () => {
    const { checkout, arm } = makeBoth();
    expect(await reusePaths(checkout, arm, modules, never)).toEqual([]);
    const file = 'node_modules/a/index.js';
    expect(readFileSync(join(arm, file), 'utf8')).toBe('a\n');
    expect(readlinkSync(join(arm, 'node_modules/.bin/a'))).toBe('../a/index.js');
    expect(statSync(join(arm, file)).mtimeMs).toBe(statSync(join(checkout, file)).mtimeMs);
    expect(statSync(join(arm, file)).ino).not.toBe(statSync(join(checkout, file)).ino);
  });

  it('makes what is newer than the revision old, so that builds that go by times make it again', async () => {
    const { checkout, arm } = makeBoth();
    write(checkout, { 'node_modules/a/early.js': '', 'node_modules/a/late.js': '' });
    const lock = statSync(join(arm, 'package-lock.json')).mtimeMs / 1000;
    utimesSync(join(checkout, 'node_modules/a/early.js'), lock - 1, lock - 1);
    utimesSync(join(checkout, 'node_modules/a/late.js'), lock + 1, lock + 1);
    expect(await reusePaths(checkout, arm, modules, never)).toEqual([]);
    const timeOf = (name: string) => statSync(join(arm, 'node_modules/a', name)).mtimeMs / 1000;
    expect(timeOf('early.js')).toBeCloseTo(lock - 1, 3);
    expect(timeOf('late.js')).toBeLessThan(lock);
  });

  it.each<[string, (checkout: string, arm: string) => void, string]>([
    [
      'the lock files differ',
      (_, arm) => write(arm, { 'package-lock.json': '{ }\n' }),
      "package-lock.json differs from the checkout's",
    ],
    [
      'the revision has its own',
      (_, arm) => write(arm, { 'node_modules/b/index.js': 'b\n' }),
      'this revision has its own',
    ],
    [
      'a link in it leads back into the checkout',
      (checkout) => symlinkSync(join(checkout, 'packages/c'), join(checkout, 'node_modules/c')),
      'c in it is a link into the checkout',
    ],
    [
      'it is a virtual environment',
      (checkout) => write(checkout, { 'node_modules/pyvenv.cfg': 'home = /usr/bin\n' }),
      'a virtual environment holds the paths of the checkout; let `build` make it',
    ],
  ])('leaves out a folder when %s', async (_, change, reason) => {
    const { checkout, arm } = makeBoth();
    change(checkout, arm);
    const before = existsSync(join(arm, 'node_modules')) ? readdirSync(join(arm, 'node_modules')) : null;
    const notes = await reusePaths(checkout, arm, modules, never);
    expect(notes).toEqual([`node_modules is not reused: ${reason}`]);
    expect(existsSync(join(arm, 'node_modules')) ? readdirSync(join(arm, 'node_modules')) : null).toEqual(
      before,
    );
  });

  it('leaves out what is not there, on either side', async () => {
    const { checkout, arm } = makeBoth();
    const reuse = [
      { path: 'vendor', lockFile: 'package-lock.json' },
      { path: 'node_modules', lockFile: 'yarn.lock' },
    ];
    write(checkout, { 'yarn.lock': '\n' });
    expect(await reusePaths(checkout, arm, reuse, never)).toEqual([
      'vendor is not reused: the checkout has none',
      'node_modules is not reused: this revision has no yarn.lock',
    ]);
  });

  it.each(['../other', '/etc', '.', '.git', 'a/../../b', 'sub/.git/hooks'])(
    'takes nothing from %s, outside of the folder',
    async (path) => {
      const { checkout, arm } = makeBoth();
      const before = readdirSync(arm);
      const notes = await reusePaths(checkout, arm, [{ path, lockFile: 'package-lock.json' }], never);
      expect(notes).toEqual([expect.stringContaining('is not below the folder of tailgate.yml')]);
      expect(readdirSync(arm)).toEqual(before);
    },
  );

  it('follows no link out of either tree', async () => {
    const { checkout, arm } = makeBoth();
    const outside = makeFolder();
    mkdirSync(join(outside, 'deps'));
    symlinkSync(join(outside, 'deps'), join(checkout, 'linked'));
    mkdirSync(join(checkout, 'sub/deps'), { recursive: true });
    symlinkSync(outside, join(arm, 'sub'));
    const reuse = ['linked', 'sub/deps'].map((path) => ({ path, lockFile: 'package-lock.json' }));
    expect(await reusePaths(checkout, arm, reuse, never)).toEqual([
      'linked is not reused: it is a link to a place outside of the folder of tailgate.yml',
      'sub/deps is not reused: a link of this revision leads out of its tree',
    ]);
    expect(lstatSync(join(outside, 'deps')).isDirectory()).toBe(true);
    expect(readdirSync(outside)).toEqual(['deps']);
  });
});
