import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../config/config.ts';
import { readTail } from '../processes/log.ts';
import { describeExit, type ProcessGroup, startProcess } from '../processes/process.ts';
import type { ContainerWatch } from './containers/watch.ts';
import type { Pay } from './keeper.ts';
import { endEscaped } from './outside.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** Time for a process to end by itself before it is killed. Container runtimes allow the same. */
const STOP_MS = 10_000;

/** A command on the way to a running service: what it runs with, and how its failure is named. */
export type ServiceStep = {
  service: string;
  /** The service's key that holds it. */
  key: string;
  /** The command as shown to users. Absent: unchanged. */
  told?: string;
  env: NodeJS.ProcessEnv;
  logPath: string;
  kind: ServiceFailure['kind'];
};

/**
 * Runs a command to completion. An interruption ends it too.
 *
 * @throws ServiceFailure if it fails and was not interrupted
 */
export async function runStep(around: Surroundings, command: string, step: ServiceStep): Promise<void> {
  const { config, keeper, signal } = around;
  const { service, key, told = command, env, logPath, kind } = step;
  const group = await startProcess({ command, cwd: config.directory, env, logPath, keeper });
  await group.ends(Number.POSITIVE_INFINITY, (wanted) => (signal.aborted ? 0 : wanted));
  await group.stop('SIGTERM', STOP_MS, around.grace);
  const exit = group.exit();
  if (exit === null || exit.code === 0 || signal.aborted) return;
  const message = `\`${key}\` ended with ${describeExit(exit)}: ${told}`;
  throw new ServiceFailure({ kind, arm: around.arm, service, message, log: readTail(logPath) });
}

/** A service of an instance, and what undoes it. */
export type Started = {
  service: Service;
  logPath: string;
  /** Its process. Absent: it was already running, or has not been started yet. */
  group?: ProcessGroup;
  /** Time (ms) that `prepare` took. */
  preparedMs?: number;
  /** The removal of its containers, and `cleanup`, if it has them. */
  clear?: Pay;
  cleanup?: Pay;
  /** Its containers. Absent: it has none, or is not ready. */
  containers?: ContainerWatch | null;
  /** The processes that do its work if it was already running, see `findWorkers`. Absent: it was started here. */
  workers?: number[] | null;
};

/**
 * Stops services in reverse order, daemons last. `cleanup` runs even if a service has died, and a step that
 * fails does not prevent the others: the first failure is thrown at the end.
 */
export async function stopAll(around: Surroundings, started: Started[], name: string): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (step: Promise<unknown> | undefined) => step?.catch((error) => failures.push(error));
  for (const { service, group, containers, clear, cleanup } of started.splice(0).reverse()) {
    // Containers are discarded with everything in them, so there is nothing to wait for.
    await attempt(group?.stop(clear ? 'SIGKILL' : service.stop, STOP_MS, around.grace));
    // A process killed while starting may have requested a container that only appears now.
    if (clear && group && !containers) await sleep(500);
    await attempt(clear?.(around));
    await attempt(cleanup?.(around));
  }
  // Daemons would otherwise pile up from block to block, and keep a fixed port from the other arm.
  await attempt(endEscaped(around.keeper.mark.TAILGATE_RUN, name));
  if (failures.length > 0) throw failures[0];
}
