import { configure, PAIRED } from './files.mjs';

/** Nothing of this is so of code that is the same. */
const NEVER = [
  /answers are/,
  /answers to/,
  /% of answers/,
  /second connection/,
  /connections for each/,
  /an iteration sends/,
];

const pair = (
  server,
  { scenario = { request: 'GET /list', load: '100 req/s', slo: 'p99 < 100ms' }, ...files } = {},
) => ({
  files: {
    'server.js': `require('node:http').createServer((request, response) => {
  if (request.url === '/healthz') return response.end();
  ${server}
}).listen(process.env.PORT, '127.0.0.1');`,
    'tailgate.yml': configure({
      ...PAIRED,

      service: { ready: { path: '/healthz', timeout: '10s' } },
      scenario,
    }),
    ...files,
  },
  head: { 'README.md': 'A shop.\n' },
  expect: { exit: [0, 1], saysNot: NEVER },
});

/** Pairs of identical code whose answers differ by themselves, each in another way. Run them as often as you like. */
export const IDENTICAL = [
  { name: 'one-size', ...pair(`setTimeout(() => response.end('x'.repeat(1200)), 2);`) },
  {
    name: 'two-sizes',
    ...pair(`setTimeout(() => response.end('x'.repeat(Math.random() < 0.5 ? 100 : 10_000)), 2);`),
  },
  {
    name: 'untold-lengths',
    ...pair(
      `response.write('['); setTimeout(() => response.end('x'.repeat(Math.random() ** 4 * 20_000)), 2);`,
    ),
  },
  {
    name: 'two-statuses',
    ...pair(
      `response.statusCode = Math.random() < 0.1 ? 404 : 200; setTimeout(() => response.end('x'), 2);`,
      {
        scenario: {
          request: { path: '/item', expect: { status: [200, 404] } },
          load: '100 req/s',
          slo: 'p99 < 100ms',
        },
      },
    ),
  },
  {
    name: 'a-script',
    ...pair(`setTimeout(() => response.end('x'.repeat(request.url.length * 50)), 1);`, {
      scenario: { script: 'load.js', load: '40 req/s', slo: 'p95 < 100ms' },
      'load.js': `import http from 'k6/http';
export default () => {
  for (let page = 0; page < 1 + Math.random() * 3; page++) http.get(__ENV.BASE_URL + '/' + 'p'.repeat(page * 9));
};`,
    }),
  },
];
