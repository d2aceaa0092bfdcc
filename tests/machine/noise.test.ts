import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findNoise } from '../../src/machine/noise.ts';

/** Files of a Linux machine on which nothing disturbs a measurement. */
const QUIET = {
  'proc/self/cgroup': '0::/user.slice/session-1.scope\n',
  'proc/loadavg': '0.10 0.20 0.30 1/500 12345\n',
  'proc/stat': 'cpu  1000 0 1000 98000 0 0 0 0 0 0\n',
  'proc/meminfo':
    'MemTotal: 16000000 kB\nMemAvailable: 12000000 kB\nSwapTotal: 8000000 kB\nSwapFree: 8000000 kB\n',
};

async function makeRoot(changes: Record<string, string | null> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tailgate-root-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...QUIET, ...changes })) {
    if (text === null) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

describe('sources of noise on Linux', () => {
  test('are none on a quiet machine', async () => {
    expect(findNoise({ platform: 'linux', root: await makeRoot(), cores: 4 })).toEqual([]);
  });

  test.each<[string, string, Record<string, string | null>]>([
    [
      'cpu-quota',
      'CPU quota of 1.5 cores (/sys/fs/cgroup/cpu.max)',
      { 'sys/fs/cgroup/cpu.max': '150000 100000\n' },
    ],
    ['load', 'load average 1.2 on 4 cores', { 'proc/loadavg': '1.20 1.00 0.50 2/500 1\n' }],
    [
      'steal',
      'its host took 3 % of the processor time',
      {
        // The guest columns, 9 and 10, are part of user and nice already.
        'proc/stat': 'cpu  1000 0 1000 95000 0 0 0 3000 900 900\ncpu0 1 1 1 1 1 1 1 1 1 1\n',
      },
    ],
    ['memory', '0.4 of 15.3 GB', { 'proc/meminfo': 'MemTotal: 16000000 kB\nMemAvailable: 400000 kB\n' }],
    [
      'memory',
      '1.9 GB of swap in use',
      {
        'proc/meminfo':
          'MemTotal: 16000000 kB\nMemAvailable: 12000000 kB\nSwapTotal: 8000000 kB\nSwapFree: 6000000 kB\n',
      },
    ],
  ])('%s: %s', async (code, seen, changes) => {
    const findings = findNoise({ platform: 'linux', root: await makeRoot(changes), cores: 4 });
    expect(findings).toEqual([
      {
        code,
        seen: expect.stringContaining(seen),
        means: expect.stringMatching(/\.$/),
        advice: expect.stringMatching(/\S/),
      },
    ]);
  });

  test('few-cores: 1 core', async () => {
    const findings = findNoise({ platform: 'linux', root: await makeRoot(), cores: 1 });
    expect(findings.map(({ code }) => code)).toEqual(['few-cores']);
  });

  test('load counts by core', async () => {
    const root = await makeRoot({ 'proc/loadavg': '1.20 1.00 0.50 2/500 1\n' });
    expect(findNoise({ platform: 'linux', root, cores: 8 })).toEqual([]);
  });

  test('say nothing where the kernel tells nothing', async () => {
    const root = await makeRoot(Object.fromEntries(Object.keys(QUIET).map((path) => [path, null])));
    expect(findNoise({ platform: 'linux', root, cores: 4 })).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('can be listed for the real machine', () => {
    for (const finding of findNoise()) expect(finding.seen).not.toMatch(/NaN|undefined|Infinity/);
  });
});

test('on macOS, missing CPU evidence is told', async () => {
  const codes = findNoise({ platform: 'darwin', root: await makeRoot(), cores: 1 }).map(({ code }) => code);
  expect(codes).toContain('no-cpu-evidence');
  expect(codes).toContain('few-cores');
});
