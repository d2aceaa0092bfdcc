import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, UserError } from '../errors.ts';
import { boundLog } from './log.ts';
import { listMembers, listProcesses } from './procfs.ts';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A child in its own session and process group, so that a signal reaches everything it has started. */
export type ProcessGroup = {
  /** Process id, and id of group and session. */
  pid: number;
  exited: Promise<Exit>;
  exit(): Exit | null;
  /** Signals the whole group. Does nothing if the group is gone. */
  signal(signal: NodeJS.Signals): void;
  /** Waits for the end of the child. @returns false if it did not end in time */
  ends(limitMs: number, grace?: Grace): Promise<boolean>;
  /** Asks with `signal`, kills whatever is left after `graceMs`, and resolves when the group is empty. */
  stop(signal: NodeJS.Signals, graceMs: number, grace?: Grace): Promise<void>;
};

/** Returns what is left of a time (ms). Called repeatedly while waiting: an interruption shortens a wait in progress. */
type Grace = (wanted: number) => number;

/** Receives every process group of a run, so that none is left behind. `services/keeper.ts` is one. */
export type ProcessWatch = {
  /** Environment entries that every process of the run carries. */
  mark: { TAILGATE_RUN: string };
  add(group: number): void;
  remove(group: number): void;
};

type ProcessOptions = {
  /** Program and arguments, or a command line for `sh -c`. */
  command: string | [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** File that takes the output directly, so that nothing here slows a child that writes a lot. It is kept short. */
  logPath: string;
  keeper: ProcessWatch;
};

/** Time between checks of the size of a log. */
const LOG_CHECK_MS = 1000;

/** Starts a process. @throws the system's error if it cannot be started */
export async function startProcess(options: ProcessOptions): Promise<ProcessGroup> {
  const { command, cwd, env, logPath, keeper } = options;
  const [program, ...args] = typeof command === 'string' ? (['sh', '-c', command] as const) : command;
  const log = openSync(logPath, 'a');
  const own = { ...env, ...keeper.mark };
  let child: ChildProcess;
  try {
    child = spawn(program, args, { cwd, env: own, detached: true, stdio: ['ignore', log, log] });
    await once(child, 'spawn');
  } catch (cause) {
    // The system reports a missing program the same way.
    if (existsSync(cwd)) throw cause;
    const what = `The folder is gone in which ${program} was to start.`;
    throw new UserError({ what, where: cwd, cause, exitCode: EXIT.unmeasured });
  } finally {
    closeSync(log);
  }
  const pid = child.pid!;
  keeper.add(pid);
  let exit: Exit | null = null;
  const keepShort = setInterval(boundLog, LOG_CHECK_MS, logPath).unref();
  const exited = once(child, 'exit').then(([code, signal]): Exit => {
    exit = { code, signal };
    clearInterval(keepShort);
    boundLog(logPath);
    return exit;
  });
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ESRCH' || !isThere(pid)) return;
      const what = `A process that was started here runs as another user and cannot be stopped (process group ${pid}).`;
      const hint = 'Start it without `sudo`: a run must be able to halt and end what it starts.';
      throw new UserError({ what, hint, cause, exitCode: EXIT.unmeasured });
    }
  };
  return {
    pid,
    exited,
    exit: () => exit,
    signal: send,
    ends: (limitMs, grace) => waitWhile(() => exit === null, limitMs, grace),
    async stop(signal, graceMs, grace) {
      send(signal);
      if (!(await waitWhile(() => isThere(pid), graceMs, grace))) {
        send('SIGKILL');
        await waitWhile(() => isThere(pid), 2000);
      }
      keeper.remove(pid);
    },
  };
}

/** @returns false if it still holds at the end of the time */
async function waitWhile(isSo: () => boolean, limitMs: number, grace: Grace = (wanted) => wanted) {
  let until = performance.now() + limitMs;
  while (isSo()) {
    const now = performance.now();
    if (now > until) return false;
    until = Math.min(until, now + grace(until - now));
    await sleep(20);
  }
  return true;
}

/** Tells whether any of a group is left, except zombies that await their parent, which for an orphan is init. */
function isThere(group: number): boolean {
  const processes = listProcesses();
  if (processes !== null) return processes.some((one) => one.group === group && one.state !== 'Z');
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false; // macOS says EPERM of zombies
  }
}

/** Maximum number of passes to find processes started while their parent was being halted. A halted process starts nothing. */
const MOST_LOOKS = 4;
/** States of a process that is stopped, by a debugger too, or has ended. */
const STILL = 'TtZX';

/**
 * Halts and resumes process trees, with whatever has left the groups of their roots. Servers such as PostgreSQL give
 * their children sessions of their own. On systems without /proc, only the groups of the roots are halted.
 *
 * @param daemons sessions of daemons, which no parent leads to; those of the roots may be among them. Read at each halt
 * @param keeper receives each further group before it is halted, so that it ends even if Tailgate is killed
 */
export function holdTrees(
  roots: readonly ProcessGroup[],
  daemons: readonly number[],
  keeper: Pick<ProcessWatch, 'add' | 'remove'>,
): { halt(): void; resume(): void } {
  const own = roots.map(({ pid }) => pid);
  const halted = new Set<number>();
  const send = (group: number, signal: NodeJS.Signals) => {
    try {
      process.kill(-group, signal);
    } catch {
      // It has ended, or belongs to another user.
    }
  };
  return {
    halt() {
      for (const root of roots) root.signal('SIGSTOP');
      for (let look = 0; look < MOST_LOOKS; look++) {
        const members = listMembers(listProcesses() ?? [], [...own, ...daemons]);
        const moving = members.filter(({ state }) => !STILL.includes(state));
        for (const { group } of moving) {
          // To the system, 0 and 1 mean its own group, and everything.
          if (group <= 1 || own.includes(group) || halted.has(group)) continue;
          halted.add(group);
          keeper.add(group);
          send(group, 'SIGSTOP');
        }
        if (moving.length === 0) return;
      }
    },
    resume() {
      // A parent that wakes up first would notice that its child was stopped.
      for (const group of [...halted].reverse()) {
        send(group, 'SIGCONT');
        keeper.remove(group);
      }
      halted.clear();
      for (const root of roots) root.signal('SIGCONT');
    },
  };
}

/** Says how a process ended. 127 is how shells say so (POSIX), and the loader of a missing library. */
export const describeExit = ({ code, signal }: Exit) =>
  signal === null ? `exit code ${code === 127 ? '127 (command not found?)' : code}` : `signal ${signal}`;
