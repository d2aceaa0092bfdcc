import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureLog, readTail, TOLD_LINES } from '../processes/log.ts';
import { describeExit, type Exit, startProcess } from '../processes/process.ts';
import type { Surroundings } from './surroundings.ts';

/** Time for a process to end by itself before it is killed. Container runtimes give as long. */
export const STOP_MS = 10_000;

/** Time for a command that clears up. `docker stop` alone may take as long as `STOP_MS`. */
const CLEARING_MS = 30_000;
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

/**
 * Runs a command that clears up.
 *
 * @returns null when it ended with exit code 0, else how it ended, and its last words
 */
export async function runClearing(
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
