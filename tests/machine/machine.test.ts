import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { assertSupportedPlatform, countCores, describeMachine } from '../../src/machine/machine.ts';
import { recordSchema } from '../../src/records/record.ts';

test('the machine is described as a record needs it', () => {
  const machine = { ...describeMachine(), k6: '2.2.0' };
  expect(recordSchema.shape.environment.parse(machine)).toEqual(machine);
  expect(machine.os).toMatch(/^\w+ \d+(\.\d+)? \w+$/);
  expect(machine.cpuModel).toMatch(/^\S.*\S$/);
});

const MOST = availableParallelism();

test.runIf(process.platform === 'linux').each<[string, string, Record<string, string>, number]>([
  ['that of a container', '/', { '': '50000 100000\n' }, 1],
  ['the tightest above', '/a/b', { '/a/b': 'max 100000', '/a': '190000 100000', '': '9900000 100000' }, 1],
  ['that of a container of version 1', '', { v1: '150000\n' }, 1],
  ['the affinity, without a limit', '/a', { '/a': 'max 100000\n' }, MOST],
  ['the affinity, with a larger one', '/', { '': '10000000000 100000\n' }, MOST],
  ['the affinity, without groups', '', {}, MOST],
])('the cores are limited by %s', (_, path, quotas, cores) => {
  const files = new Map(Object.entries(quotas).map(([at, text]) => [`/sys/fs/cgroup${at}/cpu.max`, text]));
  files.set('/sys/fs/cgroup/cpu/cpu.cfs_quota_us', quotas.v1 ?? '-1\n');
  files.set('/sys/fs/cgroup/cpu/cpu.cfs_period_us', '100000\n');
  files.set('/proc/self/cgroup', `4:cpu:/\n0::${path}\n`);
  expect(countCores((file) => files.get(file) ?? null)).toBe(cores);
});

test('the platform may be Linux or macOS, and Windows is pointed to WSL2', () => {
  for (const platform of ['linux', 'darwin'] as const)
    expect(() => assertSupportedPlatform(platform)).not.toThrow();
  for (const platform of ['win32', 'freebsd'] as const)
    expect(() => assertSupportedPlatform(platform)).toThrow(
      expect.objectContaining({ exitCode: 2, hint: expect.stringContaining('WSL2') }),
    );
});
