import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, UserError } from '../errors.ts';
import { readTail, TOLD_LINES } from '../processes/log.ts';
import { describeExit, type ProcessWatch, startProcess } from '../processes/process.ts';
import program from './keeper.child.js?text';
import type { Surroundings } from './surroundings.ts';

/**
 * Makes sure that nothing of a run is left behind, however Tailgate ends: success, failure, Ctrl-C or `kill -9`.
 *
 * It is a separate process that holds in memory what is to be ended, run and removed. When told to, or when its
 * channel closes because Tailgate is gone, it ends every group on its list and every process that has the run's mark in
 * its environment, runs the commands that are owed, and removes the run's folder. Until then it also holds the machine's
 * lock. Its environment contains only PATH, so no runner takes it for a part of the job.
 */
export type Keeper = ProcessWatch & {
  /** Takes over the lock of the machine, so that nothing is measured while it cleans up. Linux only. */
  hold(lock: Server): void;
  /** Registers a command that undoes something. The last one runs first. @throws UserError (exit code 3) if the keeper is gone */
  owe(debt: Debt): Pay;
  /** Lists commands that failed: a line for each, with how it ended and its last output. */
  listOwed(): string[];
  /**
   * Cleans up what is left of the run, including its folder.
   *
   * @param limitMs how long to wait for it; it continues afterwards
   * @returns whether it has ended
   */
  close(limitMs?: number): Promise<boolean>;
};

/** A command that undoes what an instance did outside its processes: a database, a compose project. */
export type Debt = {
  /** The removal of the service's containers, or its `cleanup`. */
  command: string;
  /** What is shown instead of the command. */
  told?: string | undefined;
  directory: string;
  service: string;
  instance: string;
  /** The whole environment of the command. */
  env: NodeJS.ProcessEnv;
};

/**
 * Runs a command that is owed now. A failure is reported and not retried, except after an interruption, which leaves
 * little time: then the keeper repeats it with all the time it needs.
 */
export type Pay = (around: Pick<Surroundings, 'signal' | 'grace'>) => Promise<void>;

type Failure = { name: string; instance: string; failure: string };

/** Time (ms) for an owed command, since `docker stop` alone may take 10 s, and for one that is asked to end, or hung before. */
const COMMAND_MS = 30_000;
const ASKED_MS = 1000;

/**
 * Starts the keeper. It has its own session, so Ctrl-C in a terminal does not reach it.
 *
 * @param folder of the run, which need not exist yet
 * @throws UserError if it cannot be started
 */
export function startKeeper(folder: string): Keeper {
  const id = randomUUID();
  const failures: Failure[] = [];
  let child = startChild(failures);
  const said: object[] = [];
  const say = (message: object) => {
    said.push(message);
    child.say(message);
  };
  say({ begin: { id, folder } });
  const hung = new Set<string>();
  let last = 0;
  const watch: ProcessWatch = {
    mark: { TAILGATE_RUN: id },
    add: (group) => say({ add: group }),
    remove: (group) => say({ remove: group }),
  };
  return {
    ...watch,
    hold(lock) {
      // A socket file outlives the process that made it otherwise.
      if (process.platform === 'linux') child.say({}, lock);
    },
    owe({ command, told, service, instance, ...debt }) {
      // Nothing is done that nobody would undo.
      if (!child.isThere()) throw goneError('has gone');
      const key = ++last;
      const name = `${told ?? `\`${command}\``} of ${service}`;
      say({ key, owe: { ...debt, command, name, instance } });
      return async ({ signal, grace }) => {
        const { directory, env } = debt;
        const cwd = existsSync(directory) ? directory : '/';
        const logPath = join(folder, `owed-${key}.log`);
        const group = await startProcess({ command, cwd, env, logPath, keeper: watch });
        const limitMs = hung.has(command) ? ASKED_MS : COMMAND_MS;
        const hasEnded = await group.ends(limitMs, grace);
        const exit = group.exit();
        await group.stop('SIGTERM', ASKED_MS, grace);
        if (exit?.code !== 0) {
          if (signal.aborted) return;
          if (!hasEnded) hung.add(command);
          const how = hasEnded
            ? `ended with ${describeExit(exit!)}`
            : `did not end within ${limitMs / 1000} s`;
          failures.push({ name, instance, failure: `${how}: ${readTail(logPath, TOLD_LINES)}` });
        }
        say({ settle: key });
      };
    },
    listOwed() {
      // Each only once: one that fails would fail for every instance.
      const first = new Map([...failures].reverse().map((one) => [one.name, one]));
      return [...first.values()].map(({ name, instance, failure }) => `${name} (${instance}) ${failure}`);
    },
    async close(limitMs = 120_000) {
      say({ close: true });
      if (!(await isWithin(limitMs, child.ended))) return false;
      if (child.hasCleared()) return true;
      // The keeper itself was killed. Another one learns everything it knew.
      child = startChild(failures);
      for (const message of said) child.say(message);
      return isWithin(limitMs, child.ended);
    },
  };
}

/** @param failures receives owed commands that fail during clean-up */
function startChild(failures: Failure[]) {
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    cwd: '/',
  });
  child.on('error', () => {});
  if (child.pid === undefined) throw goneError('cannot be started');
  child.on('message', (failed: Failure) => failures.push(failed));
  // By then its last messages have arrived as well.
  const ended = new Promise<unknown>((resolve) => child.once('close', resolve));
  child.unref();
  child.channel!.unref();
  return {
    ended,
    say: (message: object, lock?: Server) =>
      void (child.connected && child.send(message, lock, (error) => void (error ?? lock?.close()))),
    isThere: () => child.connected,
    hasCleared: () => child.exitCode === 0,
  };
}

function isWithin(limitMs: number, done: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  void done.then(() => over.abort());
  return sleep(limitMs, false, over).catch(() => true);
}

function goneError(how: string): UserError {
  const what = `The process that cleans up after a run ${how}.`;
  return new UserError({ what, hint: 'Check the process limit: `ulimit -u`.', exitCode: EXIT.unmeasured });
}
