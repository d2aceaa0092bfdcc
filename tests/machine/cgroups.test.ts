import { describe, expect, it } from 'vitest';
import { findControlGroup, readControlGroup } from '../../src/machine/cgroups.ts';

const ID = '1de23e34421b33cfb2b2579ace70660dd140c99f6f547d4386af545b55a404c8';

/** A machine as its kernel tells of it: what files hold, by path. */
const machine = (files: Record<string, string>) => (path: string) => files[path] ?? null;

/** Version 1 with an empty tree of version 2 beside it, Docker 20.10 on Linux 4.4. */
const VERSION_1 = {
  '/proc/70/cgroup': [
    '9:name=systemd:/docker/ID',
    '4:memory:/docker/ID',
    '2:cpu,cpuacct:/docker/ID',
    '0::/docker/ID',
    '',
  ]
    .join('\n')
    .replaceAll('ID', ID),
  '/proc/self/mountinfo': [
    '31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755',
    '33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
    '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
    '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
    '',
  ].join('\n'),
  [`/sys/fs/cgroup/cpu,cpuacct/docker/${ID}/cpuacct.usage`]: '68412771\n',
  [`/sys/fs/cgroup/memory/docker/${ID}/memory.max_usage_in_bytes`]: '5881856\n',
};

/** Version 2, Docker 28 on Linux 6.8, with the driver of systemd. */
const GROUP_2 = `/sys/fs/cgroup/system.slice/docker-${ID}.scope`;
const VERSION_2 = {
  '/proc/70/cgroup': `0::/system.slice/docker-${ID}.scope\n`,
  '/proc/self/mountinfo':
    '24 23 0:22 / /proc rw,nosuid - proc proc rw\n29 24 0:26 / /sys/fs/cgroup rw,nosuid,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
  [`${GROUP_2}/cpu.stat`]: 'usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\nnr_periods 0\n',
  [`${GROUP_2}/memory.current`]: '7340032\n',
  [`${GROUP_2}/memory.peak`]: '12582912\n',
};

const read = (files: Record<string, string>) => {
  const group = findControlGroup(70, ID, machine(files));
  return group && readControlGroup(group, machine(files));
};

describe('what a container has used', () => {
  it('is read from version 1, whose controllers have trees of their own', () => {
    expect(read(VERSION_1)).toEqual({ seconds: 0.068412771, memory: 5.881856 });
  });

  it('is read from version 2', () => {
    expect(read(VERSION_2)).toEqual({ seconds: 1.234567, memory: 12.582912 });
  });

  it('is what it has in memory now where the kernel keeps no peak', () => {
    const { [`${GROUP_2}/memory.peak`]: _, ...files } = VERSION_2;
    expect(read(files)).toEqual({ seconds: 1.234567, memory: 7.340032 });
  });

  it('is read below the part of the tree that is mounted here', () => {
    const mountinfo = VERSION_2['/proc/self/mountinfo'].replace('0:26 / ', '0:26 /system.slice ');
    const below = Object.entries(VERSION_2).map(([path, text]) => [path.replace('/system.slice', ''), text]);
    const files = { ...Object.fromEntries(below), '/proc/self/mountinfo': mountinfo };
    expect(read(files)).toEqual({ seconds: 1.234567, memory: 12.582912 });
  });
});

describe('nothing is read', () => {
  it.each([
    [
      'of a process that only has the pid of the one that was meant',
      { '/proc/70/cgroup': '0::/user.slice\n' },
    ],
    ['where the process is not of this machine', { '/proc/70/cgroup': undefined }],
    ['where the tree is not mounted', { '/proc/self/mountinfo': '' }],
    ['once the group has gone', { [`${GROUP_2}/cpu.stat`]: undefined }],
  ])('%s', (_, change) => {
    expect(read({ ...VERSION_2, ...change } as Record<string, string>)).toBeNull();
  });
});
