import { tellDetail } from './details.ts';
import type { ProcessGroup } from './process.ts';
import { listGroups, listProcesses, type ProcessStat, readStat } from './procfs.ts';

/** Most looks for what was started while its parent was being halted. What stands still starts nothing. */
const MOST_LOOKS = 4;

/**
 * Halts process trees, with what has left the groups of their roots, and lets them go on. Servers such as PostgreSQL give
 * their children sessions of their own. Where the system has no /proc, only the groups of the roots are halted.
 *
 * @param daemons sessions that belong to the trees though no parent leads to them; read at each halt
 * @param noteStill told which groups beside those of the roots stand still, before they do
 */
export function holdTrees(
  roots: readonly ProcessGroup[],
  daemons: readonly number[],
  noteStill: (groups: readonly number[]) => void,
): { halt(): void; resume(): void } {
  const own = roots.map(({ pid }) => pid);
  /** In the order in which they were halted, each with the start of its leader; undefined where that had ended. */
  const halted = new Map<number, string | undefined>();
  return {
    halt() {
      for (const root of roots) root.signal('SIGSTOP');
      for (let look = 0; look < MOST_LOOKS; look++) {
        const groups = listGroups(listProcesses() ?? [], [...own, ...daemons]);
        const fresh = [...groups].filter(
          ([group, members]) => !own.includes(group) && !halted.has(group) && !members.every(isStill),
        );
        if (fresh.length === 0 && [...groups.values()].flat().every(isStill)) return;
        for (const [group] of fresh) halted.set(group, readLeader(group));
        if (fresh.length > 0) noteStill([...halted.keys()]);
        for (const [group] of fresh) send(group, 'SIGSTOP');
      }
    },
    resume() {
      // A parent that wakes first would see that its child was stopped.
      for (const [group, start] of [...halted].reverse()) {
        const now = readLeader(group);
        // Else the number is another's by now.
        if (now === undefined || now === start) send(group, 'SIGCONT');
      }
      for (const root of roots) root.signal('SIGCONT');
      if (halted.size > 0) noteStill([]);
      halted.clear();
    },
  };
}

/** Stopped, by a debugger too, or ended. */
function isStill({ state }: ProcessStat): boolean {
  return 'TtZX'.includes(state);
}

function readLeader(group: number): string | undefined {
  return readStat(String(group))?.start;
}

function send(group: number, signal: NodeJS.Signals): void {
  // Of 0 and 1 the system means its own group, and everything.
  if (group <= 1) return;
  try {
    process.kill(-group, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM')
      tellDetail(() => `process group ${group} runs as another user, and cannot be halted`);
    else if (code !== 'ESRCH') throw error;
  }
}
