/**
 * A service that behaves as `defect.json` in its working directory says (README.md of the services). It listens on
 * 127.0.0.1:$PORT and is single-threaded.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { KINDS } from './kinds.mjs';
import { compute, drawFactor, sleep } from './work.mjs';

const { request = {}, loopsPerMs, kind, ...parts } = JSON.parse(readFileSync('defect.json', 'utf8'));
const { waitMs = 0, computeMs = 0, spread = 0, factor = 1 } = request;
if (kind && !KINDS[kind]) throw new Error(`no defect is called ${kind}`);
const affect = kind ? KINDS[kind](parts, loopsPerMs) : null;

const server = createServer(async ({ url }, response) => {
  // Readiness is not load.
  if (url === '/healthz') return response.end();
  const cost = factor * drawFactor(spread);
  if (waitMs > 0) await sleep(waitMs * cost);
  if (computeMs > 0) compute(computeMs * cost * loopsPerMs);
  if (affect) await affect();
  response.end('{"ok":true}\n');
});
// Longer than any connection of the generator idles, which otherwise now and then meets one that is just being closed.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
