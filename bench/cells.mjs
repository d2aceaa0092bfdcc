import { join } from 'node:path';
import { BENCH_HOME, PYTHON, SERVICES } from './paths.mjs';

/**
 * What is recorded. A cell is one service under one condition; a block of it measures several arms side by side, each
 * a fresh process: `base`, `same` (identical code and environment) and arms with an injected change.
 *
 * @typedef {object} Arm
 * @property {string} name
 * @property {Record<string, string>} env  changes, see services/README.md
 * @property {number} [every]  measured in every n-th block only; base and same in all
 *
 * @typedef {object} Cell
 * @property {string} name  file name of its blocks
 * @property {string} service
 * @property {boolean} neighbour  whether neighbour.mjs runs beside it; nothing may then be discarded as disturbed
 * @property {object} tailgate  the service and its scenario as in `tailgate.yml`, for every arm but its `env`
 * @property {number} rate  req/s
 * @property {number} percent  the percentile of the SLO, gated beside p50 and tail mean
 * @property {Arm[]} arms
 * @property {number} warmSeconds  load on every fresh process before it is measured
 * @property {number} blocks  wanted
 * @property {number} weight  how fast it gets there beside the others: what is recorded first when time is short
 */

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * `basisMs`: what a request costs outside the handler, so that SLOW_FACTOR comes out at the caller about as named
 * (typical caller's latency less the handler's). Limits are far away on purpose: the study is about changes, and the
 * limit decides only how many virtual users stand ready for a stall.
 */
const SERVICE = {
  bookstore: {
    start: `exec node ${quote(join(SERVICES, 'bookstore', 'server.mjs'))}`,
    ready: '/healthz',
    request: 'GET /search?q=the+lighthouse',
    rate: 300,
    basisMs: 0.3,
    warmSeconds: 1.5,
  },
  churn: {
    start: `exec ${quote(join(BENCH_HOME, 'churn'))}`,
    ready: '/healthz',
    request: 'GET /',
    rate: 1000,
    basisMs: 0.15,
    warmSeconds: 1,
  },
  steady: {
    start: `exec ${quote(join(BENCH_HOME, 'steady'))}`,
    ready: '/healthz',
    request: 'GET /stock',
    rate: 1000,
    basisMs: 0.15,
    warmSeconds: 1,
  },
  echo: {
    start: `exec ${quote(join(BENCH_HOME, 'echo'))}`,
    ready: '/healthz',
    request: 'GET /hello',
    rate: 1000,
    basisMs: 0.15,
    warmSeconds: 1,
  },
  python: {
    start: `exec ${quote(PYTHON)} ${quote(join(SERVICES, 'python', 'server.py'))}`,
    ready: '/healthz',
    request: 'GET /report',
    rate: 200,
    basisMs: 0.3,
    warmSeconds: 1,
  },
  // The first compiler alone: with the second one a JVM is warm only after half a minute of load.
  fuseki: {
    start: `exec java -XX:TieredStopAtLevel=1 -Xms256m -Xmx256m -cp ${quote(join(BENCH_HOME, 'fuseki', '*'))}:${quote(join(BENCH_HOME, 'fuseki'))} Server`,
    ready: '/$/ping',
    request: `GET /shop?query=${encodeURIComponent(
      'PREFIX : <http://example.org/> SELECT ?title ?price { ?book :author <http://example.org/author/42> ; :title ?title ; :price ?price } ORDER BY ?price',
    )}`,
    rate: 100,
    basisMs: 0.3,
    warmSeconds: 2,
  },
};

const slow = (percent) => ({ name: `slow${percent}`, env: { SLOW_FACTOR: String(1 + percent / 100) } });
/** As much as a second query or a missed cache. */
const TAIL = { name: 'tail', env: { TAIL_SHARE: '0.02', TAIL_MS: '10' } };
const STALL = { name: 'stall', env: { STALL_MS: '300', STALL_EVERY_MS: '10000' } };
const FAIL = { name: 'fail', env: { FAIL_SHARE: '0.009' } };
const rarely = (every, arms) => arms.map((arm) => ({ ...arm, every }));

/** Every kind of change, the large ones seldom: they are found in a few blocks. */
const CHANGES = [
  ...rarely(2, [slow(10), TAIL]),
  ...rarely(4, [slow(5), slow(20), STALL, FAIL]),
  ...rarely(8, [slow(50)]),
];

/** Of a run with the default budget, `measure.budget: 60s`. */
export const BLOCKS_OF_JOB = 14;

/** @type {Cell[]} */
export const CELLS = [
  cell('churn', false, 1, CHANGES),
  cell('bookstore', false, 0.8, CHANGES),
  cell('steady', false, 1, rarely(4, [slow(10), TAIL])),
  cell('echo', false, 1, []),
  cell('python', false, 1, []),
  cell('fuseki', false, 0.5, []),
  cell('churn', true, 0.3, rarely(2, [slow(20)])),
  cell('bookstore', true, 0.7, rarely(2, [slow(20)])),
  cell('echo', true, 0.5, []),
  cell('python', true, 0.5, []),
  cell('fuseki', true, 0.25, []),
];

/** @returns {Cell} */
function cell(service, neighbour, weight, injected) {
  const { start, ready, request, rate, basisMs, warmSeconds } = SERVICE[service];
  const env = { SLOW_BASIS_MS: String(basisMs) };
  const [method, url] = request.split(' ');
  return {
    name: neighbour ? `${service}-noisy` : service,
    service,
    neighbour,
    tailgate: {
      service: { start, url: 'http://127.0.0.1:${PORT}', ready: { path: ready, timeout: '30s' } },
      scenarios: {
        [service]: {
          // Requests that are never answered end within the slot.
          request: { method, path: url, timeout: '500ms' },
          slo: `p99 < 50ms at ${rate} req/s`,
        },
      },
    },
    rate,
    percent: 99,
    arms: [
      { name: 'base', env },
      { name: 'same', env },
      ...injected.map((arm) => ({ ...arm, env: { ...env, ...arm.env } })),
    ],
    warmSeconds,
    blocks: 100,
    weight,
  };
}

/** The arms of one block: those that are measured rarely take turns, so that blocks are about equally long. */
export function armsOfBlock({ arms }, block) {
  const rare = arms.filter(({ every }) => every !== undefined);
  return arms.filter((arm) => arm.every === undefined || (block + rare.indexOf(arm)) % arm.every === 0);
}
