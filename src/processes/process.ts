import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
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
  const [program, args] =
    typeof options.command === 'string'
      ? ['sh', ['-c', options.command]]
      : [options.command[0], options.command.slice(1)];
  const startedAt = performance.now();
  const log = openSync(options.logPath, 'a');
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.env, ...options.keeper.mark },
      detached: true,
      stdio: ['ignore', log, log],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  } catch (cause) {
    // The system says the same of a program that is missing.
    if (existsSync(options.cwd)) throw cause;
    const what = `The folder is gone in which ${program} was to start: something that this run started has removed it.`;
    throw new UserError({ what, where: options.cwd, cause, exitCode: EXIT.unmeasured });
  } finally {
    closeSync(log);
  }
  const group = watchGroup(child, options.keeper);
  const keepShort = setInterval(boundLog, LOG_CHECK_MS, options.logPath).unref();
  void group.exited.then((exit) => {
    clearInterval(keepShort);
    boundLog(options.logPath);
    tellCommand(options.command, startedAt, describeExit(exit));
  });
  return group;
}

function watchGroup(child: ChildProcess, keeper: ProcessWatch): ProcessGroup {
  const pid = child.pid!;
  keeper.add(pid);
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  const group: ProcessGroup = {
    pid,
    exited,
    exit: () => exit,
    signal(signal) {
      try {
        process.kill(-pid, signal);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EPERM' && hasLivingMember(pid))
          throw new UserError({
            what: `A process that was started here runs as another user, and cannot be stopped (process group ${pid}).`,
            hint: 'Start it without `sudo`: what a run starts it must be able to halt and to end.',
            exitCode: EXIT.unmeasured,
          });
        if (code !== 'ESRCH' && code !== 'EPERM') throw error;
      }
    },
    async stop(signal, graceMs, grace) {
      group.signal(signal);
      if (!(await waitUntilGone(pid, graceMs, grace))) {
        group.signal('SIGKILL');
        await waitUntilGone(pid, 2000);
      }
      keeper.remove(pid);
    },
  };
  return group;
}

async function waitUntilGone(
  group: number,
  limitMs: number,
  grace = (wanted: number) => wanted,
): Promise<boolean> {
  let until = performance.now() + limitMs;
  while (isAlive(group)) {
    const now = performance.now();
    if (now > until) return false;
    until = Math.min(until, now + grace(until - now));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    // EPERM is said of processes of another user, and on macOS of zombies.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && hasLivingMember(group) === true;
  }
  return hasLivingMember(group) ?? true;
}

/**
 * Tells whether a group has a living member; null where nothing tells. A zombie answers signal 0 until its parent has
 * reaped it. The parent of an orphan is init, which may take a second.
 */
function hasLivingMember(group: number): boolean | null {
  return listProcesses()?.some((one) => one.group === group && one.state !== 'Z') ?? null;
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
