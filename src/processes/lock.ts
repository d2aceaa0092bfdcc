import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Interrupted, UserError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { makePrivateFolder } from './ownership.ts';
import { findCacheFolder } from './user-folders.ts';

/**
 * Address of the lock. Only one measurement runs at a time on a machine, whoever starts it: two at once would measure
 * each other.
 *
 * A listening local socket is the lock, since the kernel frees it however its owner ends. On Linux it is in the
 * abstract namespace: it leaves no file, and is one for all users. Elsewhere it is a file, stale when nobody answers.
 * That is one for each user, since a folder where all could write would let any of them replace it.
 *
 * @param name value of `TAILGATE_LOCK`, by which runs that load nothing, such as those of the tests, take a lock of
 *   their own; children never see the variable
 */
export function findLock(name?: string): string {
  const socket = name || 'tailgate-measuring';
  if (process.platform === 'linux') return `\0${socket}`;
  const folder = findCacheFolder(process.env, '.cache');
  const hint = 'Set XDG_CACHE_HOME to a folder of yours.';
  if (folder === null)
    throw new UserError({ what: 'There is no place for the lock: HOME is not set.', hint });
  makePrivateFolder(folder, hint);
  return join(folder, `${socket}.sock`);
}

/**
 * Waits for the lock.
 *
 * @param limitMinutes after which nobody is waited for any longer: in CI each minute of a runner costs
 * @returns what is to be closed to free it
 * @throws Interrupted on abort; UserError (exit code 3) at the limit
 */
export async function takeLock(
  progress: Progress,
  signal: AbortSignal,
  address = findLock(),
  limitMinutes = Number.POSITIVE_INFINITY,
): Promise<Server> {
  let told = false;
  const until = performance.now() + limitMinutes * 60_000;
  while (!signal.aborted) {
    const server = await listen(address);
    if (server) return server;
    const owner = await askOwner(address);
    if (owner === null && !address.startsWith('\0')) rmSync(address, { force: true });
    if (!told && owner !== null)
      progress.phase(`waiting: another Tailgate measures on this machine (pid ${owner})`);
    told ||= owner !== null;
    if (performance.now() > until) {
      const who = owner === null ? '' : `, now for pid ${owner}`;
      throw new UserError({
        what: `Nothing was measured: this run has waited for other runs on this machine for ${limitMinutes} minutes${who}.`,
        hint: 'Run this job again later. If no other job runs on this machine, end that process.',
        exitCode: EXIT.unmeasured,
      });
    }
    await sleep(owner === null ? 20 : 100);
  }
  throw new Interrupted(String(signal.reason));
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Asks for the process id of whoever has the lock, any user, who may answer anything. Null when nobody has it. */
export function askOwner(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data;
      if (answer.length > 10) socket.destroy();
    });
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(/^\d{1,10}$/.test(answer) ? answer : 'unknown'));
  });
}
