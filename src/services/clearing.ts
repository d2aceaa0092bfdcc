import type { Service } from '../config/config.ts';
import type { ProcessGroup } from '../processes/process.ts';
import { runClearing, STOP_MS } from './command.ts';
import type { Owed } from './keeper.ts';
import type { Surroundings } from './surroundings.ts';

/** A service of an instance, and the commands that undo it. */
export type Started = {
  service: Service;
  group: ProcessGroup | null;
  env: NodeJS.ProcessEnv;
  logPath: string;
  /** The `stop` command and `cleanup`, where it has them. */
  stop: Owed | null;
  cleanup: Owed | null;
};

/**
 * Stops services in reverse order, daemons last. `stop` commands and `cleanup` run even when a service has died, and a step
 * that fails keeps none of the others from it: the first failure is thrown at the end.
 */
export async function stopAll(around: Surroundings, started: Started[], name: string): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (step: Promise<unknown> | undefined) => step?.catch((error) => failures.push(error));
  for (const one of started.splice(0).reverse()) {
    const { stop } = one.service;
    if (one.stop !== null) await clearUp(around, one, one.stop);
    await attempt(one.group?.stop(stop.kind === 'signal' ? stop.signal : 'SIGTERM', STOP_MS, around.grace));
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
