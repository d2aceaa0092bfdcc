/** Files of a control group in which the kernel counts what a container uses. */
export type ControlGroup = { version: 1 | 2; cpu: string; memory: string };

/** Reads a file. Null where there is none. */
export type ReadFile = (path: string) => string | null;

/**
 * Finds the control group of a container by one of its processes: of version 1, which has a tree for each controller,
 * or 2 (man 7 cgroups). Null where this system does not tell, as beside a daemon on another machine.
 *
 * @param id of the container, which its group is named after: a foreign process may have the same pid here
 */
export function findControlGroup(pid: number, id: string, read: ReadFile): ControlGroup | null {
  const own = (read(`/proc/${pid}/cgroup`) ?? '').split('\n').map((line) => line.split(':'));
  const mounts = (read('/proc/self/mountinfo') ?? '').split('\n').map((line) => {
    // man 5 proc_pid_mountinfo
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', path = ''] = before.split(' ');
    const [type, , options = ''] = after.split(' ');
    const controllers = type === 'cgroup2' ? [''] : type === 'cgroup' ? options.split(',') : [];
    return { root, path, controllers };
  });
  /** @param controller '' is the one tree of version 2 */
  const place = (controller: string): string | null => {
    const [, , ...parts] = own.find(([, names]) => names?.split(',').includes(controller)) ?? [];
    const mount = mounts.find(({ controllers }) => controllers.includes(controller));
    const below = parts.join(':');
    if (mount === undefined || !below.includes(id) || !below.startsWith(mount.root)) return null;
    return mount.path + below.slice(mount.root === '/' ? 0 : mount.root.length);
  };
  // A machine may have both: then the controllers that version 1 has are not in version 2.
  const [cpu, memory, unified] = [place('cpuacct'), place('memory'), place('')];
  if (cpu !== null && memory !== null) return { version: 1, cpu, memory };
  return unified === null ? null : { version: 2, cpu: unified, memory: unified };
}

/**
 * Reads what the processes of a group have used so far: processor time (s), and the most memory (MB, 10⁶ bytes) that
 * they had at once, with the files that the kernel keeps in memory for them. Before Linux 5.19, version 2 tells no
 * peak, and what it has now counts. Null once the group has gone.
 */
export function readControlGroup(
  { version, cpu, memory }: ControlGroup,
  read: ReadFile,
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
