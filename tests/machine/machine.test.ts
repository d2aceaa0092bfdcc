import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  assertSupportedPlatform,
  countCores,
  describeMachine,
  readCpuQuota,
} from '../../src/machine/machine.ts';
import { recordSchema } from '../../src/records/record.ts';
import { makeFolder } from '../folders.ts';

/** A folder that stands for `/`, with files as the kernel writes them. */
function makeRoot(files: Record<string, string>): string {
  const root = makeFolder('tailgate-root');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('the machine is described as a record needs it', () => {
  const machine = { ...describeMachine(), k6: '2.2.0' };
  expect(recordSchema.shape.environment.parse(machine)).toEqual(machine);
  expect(machine.os).toMatch(/^\w+ \d+(\.\d+)? \w+$/);
  expect(machine.cpuModel).toMatch(/^\S.*\S$/);
  expect(machine.node).toBe(process.versions.node);
});

test.each<[string, Record<string, string>, number | null, string?]>([
  [
    'the tightest on the way up',
    {
      'proc/self/cgroup': '0::/kubepods.slice/pod1/c1\n',
      'sys/fs/cgroup/kubepods.slice/pod1/c1/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/kubepods.slice/pod1/cpu.max': '150000 100000\n',
      'sys/fs/cgroup/kubepods.slice/cpu.max': '800000 100000\n',
    },
    1.5,
    '/sys/fs/cgroup/kubepods.slice/pod1/cpu.max',
  ],
  ['that of a container', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '200000 100000\n' }, 2],
  [
    'that of a container of version 1, whose path is that of the host',
    {
      'proc/self/cgroup': '11:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    },
    0.5,
  ],
  [
    'none without a limit',
    {
      'proc/self/cgroup': '4:cpu:/\n0::/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      'sys/fs/cgroup/cpu.max': 'max 100000',
    },
    null,
  ],
  ['none without groups', {}, null],
])('the CPU quota is %s', (_, files, cores, file) => {
  const quota = readCpuQuota(makeRoot(files));
  expect(quota?.cores ?? null).toBe(cores);
  if (file) expect(quota!.file).toBe(file);
});

test.runIf(process.platform === 'linux').each([
  [0.5, 1],
  [1.9, 1],
  [100_000, availableParallelism()],
  [null, availableParallelism()],
])('a quota of %s limits the cores to %i', (quota, cores) => {
  const group = { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': `${quota! * 100_000} 100000\n` };
  expect(countCores(makeRoot(quota === null ? {} : group))).toBe(cores);
});

test('the platform may be Linux or macOS, and Windows is pointed to WSL2', () => {
  for (const platform of ['linux', 'darwin'] as const)
    expect(() => assertSupportedPlatform(platform)).not.toThrow();
  for (const platform of ['win32', 'freebsd'] as const)
    expect(() => assertSupportedPlatform(platform)).toThrow(
      expect.objectContaining({ exitCode: 2, hint: expect.stringContaining('WSL2') }),
    );
});
