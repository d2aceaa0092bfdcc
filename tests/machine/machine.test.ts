import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import {
  assertSupportedPlatform,
  countCores,
  describeMachine,
  describeNoise,
} from '../../src/machine/machine.ts';
import { recordSchema } from '../../src/records/record.ts';

type Files = Record<string, string>;
const readFrom = (files: Files) => (path: string) => files[path] ?? null;

test('the machine is described as a record needs it', () => {
  const machine = { ...describeMachine(), k6: '2.2.0' };
  expect(recordSchema.shape.environment.parse(machine)).toEqual(machine);
  expect(machine.os).toMatch(/^\w+ \d+(\.\d+)? \w+$/);
  expect(machine.cpuModel).toMatch(/^\S.*\S$/);
});

test.runIf(process.platform === 'linux').each([
  [0.5, 1],
  [1.9, 1],
  [100_000, availableParallelism()],
])('a quota of %s limits the cores to %i', (quota, cores) => {
  const files = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': `${quota * 100_000} 100000\n` };
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
const QUIET = {
  '/proc/self/cgroup': '0::/pods/pod1/c1\n',
  '/proc/stat': 'cpu  1000 0 1000 98000 0 0 0 0 0 0\n',
  '/sys/fs/cgroup/pods/pod1/c1/cpu.max': 'max 100000\n',
};

test.each<[string, RegExp, Files, number?]>([
  ['nothing', /^$/, {}],
  [
    'the tightest quota on the way up',
    /^CPU quota of 1.5 cores:/,
    {
      '/sys/fs/cgroup/pods/pod1/cpu.max': '150000 100000\n',
      '/sys/fs/cgroup/pods/cpu.max': '800000 100000\n',
    },
  ],
  ['that of a container', /^CPU quota of 2 cores:/, { '/sys/fs/cgroup/cpu.max': '200000 100000\n' }],
  // The guest columns, 9 and 10, are part of user and nice already.
  [
    'what the host takes',
    /took 3 % of/,
    { '/proc/stat': 'cpu  1000 0 1000 95000 0 0 0 3000 900 900\ncpu0 1 1 1 1 1 1 1 1\n' },
  ],
  ['one core', /^1 core:/, {}, 1],
])('noise on Linux is told with its figure: %s', (_, words, changes, cores = 4) => {
  expect(describeNoise('linux', readFrom({ ...QUIET, ...changes }), cores).join('\n')).toMatch(words);
});

test('nothing is said where the kernel tells nothing, nor in words that are no numbers', () => {
  expect(describeNoise('linux', readFrom({}), 4)).toEqual([]);
  expect(describeNoise().join()).not.toMatch(/NaN|undefined|Infinity/);
  expect(describeNoise('darwin', readFrom({}), 4)).toHaveLength(1);
});
