import { once } from 'node:events';
import { type Exit, startProcess } from './process.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs a command to its end; an interruption ends it too unless it is there to clear up. */
export async function runCommand(
  around: Surroundings,
  command: string,
  env: NodeJS.ProcessEnv,
  logPath: string,
  clearingUp = false,
): Promise<Exit> {
  const { config, keeper, signal } = around;
  const group = await startProcess({ command, cwd: config.directory, env, logPath, keeper });
  const ended = new AbortController();
  const interrupted = clearingUp
    ? new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), around.grace()).unref())
    : once(signal, 'abort', { signal: ended.signal }).catch(() => {});
  if (clearingUp || !signal.aborted) await Promise.race([group.exited, interrupted]);
  ended.abort();
  await group.stop('SIGTERM', around.grace());
  return group.exit() ?? { code: null, signal: 'SIGTERM' };
}
