import { readKernelText } from '../processes/procfs.ts';

/** Files of a control group in which the kernel counts what a container uses. */
export type ControlGroup = { version: 1 | 2; cpu: string; memory: string };

/** Reads a file. Null where there is none. */
export type ReadFile = (path: string) => string | null;

/**
 * Finds the folder of a process's group in the tree of a controller; that of version 2 is `''` (man 7 cgroups).
 *
 * @returns with where the tree is mounted, and the path as the kernel names it
 */
function findGroup(pid: number | 'self', controller: string, read: ReadFile) {
  const lines = (path: string) => (read(path) ?? '').split('\n');
  const has = (names = '') => names.split(',').includes(controller);
  const own = lines(`/proc/${pid}/cgroup`).map((line) => line.split(':'));
  const named = own.find(([, names]) => has(names))?.slice(2);
  for (const line of lines('/proc/self/mountinfo')) {
    // man 5 proc_pid_mountinfo
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', mount = ''] = before.split(' ');
    const [type, , options] = after.split(' ');
    const isMeant = controller === '' ? type === 'cgroup2' : type === 'cgroup' && has(options);
    if (!isMeant || named === undefined) continue;
    const path = named.join(':');
    const isBelow = path.startsWith(root);
    if (!isBelow && pid !== 'self') return null;
    // In a container the path may be that of the host, which is not mounted: its own group is the root of the mount.
    const below = isBelow ? path.slice(root === '/' ? 0 : root.length) : '';
    return { mount, path, folder: mount + below.replace(/\/$/, '') };
  }
  return null;
}

/**
 * Finds the control group of a container by one of its processes. Null where this system does not tell, as beside a daemon
 * on another machine.
 *
 * @param id of the container, which its group is named after: a foreign process may have the same pid here
 */
export function findControlGroup(
  pid: number,
  id: string,
  read: ReadFile = readKernelText,
): ControlGroup | null {
  const [cpu, memory, unified] = ['cpuacct', 'memory', ''].map((controller) => {
    const group = findGroup(pid, controller, read);
    return group?.path.includes(id) ? group.folder : null;
  });
  // A machine may have both: then the controllers that version 1 has are not in version 2.
  if (cpu && memory) return { version: 1, cpu, memory };
  return unified ? { version: 2, cpu: unified, memory: unified } : null;
}

/**
 * Reads what the processes of a group have used so far: processor time (s), and the most memory (MB, 10⁶ bytes) that
 * they had at once, with the files that the kernel keeps in memory for them. Before Linux 5.19, version 2 tells no
 * peak, and what it has now counts. Null once the group has gone.
 */
export function readControlGroup(
  { version, cpu, memory }: ControlGroup,
  read: ReadFile = readKernelText,
): { seconds: number; memory: number } | null {
  const [usage, bytes] =
    version === 1
      ? [read(`${cpu}/cpuacct.usage`), read(`${memory}/memory.max_usage_in_bytes`)]
      : [
          /^usage_usec (\d+)$/m.exec(read(`${cpu}/cpu.stat`) ?? '')?.[1],
          read(`${memory}/memory.peak`) ?? read(`${memory}/memory.current`),
        ];
  if (usage == null || bytes == null) return null;
  return { seconds: Number(usage) / (version === 1 ? 1e9 : 1e6), memory: Number(bytes) / 1e6 };
}

/** Reads the tightest quota of processor time, in cores, of this process's group and those above. Null without one. */
export function readCpuQuota(read: ReadFile = readKernelText): { cores: number; file: string } | null {
  const quotas = ['cpu', ''].flatMap((controller) => {
    const group = findGroup('self', controller, read);
    if (group === null) return [];
    const names = group.folder.slice(group.mount.length).split('/');
    return names.flatMap((_, index) => {
      const folder = group.mount + names.slice(0, index + 1).join('/');
      const [file, ...others] = controller === '' ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us'];
      // `QUOTA PERIOD`, both in µs. Without a limit, QUOTA is `max`, or -1.
      const text = [file, ...others].map((name) => read(`${folder}/${name}`)).join(' ');
      const [quota, period] = text.trim().split(/\s+/).map(Number);
      const cores = quota! / period!;
      return cores > 0 ? [{ cores, file: `${folder}/${file}` }] : [];
    });
  });
  return quotas.sort((a, b) => a.cores - b.cores)[0] ?? null;
}
