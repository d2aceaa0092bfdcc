import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The lock that Tailgate takes while it measures, on Linux; elsewhere there is none here. */
const ADDRESS = '\0tailgate-measuring';

/**
 * Waits until nothing else measures on this machine: two at once would measure each other.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<() => Promise<void>>} frees the lock
 */
export async function takeLock(signal) {
  if (process.platform !== 'linux') return async () => {};
  for (;;) {
    signal.throwIfAborted();
    const server = await listen();
    if (server) return () => new Promise((done) => server.close(() => done()));
    await sleep(200);
  }
}

function listen() {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(ADDRESS, () => resolve(server));
  });
}
