import { readFileSync, readlinkSync } from 'node:fs';
import { hideUsers } from './environment.ts';
import { listProcesses } from './procfs.ts';

type Process = { pid: number; command: string };

/**
 * Finds processes that carry a run's mark in their environment. Linux only: elsewhere none are found.
 *
 * @param options.instance only those of this instance (`TAILGATE_INSTANCE`)
 * @param options.folder the run's own: servers that write their title over their environment, as Redis and nginx do, are
 *   known by working in it
 */
export function findMarked(
  runId: string,
  { instance, folder }: { instance?: string; folder?: string } = {},
): Process[] {
  const marks = [
    `TAILGATE_RUN=${runId}`,
    ...(instance === undefined ? [] : [`TAILGATE_INSTANCE=${instance}`]),
  ];
  return (listProcesses() ?? []).flatMap(({ pid }) => {
    try {
      const { command, environ } = readWhole(pid);
      const isMarked = marks.every((mark) => environ.split('\0').includes(mark));
      const isOverwritten = environ !== '' && !environ.includes('=');
      const isHere = () => readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      if (command === '' || !(isMarked || (folder !== undefined && isOverwritten && isHere()))) return [];
      // Git names its address to a helper.
      return [{ pid, command: hideUsers(command.replaceAll('\0', ' ').trim()) }];
    } catch {
      return []; // ended meanwhile, or another user's
    }
  });
}

/** Tries, 1 ms apart, after which a process has replaced its program even where others keep the machine busy. */
const MOST_TRIES = 20;

/** Tries after which a process that has a command has no environment at all. */
const BARE_TRIES = 3;

/**
 * Reads command and environment of a process. While it replaces its program (execve) it has neither, and would be missed
 * though it goes on. What has no memory has ended, or is a thread of the kernel.
 */
function readWhole(pid: number): { command: string; environ: string } {
  for (let [tries, bare] = [1, 0]; ; tries++) {
    const environ = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (environ === '' && command !== '') bare++;
    const isKnown = command !== '' && (environ !== '' || bare === BARE_TRIES);
    if (isKnown || tries === MOST_TRIES || readFileSync(`/proc/${pid}/statm`, 'latin1').startsWith('0 '))
      return { command, environ };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

/** Ends what is left of a run or an instance: asks, waits up to a second, then kills. @returns what was left */
export async function endMarked(
  runId: string,
  options?: Parameters<typeof findMarked>[1],
): Promise<Process[]> {
  const found = findMarked(runId, options).filter(({ pid }) => pid !== process.pid);
  for (const { pid } of found) send(pid, 'SIGTERM');
  for (let i = 0; i < 20 && findMarked(runId, options).length > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const { pid } of findMarked(runId, options)) send(pid, 'SIGKILL');
  return found;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone meanwhile
  }
}
