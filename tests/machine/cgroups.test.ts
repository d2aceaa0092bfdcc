import { expect, it } from 'vitest';
import { findControlGroup, readControlGroup } from '../../src/machine/cgroups.ts';

const ID = '1de23e34421b33cfb2b2579ace70660dd140c99f6f547d4386af545b55a404c8';
type Files = Record<string, string | undefined>;

/** Version 1 with an empty tree of version 2 beside it, Docker 20.10 on Linux 4.4. */
const VERSION_1: Files = {
  '/proc/70/cgroup': `9:name=systemd:/docker/${ID}\n4:memory:/docker/${ID}\n2:cpu,cpuacct:/docker/${ID}\n0::/docker/${ID}\n`,
  '/proc/self/mountinfo': [
    '33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
    '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
    '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
  ].join('\n'),
  [`/sys/fs/cgroup/cpu,cpuacct/docker/${ID}/cpuacct.usage`]: '68412771\n',
  [`/sys/fs/cgroup/memory/docker/${ID}/memory.max_usage_in_bytes`]: '5881856\n',
};

/** Version 2, Docker 28 on Linux 6.8, with the driver of systemd. */
const GROUP = `/sys/fs/cgroup/system.slice/docker-${ID}.scope`;
const MOUNT = '29 24 0:26 / /sys/fs/cgroup rw,nosuid,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n';
const VERSION_2: Files = {
  '/proc/70/cgroup': `0::/system.slice/docker-${ID}.scope\n`,
  '/proc/self/mountinfo': `24 23 0:22 / /proc rw,nosuid - proc proc rw\n${MOUNT}`,
  [`${GROUP}/cpu.stat`]: 'usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n',
  [`${GROUP}/memory.current`]: '7340032\n',
  [`${GROUP}/memory.peak`]: '12582912\n',
};
/** The same where only a part of the tree is mounted. */
const BELOW: Files = {
  ...Object.fromEntries(
    Object.entries(VERSION_2).map(([path, text]) => [path.replace('/system.slice', ''), text]),
  ),
  '/proc/self/mountinfo': MOUNT.replace('0:26 / ', '0:26 /system.slice '),
};
const USED = { seconds: 1.234567, memory: 12.582912 };

it.each<[string, Files, ReturnType<typeof readControlGroup>]>([
  [
    'of version 1, whose controllers have trees of their own',
    VERSION_1,
    { seconds: 0.068412771, memory: 5.881856 },
  ],
  ['of version 2', VERSION_2, USED],
  ['below the part that is mounted', BELOW, USED],
  [
    'without a peak: what there is now',
    { ...VERSION_2, [`${GROUP}/memory.peak`]: undefined },
    { ...USED, memory: 7.340032 },
  ],
  [
    'of a process that only has the pid of the one meant',
    { ...VERSION_2, '/proc/70/cgroup': '0::/user.slice\n' },
    null,
  ],
  ['of another machine', { ...VERSION_2, '/proc/70/cgroup': undefined }, null],
  ['that is not mounted', { ...VERSION_2, '/proc/self/mountinfo': '' }, null],
  ['that has gone', { ...VERSION_2, [`${GROUP}/cpu.stat`]: undefined }, null],
])('what a container has used is read from a tree %s', (_, files, used) => {
  const read = (path: string) => files[path] ?? null;
  const group = findControlGroup(70, ID, read);
  expect(group && readControlGroup(group, read)).toEqual(used);
});
