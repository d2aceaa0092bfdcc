import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findNoise } from '../../src/machine/noise.ts';
import { makeFolder } from '../folders.ts';

/** Files of a Linux machine on which nothing disturbs a measurement. */
const QUIET = {
  'proc/self/cgroup': '0::/user.slice/session-1.scope\n',
  'proc/loadavg': '0.10 0.20 0.30 1/500 12345\n',
  'proc/stat': 'cpu  1000 0 1000 98000 0 0 0 0 0 0\n',
  'proc/meminfo':
    'MemTotal: 16000000 kB\nMemAvailable: 12000000 kB\nSwapTotal: 8000000 kB\nSwapFree: 8000000 kB\n',
};

function makeRoot(files: Record<string, string>): string {
  const root = makeFolder('tailgate-root');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test.each<[string, RegExp, Record<string, string>, number?]>([
  ['nothing', /^$/, {}],
  [
    'cpu-quota',
    /^CPU quota of 1.5 cores \(\/sys\/fs\/cgroup\/cpu.max\)$/,
    { 'sys/fs/cgroup/cpu.max': '150000 100000\n' },
  ],
  ['load', /^load average 1.2 on 4 cores$/, { 'proc/loadavg': '1.20 1.00 0.50 2/500 1\n' }],
  ['nothing', /^$/, { 'proc/loadavg': '1.20 1.00 0.50 2/500 1\n' }, 8],
  // The guest columns, 9 and 10, are part of user and nice already.
  [
    'steal',
    /its host took 3 % of the/,
    { 'proc/stat': 'cpu  1000 0 1000 95000 0 0 0 3000 900 900\ncpu0 1 1 1 1 1 1 1 1\n' },
  ],
  ['memory', /^0.4 of 15.3 GB/, { 'proc/meminfo': 'MemTotal: 16000000 kB\nMemAvailable: 400000 kB\n' }],
  [
    'memory',
    /^1.9 GB of swap in use$/,
    { 'proc/meminfo': QUIET['proc/meminfo'].replace('SwapFree: 8', 'SwapFree: 6') },
  ],
  ['few-cores', /^1 core$/, {}, 1],
])('a source of noise on Linux is told with its number: %s, %s', (code, seen, changes, cores = 4) => {
  const found = findNoise({ platform: 'linux', root: makeRoot({ ...QUIET, ...changes }), cores });
  const finding = {
    code,
    seen: expect.stringMatching(seen),
    means: expect.stringMatching(/\.$/),
    advice: expect.stringMatching(/\S/),
  };
  expect(found).toEqual(code === 'nothing' ? [] : [finding]);
});

test('nothing is said where the kernel tells nothing, nor in words that are no numbers', () => {
  expect(findNoise({ platform: 'linux', root: makeRoot({}), cores: 4 })).toEqual([]);
  for (const { seen } of findNoise()) expect(seen).not.toMatch(/NaN|undefined|Infinity/);
});

test('on macOS, missing CPU evidence is told', () => {
  const codes = findNoise({ platform: 'darwin', root: makeRoot(QUIET), cores: 1 }).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['no-cpu-evidence', 'few-cores']));
});
