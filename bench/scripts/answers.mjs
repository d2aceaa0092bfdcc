import { configure, PAIRED } from './files.mjs';

/** A server of one list, of which `handle` answers. */
const serve = (handle) => `const http = require('node:http');
const LIST = JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: 'a thing on the shelf' })));
let asked = 0;
http.createServer((request, response) => {
  if (request.url === '/healthz') return response.end();
  ${handle}
}).listen(process.env.PORT, '127.0.0.1');
`;
const later = (body) => `setTimeout(() => response.end(${body}), 3);`;
const BASE = serve(later('LIST'));

const pair = (handle, { service, ...rest } = {}) => ({
  files: {
    'server.js': BASE,
    'tailgate.yml': configure({
      ...PAIRED,
      service: { ready: { path: '/healthz', timeout: '10s' }, ...service },
      scenario: { request: 'GET /list', load: '100 req/s', slo: 'p99 < 100ms' },
      ...rest,
    }),
  },
  head: { 'server.js': serve(handle) },
});

/** A bucket of 60 tokens, of which 95 come back each second: 100 requests a second last for about twelve seconds. */
const LIMITER = `
  const now = Date.now() / 1000;
  globalThis.tokens = Math.min(60, (globalThis.tokens ?? 60) + 95 * (now - (globalThis.last ?? now)));
  globalThis.last = now;
  if (globalThis.tokens < 1) {
    response.statusCode = 429;
    return response.end('slow down');
  }
  globalThis.tokens--;
  ${later('LIST')}`;

/** Cuts a connection that has had answers already, so that the client sends the request once more on a new one. */
const CUTTER = `
  const { socket } = request;
  if (socket.served && asked++ % 20 === 0) return socket.destroy();
  socket.served = true;
  ${later('LIST')}`;

/** A status, and no time. */
const status = (code) => new RegExp(`\\b${code}\\b(?! [µm]?s)`);

/** Heads that answer otherwise than their base. The cause must be at the top of the comment. */
export const ANSWERS = [
  {
    name: 'empty-list',
    ...pair(later("'[]'")),
    expect: { exit: [0, 1, 3], top: [/answers are \d+ % smaller/] },
  },
  {
    name: 'no-body',
    ...pair(later('')),
    expect: { exit: [0, 1, 3], top: [/answers are (100 % smaller|empty)/] },
  },
  {
    name: 'redirect',
    ...pair("response.writeHead(302, { location: '/enter' }).end();"),
    expect: { exit: [0, 1, 3], top: [status(302)] },
  },
  {
    name: 'cut-connections',
    ...pair(CUTTER),
    expect: { exit: [0, 1, 3], top: [/second connection/] },
  },
  {
    name: 'fails-its-readiness',
    ...pair("response.statusCode = 500; response.end('no stock');", {
      service: { ready: { path: '/list', timeout: '5s' } },
    }),
    expect: { exit: 3, top: [/of this change did not become ready/, status(500)] },
  },
  {
    name: 'endless-body',
    ...pair("response.writeHead(200); response.write('[');"),
    expect: { exit: [1, 3], top: [/never end|not end|unfinished|time-?out|timed out/i] },
  },
  {
    name: 'limited-under-lasting-load',
    ...pair(LIMITER, { measure: { budget: '20s', soak: '20s' } }),
    expect: { exit: [1, 3], top: [status(429)] },
  },
  {
    name: 'identical-code',
    ...pair(later('LIST')),
    head: { 'README.md': 'A shop.\n' },
    expect: {
      exit: 0,
      saysNot: [/answers are/, status(302), /second connection/, status(429), /never end|not end/],
    },
  },
];
