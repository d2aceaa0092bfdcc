/**
 * What whole jobs are run on: a base and a head of one service, which differ in one committed file.
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {'a'|'b'|'c'|'d'|'e'|'f'|'same'} class  CLASSES
 * @property {'node'|'go'|'python'|'churn'|'echo'|'steady'} service
 * @property {object} base  `defect.json` of the base (services/README.md); of churn, echo and steady the environment
 * @property {object} head  the same of the head
 * @property {{rate: number} | {users: number}} load
 * @property {string} slo  `p99 < 50ms`
 * @property {boolean} [shared]  whether both call one server, which is there once in a run
 * @property {boolean} [script]  whether the load is a k6 script of the repository
 * @property {boolean} [oneProcessor]  whether Go has one for the service, as in a small container; Node computes on one
 * @property {string[]} [needs]  what has to be on the machine beside what every bench needs
 */

/** What each class is about. */
export const CLASSES = {
  a: 'capacity at the declared rate',
  b: 'a server that both arms share',
  c: 'work in the background',
  d: 'age',
  e: 'storms',
  f: 'slower requests',
  same: 'identical behaviour',
};

const OPEN = { rate: 300 };
/** A request that computes, and one that waits as if for a database; neither is like the other. */
const COMPUTES = { computeMs: 0.8, spread: 0.25 };
const WAITS = { waitMs: 4, spread: 0.25 };
const TYPICAL = { node: COMPUTES, go: WAITS };
/** About what a request costs outside of that: kernel, HTTP, k6. */
const OUTSIDE_MS = { node: 0.6, go: 0.4 };
const READS = { kind: 'shared', reads: 1, readMs: 0.8 };
const NEEDS = { node: [], python: ['python3'] };

/** @type {Cell[]} */
export const CELLS = [
  ...on(['node', 'go'], 'a', 'pool', {
    base: { kind: 'pool', places: 20, holdMs: 25 },
    head: { places: 7 },
    slo: 'p99 < 200ms',
  }),
  // Utilisation 0.6 and 1.05. Timers of Node are good to a millisecond, so its lock is held longer and less often.
  ...on(['node'], 'a', 'lock', {
    base: { kind: 'pool', places: 1, holdMs: 10 },
    head: { holdMs: 17 },
    load: { rate: 60 },
    slo: 'p99 < 200ms',
  }),
  ...on(['go'], 'a', 'lock', {
    base: { kind: 'lock', holdMs: 2 },
    head: { holdMs: 3.4 },
    slo: 'p99 < 200ms',
  }),
  ...on(['go', 'python'], 'a', 'workers', {
    base: { kind: 'workers', workers: 8, holdMs: 12 },
    head: { workers: 3 },
    slo: 'p99 < 200ms',
  }),
  // Utilisation 0.8 and 0.95, with what a request costs outside of the handler.
  ...on(['node'], 'a', 'saturation', {
    base: { request: { computeMs: 2.1, spread: 0.6 } },
    head: { request: { computeMs: 2.5 } },
    slo: 'p99 < 50ms',
  }),
  ...on(['go'], 'a', 'saturation', {
    base: { request: { computeMs: 2.3, spread: 0.6 } },
    head: { request: { computeMs: 2.75 } },
    slo: 'p99 < 50ms',
    oneProcessor: true,
  }),

  ...on(['node', 'go'], 'b', 'shared-holds', {
    base: READS,
    head: { longShare: 0.005, longMs: 60 },
    shared: true,
  }),
  ...on(['node', 'go'], 'b', 'shared-calls', { base: READS, head: { reads: 3 }, shared: true }),
  // All at once, so that a request hardly takes longer by itself.
  ...on(['go'], 'b', 'shared-calls-together', {
    base: { ...READS, together: true },
    head: { reads: 3 },
    shared: true,
  }),
  ...on(['node', 'go'], 'b', 'shared-writes', {
    base: { kind: 'shared', reads: 1, readMs: 0.5 },
    head: { writes: 1, writeMs: 1.6 },
    shared: true,
  }),

  ...on(['node', 'go'], 'c', 'poll', {
    base: { request: COMPUTES },
    head: { kind: 'background', busyMs: 4, everyMs: 10 },
    oneProcessor: true,
  }),
  ...on(['node', 'go'], 'c', 'compressor', {
    base: { request: COMPUTES },
    head: { kind: 'background', busyMs: 300, everyMs: 2000 },
    oneProcessor: true,
  }),
  // Of Node on the thread of the requests.
  ...on(['node', 'go'], 'c', 'exporter', {
    base: { request: COMPUTES },
    head: { kind: 'background', busyMs: 20, everyMs: 500, main: true },
    oneProcessor: true,
  }),

  ...[10, 20].flatMap((seconds) =>
    on(['node', 'go'], 'd', `stall-${seconds}`, {
      head: { kind: 'stall', everyMs: seconds * 1000, stallMs: 300 },
    }),
  ),
  // More than a million entries after a minute, which take some 2.5 ms to look at.
  ...on(['node', 'go'], 'd', 'list', {
    base: { kind: 'list', perRequest: 60, keep: 1000 },
    head: { keep: undefined },
  }),
  ...on(['node', 'go'], 'd', 'leak', {
    base: { kind: 'leak', kB: 200, keepMb: 0 },
    head: { keepMb: 300 },
  }),
  ...on(['node', 'go'], 'd', 'cache', {
    base: { kind: 'cache', keys: 60, missMs: 100 },
    head: { ttlMs: 15_000 },
  }),

  ...[
    { busyMs: 50, everyMs: 2000 },
    { busyMs: 200, everyMs: 5000 },
  ].flatMap((storm) =>
    on(['node', 'go'], 'e', `storm-${storm.busyMs}`, {
      head: { kind: 'background', threads: 'all', ...storm },
    }),
  ),

  ...['node', 'go'].flatMap((service) => [
    ...on([service], 'f', 'slow20', slow(service, 20)),
    ...on([service], 'f', 'slow20-script', { ...slow(service, 20), script: true }),
  ]),
  ...on(['node', 'go'], 'f', 'slow20-users', {
    base: { request: { waitMs: 40, spread: 0.25 } },
    head: { request: { waitMs: 48, spread: 0.25 } },
    load: { users: 20 },
    slo: 'p99 < 200ms',
  }),

  ...on(['node', 'go'], 'same', 'same', {}),
  ...on(['node'], 'same', 'same-pool', {
    base: { kind: 'pool', places: 20, holdMs: 25 },
    slo: 'p99 < 200ms',
  }),
  ...on(['python'], 'same', 'same-workers', {
    base: { kind: 'workers', workers: 8, holdMs: 12 },
    slo: 'p99 < 200ms',
  }),
  ...on(['churn', 'echo', 'steady'], 'same', 'same', { load: { rate: 1000 } }),
  ...on(['node'], 'same', 'same-shared', { base: READS, shared: true }),
  ...on(['node'], 'same', 'same-script', { script: true }),
  ...on(['go'], 'same', 'same-users', {
    base: { request: { waitMs: 40, spread: 0.25 } },
    load: { users: 20 },
    slo: 'p99 < 200ms',
  }),
];

/** Whether `defect.json` says what a service does. Of the others the environment differs, or nothing. */
export function isConfigured(service) {
  return ['node', 'go', 'python'].includes(service);
}

/** One cell for each service. The head is the base but for what is said of it; of `same` only a comment differs. */
function on(services, of, name, { base = {}, head = {}, load = OPEN, slo = 'p99 < 50ms', ...rest }) {
  return services.map((service) => {
    const first = TYPICAL[service] && !base.kind ? { request: TYPICAL[service], ...base } : base;
    const changed = of === 'same' && isConfigured(service) ? { comment: 'reworded' } : head;
    const second = { ...first, ...changed, ...joinRequests(first, changed) };
    const parts = { class: of, service, base: first, head: second, load, slo };
    return { name: `${name}-${service}`, ...parts, needs: NEEDS[service] ?? ['go'], ...rest };
  });
}

function joinRequests(first, changed) {
  return changed.request ? { request: { ...first.request, ...changed.request } } : {};
}

/** The head is slower by so much at its callers, who wait for more than the request's own time. */
function slow(service, percent) {
  const { computeMs = 0, waitMs = 0 } = TYPICAL[service];
  const own = computeMs + waitMs;
  return { head: { request: { factor: 1 + ((percent / 100) * (own + OUTSIDE_MS[service])) / own } } };
}

/**
 * Cells by their names or classes, all without any.
 *
 * @param {string | undefined} wanted  `pool-node,b`
 */
export function chooseCells(wanted) {
  if (!wanted) return CELLS;
  return wanted.split(',').flatMap((word) => {
    const chosen = CELLS.filter((cell) => cell.name === word || cell.class === word);
    if (chosen.length > 0) return chosen;
    throw new Error(`there is no cell or class ${word}; known: ${CELLS.map(({ name }) => name).join(', ')}`);
  });
}
