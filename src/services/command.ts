import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../config/config.ts';
import { measureLog, readTail, TOLD_LINES } from '../processes/log.ts';
import { describeExit, type Exit, type ProcessGroup, startProcess } from '../processes/process.ts';
import type { ContainerWatch } from './containers/watch.ts';
import type { Owed } from './keeper.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** Time for a process to end by itself before it is killed. Container runtimes give as long. */
const STOP_MS = 10_000;

/** Time for a command that clears up. `docker stop` alone may take as long as `STOP_MS`. */
const CLEARING_MS = 30_000;
/** Time in which a container comes into being that was asked for. */
const ASKED_MS = 500;
/** Time for one that had to be ended before in this run. */
const HUNG_CLEARING_MS = 1000;

/** Runs a command to its end. An interruption ends it too. */
export async function runCommand(
  around: Surroundings,
  command: string,
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<Exit> {
  const { config, keeper, signal } = around;
  const group = await startProcess({ command, cwd: config.directory, env, logPath, keeper });
  const ended = new AbortController();
  const interrupted = once(signal, 'abort', { signal: ended.signal }).catch(() => {});
  if (!signal.aborted) await Promise.race([group.exited, interrupted]);
  ended.abort();
  await group.stop('SIGTERM', STOP_MS, around.grace);
  return group.exit() ?? { code: null, signal: 'SIGTERM' };
}

/** A command on the way to a service: what it is run with, and how its failure is named. */
export type ServiceStep = {
  service: string;
  /** The key of the service under which it is. */
  key: string;
  /** The command, in the words in which it is told. Absent: as it is. */
  told?: string;
  env: NodeJS.ProcessEnv;
  logPath: string;
  kind: ServiceFailure['kind'];
};

/** Runs a command to its end. @throws ServiceFailure where it fails and was not interrupted */
export async function runStep(around: Surroundings, command: string, step: ServiceStep): Promise<void> {
  const { service, key, told = command, env, logPath, kind } = step;
  const exit = await runCommand(around, command, env, logPath);
  if (exit.code === 0 || around.signal.aborted) return;
  const message = `\`${key}\` ended with ${describeExit(exit)}: ${told}`;
  throw new ServiceFailure(kind, around.arm, service, message, readTail(logPath));
}

/**
 * Runs a command that clears up.
 *
 * @returns null when it ended with exit code 0, else how it ended, and its last words
 */
async function runClearing(
  around: Surroundings,
  command: string,
  env: NodeJS.ProcessEnv,
  logPath: string,
): Promise<string | null> {
  const { config, keeper, grace } = around;
  const from = measureLog(logPath);
  const startedAt = performance.now();
  const group = await startProcess({ command, cwd: config.directory, env, logPath, keeper });
  const ended = new AbortController();
  const limitMs = keeper.hung.has(command) ? HUNG_CLEARING_MS : CLEARING_MS;
  await Promise.race([group.exited, waitForLimit(around, limitMs, ended.signal)]);
  ended.abort();
  const exit = group.exit();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await group.stop('SIGTERM', STOP_MS, grace);
  if (exit?.code === 0) return null;
  if (exit === null) keeper.hung.add(command);
  const how = exit === null ? `was ended after ${seconds} s` : `ended with ${describeExit(exit)}`;
  const output = readTail(logPath, TOLD_LINES, from);
  return output === '' ? how : `${how}: ${output}`;
}

/** Resolves when a command has had its time. An interruption shortens it. */
async function waitForLimit(
  { grace, signal }: Surroundings,
  limitMs: number,
  ended: AbortSignal,
): Promise<void> {
  const wait = (until: AbortSignal) =>
    sleep(grace(limitMs), undefined, { signal: until, ref: false }).catch(() => {});
  await wait(AbortSignal.any([signal, ended]));
  if (signal.aborted) await wait(ended);
}

/** A service of an instance, and the commands that undo it. */
export type Started = {
  service: Service;
  group: ProcessGroup | null;
  env: NodeJS.ProcessEnv;
  logPath: string;
  /** Time (ms) that `prepare` took. */
  preparedMs: number;
  /** The `stop` command, the removal of its containers, and `cleanup`, where it has them. */
  stop: Owed | null;
  clear: Owed | null;
  cleanup: Owed | null;
  /** Its containers. Absent: it has none, or is not ready. */
  containers?: ContainerWatch | null;
};

/**
 * Stops services in reverse order, daemons last. `stop` commands and `cleanup` run even when a service has died, and a
 * step that fails keeps none of the others from it: the first failure is thrown at the end.
 */
export async function stopAll(around: Surroundings, started: Started[], name: string): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (step: Promise<unknown> | undefined) => step?.catch((error) => failures.push(error));
  for (const one of started.splice(0).reverse()) {
    const { stop } = one.service;
    if (one.stop !== null) await clearUp(around, one, one.stop);
    // Containers are thrown away with all they hold, so nothing in them is waited for.
    const signal = one.clear !== null ? 'SIGKILL' : stop.kind === 'signal' ? stop.signal : 'SIGTERM';
    await attempt(one.group?.stop(signal, STOP_MS, around.grace));
    // What was killed while it started may have asked for one that is not there yet.
    if (one.clear !== null && !one.containers && one.group !== null) await sleep(ASKED_MS);
    if (one.clear !== null) await clearUp(around, one, one.clear);
    if (one.cleanup !== null) await clearUp(around, one, one.cleanup);
  }
  // Daemons would otherwise pile up from block to block, and keep a fixed port from the other arm.
  await attempt(around.keeper.endEscaped(name));
  if (failures.length > 0) throw failures[0];
}

async function clearUp(around: Surroundings, { env, logPath }: Started, owed: Owed): Promise<void> {
  const failure = await runClearing(around, owed.command, env, logPath).catch(
    (error: Error) => `could not be started: ${error.message}`,
  );
  if (failure === null) owed.settle();
  else owed.fail(failure);
}
