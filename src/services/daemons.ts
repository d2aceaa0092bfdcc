import { listListeners } from '../machine/listeners.ts';
import { listMarked, listMembers, listProcesses } from '../processes/procfs.ts';

/**
 * Lists the sessions of daemons that an instance has started, and that listen at its ports and nowhere else: PostgreSQL
 * as `pg_ctl start` leaves it. No parent leads to them, only the mark in their environment. One at a fixed port may serve
 * the other arm as well, so it is left out. Linux only.
 *
 * @param roots sessions of the instance's services
 */
export function listDaemons(
  run: string,
  instance: string,
  roots: readonly number[],
  ports: readonly number[],
): number[] {
  const processes = listProcesses() ?? [];
  const known = new Set(listMembers(processes, roots).map(({ pid }) => pid));
  const marked = new Set(listMarked([`TAILGATE_RUN=${run}`, `TAILGATE_INSTANCE=${instance}`], processes));
  const escaped = processes.filter(({ pid, session }) => session > 1 && marked.has(pid) && !known.has(pid));
  return [...new Set(escaped.map(({ session }) => session))].filter((session) => {
    const own = listListeners([session]);
    return own.length > 0 && own.every((port) => ports.includes(port));
  });
}
