import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, UserError } from '../errors.ts';
import { tellCommand } from './details.ts';
import { boundLog } from './log.ts';
import { listProcesses } from './procfs.ts';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A child with a session and a process group of its own. So a signal reaches everything it has started. */
export type ProcessGroup = {
  /** Process id, and id of group and session. */
  pid: number;
  exited: Promise<Exit>;
  exit(): Exit | null;
  /** Signals the whole group. Does nothing when the group has gone. */
  signal(signal: NodeJS.Signals): void;
  /**
   * Asks with `signal`, kills what is left after `graceMs`, and resolves when the group is empty.
   *
   * @param grace what is left of a time (ms), asked again while waiting: an interruption shortens a wait under way
   */
  stop(signal: NodeJS.Signals, graceMs: number, grace?: (wanted: number) => number): Promise<void>;
};

/** Watch that is told of every process group of a run, so that none is left behind. `services/keeper.ts` is one. */
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
  /** File that takes the output directly, so that nothing here slows a child that writes much. It is kept short. */
  logPath: string;
  keeper: ProcessWatch;
};

/** Time between looks at the size of a log. */
const LOG_CHECK_MS = 1000;

/** Starts a process. @throws when the program or its folder does not exist, or when it cannot be started */
export async function startProcess(options: ProcessOptions): Promise<ProcessGroup> {
  const { command, cwd, env, logPath, keeper } = options;
  const [program, ...args] = typeof command === 'string' ? (['sh', '-c', command] as const) : command;
  const startedAt = performance.now();
  const log = openSync(logPath, 'a');
  let child: ChildProcess;
  try {
    const own = { ...env, ...keeper.mark };
    child = spawn(program, args, { cwd, env: own, detached: true, stdio: ['ignore', log, log] });
    await once(child, 'spawn');
  } catch (cause) {
    // The system says the same of a program that is missing.
    if (existsSync(cwd)) throw cause;
    const what = `The folder is gone in which ${program} was to start: something that this run started has removed it.`;
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
    tellCommand(command, startedAt, describeExit(exit));
    return exit;
  });
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ESRCH' || !isThere(pid)) return;
      if (code !== 'EPERM') throw error;
      throw new UserError({
        what: `A process that was started here runs as another user, and cannot be stopped (process group ${pid}).`,
        hint: 'Start it without `sudo`: what a run starts it must be able to halt and to end.',
        exitCode: EXIT.unmeasured,
      });
    }
  };
  return {
    pid,
    exited,
    exit: () => exit,
    signal: send,
    async stop(signal, graceMs, grace) {
      send(signal);
      if (!(await waitUntilGone(pid, graceMs, grace))) {
        send('SIGKILL');
        await waitUntilGone(pid, 2000);
      }
      keeper.remove(pid);
    },
  };
}

async function waitUntilGone(
  group: number,
  limitMs: number,
  grace = (wanted: number) => wanted,
): Promise<boolean> {
  let until = performance.now() + limitMs;
  while (isThere(group)) {
    const now = performance.now();
    if (now > until) return false;
    until = Math.min(until, now + grace(until - now));
    await sleep(20);
  }
  return true;
}

/** Tells whether a group is left. What has ended, but was not yet reaped by its parent, which for an orphan is init, is not. */
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

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
