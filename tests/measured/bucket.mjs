// A service with a known limit: it serves `rate` requests per second and no more. Each answer is due one interval after
// the one before it, as from a token bucket that holds `burst` tokens. Whatever comes faster waits in a queue.
import { createServer } from 'node:http';

const rate = Number(process.env.RATE);
const burst = Number(process.env.BURST ?? 5);
/** Time (ms) at which the bucket is empty of debts. */
let free = 0;

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/healthz') return response.end('ok');
  const now = performance.now();
  free = Math.max(free, now - (burst * 1000) / rate) + 1000 / rate;
  const wait = free - now;
  if (wait <= 0) response.end('served');
  else setTimeout(() => response.end('served'), wait);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
