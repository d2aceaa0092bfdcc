import { connect, createServer } from 'node:net';
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

/**
 * Process id of whoever measures now; null where nobody does.
 *
 * @returns {Promise<number | null>}
 */
export function findOwner() {
  if (process.platform !== 'linux') return Promise.resolve(null);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(ADDRESS)
      .setEncoding('utf8')
      .setTimeout(1000, () => socket.destroy());
    socket.on('data', (text) => {
      answer += text;
    });
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(Number(answer) || null));
  });
}
