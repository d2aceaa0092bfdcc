import { tellDetail } from './details.ts';
import type { ProcessGroup, ProcessWatch } from './process.ts';
import { listMembers, listProcesses } from './procfs.ts';

/** Most looks for what was started while its parent was being halted. What stands still starts nothing. */
const MOST_LOOKS = 4;
/** States of a process that is stopped, by a debugger too, or has ended. */
const STILL = 'TtZX';

/**
 * Halts process trees, with what has left the groups of their roots, and lets them go on. Servers such as PostgreSQL give
 * their children sessions of their own. Where the system has no /proc, only the groups of the roots are halted.
 *
 * @param daemons sessions that belong to the trees though no parent leads to them; read at each halt
 * @param keeper is told of each further group before it stands still: so it ends even if Tailgate is killed
 */
export function holdTrees(
  roots: readonly ProcessGroup[],
  daemons: readonly number[],
  keeper: Pick<ProcessWatch, 'add' | 'remove'>,
): { halt(): void; resume(): void } {
  const own = roots.map(({ pid }) => pid);
  const halted = new Set<number>();
  return {
    halt() {
      for (const root of roots) root.signal('SIGSTOP');
      for (let look = 0; look < MOST_LOOKS; look++) {
        const members = listMembers(listProcesses() ?? [], [...own, ...daemons]);
        const moving = members.filter(({ state }) => !STILL.includes(state));
        if (moving.length === 0) return;
        for (const { group } of moving) {
          // Of 0 and 1 the system means its own group, and everything.
          if (group <= 1 || own.includes(group) || halted.has(group)) continue;
          halted.add(group);
          keeper.add(group);
          send(group, 'SIGSTOP');
        }
      }
    },
    resume() {
      // A parent that wakes first would see that its child was stopped.
      for (const group of [...halted].reverse()) {
        send(group, 'SIGCONT');
        keeper.remove(group);
      }
      halted.clear();
      for (const root of roots) root.signal('SIGCONT');
    },
  };
}

function send(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH')
      tellDetail(() => `process group ${group} cannot be halted: ${(error as Error).message}`);
  }
}
