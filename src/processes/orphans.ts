import { readFileSync } from 'node:fs';
import { hideUsers } from './environment.ts';
import { listProcesses } from './procfs.ts';

type Process = { pid: number; command: string };

/**
 * Finds processes that carry a run's mark in their environment. Linux only: elsewhere none are found.
 *
 * @param instance only those of this instance (`TAILGATE_INSTANCE`)
 */
export function findMarked(runId: string, instance?: string): Process[] {
  const marks = [
    `TAILGATE_RUN=${runId}`,
    ...(instance === undefined ? [] : [`TAILGATE_INSTANCE=${instance}`]),
  ];
  return (listProcesses() ?? []).flatMap(({ pid }) => {
    try {
      const environ = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (!marks.every((mark) => environ.includes(mark))) return [];
      // Git names its address to a helper.
      const command = hideUsers(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim());
      return command === '' ? [] : [{ pid, command }];
    } catch {
      return []; // ended meanwhile, or another user's
    }
  });
}

/** Ends what is left of a run or an instance: asks, waits up to a second, then kills. @returns what was left */
export async function endMarked(runId: string, instance?: string): Promise<Process[]> {
  const found = findMarked(runId, instance).filter(({ pid }) => pid !== process.pid);
  for (const { pid } of found) send(pid, 'SIGTERM');
  for (let i = 0; i < 20 && findMarked(runId, instance).length > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const { pid } of findMarked(runId, instance)) send(pid, 'SIGKILL');
  return found;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone meanwhile
  }
}
