import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readCpuQuota } from '../../src/machine/cgroups.ts';
import { assertSupportedPlatform, countCores, describeMachine } from '../../src/machine/machine.ts';
import { findNoise } from '../../src/machine/noise.ts';
import { recordSchema } from '../../src/records/record.ts';

type Files = Record<string, string>;
const readFrom = (files: Files) => (path: string) => files[path] ?? null;

/** Version 2 of control groups in a container. */
const OWN = { '/proc/self/cgroup': '0::/\n', '/proc/self/mountinfo': mount('/', '', 'cgroup2 cgroup2 rw') };

function mount(root: string, name: string, how: string): string {
  return `29 24 0:26 ${root} /sys/fs/cgroup${name} rw,nosuid shared:4 - ${how}\n`;
}

test('the machine is described as a record needs it', () => {
  const machine = { ...describeMachine(), k6: '2.2.0' };
  expect(recordSchema.shape.environment.parse(machine)).toEqual(machine);
  expect(machine.os).toMatch(/^\w+ \d+(\.\d+)? \w+$/);
  expect(machine.cpuModel).toMatch(/^\S.*\S$/);
  expect(machine.node).toBe(process.versions.node);
});

test.each<[string, Files, number | null, string?]>([
  [
    'the tightest on the way up',
    {
      ...OWN,
      '/proc/self/cgroup': '0::/kubepods.slice/pod1/c1\n',
      '/sys/fs/cgroup/kubepods.slice/pod1/c1/cpu.max': 'max 100000\n',
      '/sys/fs/cgroup/kubepods.slice/pod1/cpu.max': '150000 100000\n',
      '/sys/fs/cgroup/kubepods.slice/cpu.max': '800000 100000\n',
    },
    1.5,
    '/sys/fs/cgroup/kubepods.slice/pod1/cpu.max',
  ],
  ['that of a container', { ...OWN, '/sys/fs/cgroup/cpu.max': '200000 100000\n' }, 2],
  ...['/docker/abc', '/'].map((root): [string, Files, number] => [
    `that of a container of version 1, whose path is that of the host, with ${root} mounted`,
    {
      '/proc/self/cgroup': '11:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n',
      '/proc/self/mountinfo': mount(root, '/cpu,cpuacct', 'cgroup cgroup rw,cpu,cpuacct'),
      '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    },
    0.5,
  ]),
  [
    'none without a limit',
    {
      '/proc/self/cgroup': '4:cpu:/\n0::/\n',
      '/proc/self/mountinfo': mount('/', '/cpu', 'cgroup cgroup rw,cpu') + OWN['/proc/self/mountinfo'],
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      '/sys/fs/cgroup/cpu.max': 'max 100000',
    },
    null,
  ],
  ['none without groups', {}, null],
])('the CPU quota is %s', (_, files, cores, file) => {
  const quota = readCpuQuota(readFrom(files));
  expect(quota?.cores ?? null).toBe(cores);
  if (file) expect(quota!.file).toBe(file);
});

test.runIf(process.platform === 'linux').each([
  [0.5, 1],
  [1.9, 1],
  [100_000, availableParallelism()],
])('a quota of %s limits the cores to %i', (quota, cores) => {
  const files = { ...OWN, '/sys/fs/cgroup/cpu.max': `${quota * 100_000} 100000\n` };
  expect(countCores(readFrom(files))).toBe(cores);
});

test('the platform may be Linux or macOS, and Windows is pointed to WSL2', () => {
  for (const platform of ['linux', 'darwin'] as const)
    expect(() => assertSupportedPlatform(platform)).not.toThrow();
  for (const platform of ['win32', 'freebsd'] as const)
    expect(() => assertSupportedPlatform(platform)).toThrow(
      expect.objectContaining({ exitCode: 2, hint: expect.stringContaining('WSL2') }),
    );
});

/** Files of a Linux machine on which nothing disturbs a measurement. */
const QUIET = { ...OWN, '/proc/stat': 'cpu  1000 0 1000 98000 0 0 0 0 0 0\n' };

test.each<[string, RegExp, Files, number?]>([
  ['nothing', /^$/, {}],
  [
    'cpu-quota',
    /^CPU quota of 1.5 cores \(\/sys\/fs\/cgroup\/cpu.max\)$/,
    { '/sys/fs/cgroup/cpu.max': '150000 100000\n' },
  ],
  // The guest columns, 9 and 10, are part of user and nice already.
  [
    'steal',
    /its host took 3 % of the/,
    { '/proc/stat': 'cpu  1000 0 1000 95000 0 0 0 3000 900 900\ncpu0 1 1 1 1 1 1 1 1\n' },
  ],
  ['few-cores', /^1 core$/, {}, 1],
])('a source of noise on Linux is told with its number: %s, %s', (code, seen, changes, cores = 4) => {
  const found = findNoise('linux', readFrom({ ...QUIET, ...changes }), cores);
  expect(found.map((one) => one.code)).toEqual(code === 'nothing' ? [] : [code]);
  for (const one of found) expect(one.seen).toMatch(seen);
});

test('nothing is said where the kernel tells nothing, nor in words that are no numbers', () => {
  expect(findNoise('linux', readFrom({}), 4)).toEqual([]);
  for (const { seen } of findNoise()) expect(seen).not.toMatch(/NaN|undefined|Infinity/);
  expect(findNoise('darwin', readFrom({}), 4).map(({ code }) => code)).toEqual(['no-cpu-evidence']);
});
