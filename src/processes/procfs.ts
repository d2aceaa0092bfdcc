import { readdirSync, readFileSync } from 'node:fs';

export type ProcessStat = {
  pid: number;
  parent: number;
  /** `Z` for a zombie: ended, but not yet reaped by its parent. */
  state: string;
  group: number;
  session: number;
  /** CPU time (s), including that of reaped children. */
  seconds: number;
};

/** `USER_HZ`, 100 on every Linux that Node supports. */
export const TICKS_PER_SECOND = 100;

/** Lists all visible processes from /proc/PID/stat (man 5 proc). Null on systems without it. */
export function listProcesses(): ProcessStat[] | null {
  const pids = listFolder('/proc').filter((name) => name.charCodeAt(0) <= 57);
  return pids.length === 0 ? null : pids.flatMap((pid) => readStat(pid) ?? []);
}

/** Lists a folder. Empty if there is none, or if it cannot be listed. */
export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * Assigns each process to the root that it, or its nearest ancestor, belongs to: a session, or a process with everything
 * it has started. Some servers give their children sessions of their own: PostgreSQL does.
 *
 * @returns the processes, those of a root with its number as their session
 */
export function countToRoots(processes: readonly ProcessStat[], roots: ReadonlySet<number>) {
  const byPid = new Map(processes.map((one) => [one.pid, one]));
  return processes.map((one) => {
    let above: ProcessStat | undefined = one;
    // /proc is not read atomically: parents might form a cycle.
    for (let steps = 0; above && steps < 20; steps++) {
      if (roots.has(above.session)) return { ...one, session: above.session };
      if (roots.has(above.pid)) return { ...one, session: above.pid };
      above = byPid.get(above.parent);
    }
    return one;
  });
}

/** Lists the processes that belong to one of these sessions, as in `countToRoots`. */
export function listMembers(processes: readonly ProcessStat[], sessions: readonly number[]): ProcessStat[] {
  const roots = new Set(sessions);
  return countToRoots(processes, roots).filter(({ session }) => roots.has(session));
}

/** Lists which processes have all of these entries in their environment. None on systems without /proc. */
export function listMarked(marks: readonly string[], of?: readonly number[]): number[] {
  const hasAll = (environ: string) => marks.every((mark) => environ.split('\0').includes(mark));
  const pids = of ?? (listProcesses() ?? []).map(({ pid }) => pid);
  return pids.filter((pid) => hasAll(readKernelText(`/proc/${pid}/environ`) ?? ''));
}

/** Reads a file provided by the kernel. Null if there is none. */
export function readKernelText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

/** Reads one process. Null if there is none, and on systems without /proc. */
export function readStat(pid: string): ProcessStat | null {
  const text = readKernelText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The second field, the name, may contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return {
    pid: Number(pid),
    state: fields[0]!,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    seconds: ticks / TICKS_PER_SECOND,
  };
}

/**
 * Reads the CPU time (s) of a process from its threads (/proc/PID/task/TID/schedstat: time on a processor in ns). Those
 * that have ended are only in `ProcessStat.seconds`, in ticks of 10 ms. Both can only miss time, so the greater one is right.
 */
export function readThreadSeconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const times = listFolder(tasks).map((tid) =>
    Number((readKernelText(`${tasks}/${tid}/schedstat`) ?? '0').split(' ')[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e9;
}

/** Reads the peak resident memory (MB, 10⁶ bytes) of a process so far. 0 if this system does not report it. */
export function readPeakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readKernelText(`/proc/${pid}/status`) ?? '')?.[1];
  return (Number(kilobytes ?? 0) * 1024) / 1e6;
}
