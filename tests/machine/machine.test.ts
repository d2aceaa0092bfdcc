import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/errors.ts';
import {
  assertSupportedPlatform,
  countCores,
  describeMachine,
  readCpuQuota,
} from '../../src/machine/machine.ts';
import { recordSchema } from '../../src/records/record.ts';

/** A folder that stands for `/`, with files as the kernel writes them. */
async function makeRoot(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tailgate-root-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

test('the machine is described as a record needs it', () => {
  const machine = describeMachine();
  expect(recordSchema.shape.environment.parse({ ...machine, k6: '2.2.0' })).toEqual({
    ...machine,
    k6: '2.2.0',
  });
  expect(machine.os).toMatch(/^\w+ \d+(\.\d+)? \w+$/);
  expect(machine.cpuModel).toMatch(/^\S.*\S$/);
  expect(machine.node).toBe(process.versions.node);
  expect(describeMachine()).toEqual(machine);
});

describe('the CPU quota', () => {
  test('of cgroup v2 is the tightest on the way up', async () => {
    const root = await makeRoot({
      'proc/self/cgroup': '0::/kubepods.slice/pod1/c1\n',
      'sys/fs/cgroup/kubepods.slice/pod1/c1/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/kubepods.slice/pod1/cpu.max': '150000 100000\n',
      'sys/fs/cgroup/kubepods.slice/cpu.max': '800000 100000\n',
    });
    expect(readCpuQuota(root)).toEqual({ cores: 1.5, file: '/sys/fs/cgroup/kubepods.slice/pod1/cpu.max' });
  });

  test('of a container is found at the root of its mount', async () => {
    const v2 = await makeRoot({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': '200000 100000\n' });
    expect(readCpuQuota(v2)?.cores).toBe(2);
    const v1 = await makeRoot({
      'proc/self/cgroup': '11:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    });
    expect(readCpuQuota(v1)?.cores).toBe(0.5);
  });

  test('is none without a limit, and where there are no cgroups', async () => {
    const v1 = await makeRoot({
      'proc/self/cgroup': '4:cpu:/\n0::/\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    });
    expect(readCpuQuota(v1)).toBeNull();
    expect(
      readCpuQuota(await makeRoot({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': 'max 100000' })),
    ).toBeNull();
    expect(readCpuQuota(await makeRoot({}))).toBeNull();
  });

  test.runIf(process.platform === 'linux')('limits the cores, down to one', async () => {
    const withQuota = (cores: number) =>
      makeRoot({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.max': `${cores * 100000} 100000\n` });
    expect(countCores(await withQuota(0.5))).toBe(1);
    expect(countCores(await withQuota(1.9))).toBe(1);
    expect(countCores(await withQuota(100_000))).toBe(availableParallelism());
    expect(countCores(await makeRoot({}))).toBe(availableParallelism());
  });
});

describe('the platform', () => {
  test.each(['linux', 'darwin'] as const)('may be %s', (platform) => {
    expect(() => assertSupportedPlatform(platform)).not.toThrow();
  });

  test('may not be Windows, with a pointer to WSL2', () => {
    expect(() => assertSupportedPlatform('win32')).toThrow(UserError);
    try {
      assertSupportedPlatform('win32');
    } catch (error) {
      expect(error).toMatchObject({ exitCode: 2, hint: expect.stringContaining('WSL2') });
    }
  });

  test('may not be anything else', () => {
    expect(() => assertSupportedPlatform('freebsd')).toThrow('Tailgate does not run on freebsd.');
  });
});
