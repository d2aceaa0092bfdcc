import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interrupted } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { findCacheFolder, makePrivateFolder } from './folder.ts';

/**
 * Address of the lock. Only one measurement runs at a time on a machine, whoever starts it: two at once would measure
 * each other.
 *
 * A listening local socket is the lock, since the kernel frees it however its owner ends. On Linux it is in the
 * abstract namespace: it leaves no file, and is shared by all users of a network namespace, but not by two containers. On
 * macOS it is a file for each user.
 *
 * @param name value of `TAILGATE_LOCK`, by which runs that load nothing, such as those of the tests, take their own
 *   lock; children never see the variable
 */
export function findLock(name?: string): string {
  const socket = name || 'tailgate-measuring';
  if (process.platform === 'linux') return `\0${socket}`;
  // TMPDIR may differ from job to job.
  const folder = findCacheFolder(process.env, 'Library/Caches') ?? join(tmpdir(), 'tailgate');
  return join(makePrivateFolder(folder, 'Set XDG_CACHE_HOME to a folder of yours.'), `${socket}.sock`);
}

/**
 * Waits for the lock.
 *
 * @returns what to close to release it
 * @throws Interrupted on abort
 */
export async function takeLock(
  progress: Progress,
  signal: AbortSignal,
  address = findLock(),
): Promise<Server> {
  for (let tries = 1; !signal.aborted; tries++) {
    const server = await listen(address);
    if (server) return server;
    // A file remains if its owner is killed.
    if (!address.startsWith('\0') && !(await isHeld(address))) rmSync(address, { force: true });
    if (tries === 1) progress.phase('waiting: another Tailgate is measuring on this machine');
    await sleep(100);
  }
  throw new Interrupted(String(signal.reason));
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Tells whether the lock is taken. */
export function isHeld(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
