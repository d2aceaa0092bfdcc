import type { Request } from '../config/config.ts';
import { MEASURED_PERCENTS } from '../measurement/levels.ts';
import { listCustom } from '../metrics/compared.ts';
import { round3 } from '../metrics/decimal.ts';
import type { Arrivals } from '../plan/draws.ts';
import draws from '../plan/draws.ts?text';
import { FIXED_WORK_LIMIT_SECONDS, SHORTEST_ROUND_SECONDS } from '../plan/shape.ts';
import type { Program, Slot } from '../plan/slot.ts';
import { shareTurns } from '../plan/turns.ts';
import barrier from './barrier.k6.js';
import books from './books.k6.js';
import type { Deal } from './mix.ts';
import runtime from './runtime.k6.js';

type ScriptInput = {
  program: Program;
  /** Target of scripts and of requests that name only a path. `TARGET_URL` in k6's environment goes before it. */
  targetUrl: string;
  /** True: k6 connects to this machine only, wherever a script or a redirect leads. */
  confined: boolean;
  /** Path of the script to load, in place of the user's own. Absent: that one. */
  scriptPath?: string;
  /** True: k6 accepts any certificate. */
  insecure?: boolean;
  /** Returns the declarative request of a slot with its templates filled in. Null for a script. */
  requestOf: (slot: Slot) => Request | null;
  /** When requests arrive, by k6 scenario. One that is not there has even arrivals. */
  arrivals?: ReadonlyMap<string, Arrivals>;
  /** Name of the script, without its ending. */
  name?: string;
  /** Returns what a slot deals out where it is more than one request. Absent: no slot does. */
  dealOf?: (slot: Slot) => Deal | null;
  /** Pods that run the script, of which each sends the whole program. Absent: it runs on this machine. */
  pods?: number;
};

/** File beside the script with Tailgate's own books, which all modules share. */
export const BOOKS_FILE = 'books.js';
export const BOOKS: string = books;
/** File beside the script with which pods draw their arrivals. k6 takes the types out of it. */
export const DRAWS_FILE = 'draws.ts';
export const DRAWS: string = draws;

/** Answers a second whose size and status are looked at, and the share of them where nobody knows how many come. */
const SAMPLED = { perSecond: 50, share: 1 / 8 };

/**
 * All addresses but those of this machine: 0.0.0.0/0 without 127.0.0.0/8, and ::/0 without ::/16, which has ::1 and no
 * address that is routed. k6 compares them when it connects, after names are resolved and redirects followed.
 */
const ELSEWHERE = [
  ...['0.0.0.0/2', '64.0.0.0/3', '96.0.0.0/4', '112.0.0.0/5', '120.0.0.0/6', '124.0.0.0/7', '126.0.0.0/8'],
  '128.0.0.0/1',
  ...Array.from({ length: 16 }, (_, bit) => `${(2 ** bit).toString(16)}::/${16 - bit}`),
];

/**
 * Writes the k6 module that drives a program, for k6 ≥ 1.0. It is complete: plain `k6 run` repeats the measurement. Its
 * only output is one JSON document, made by `handleSummary` and read by `k6/summary.ts`. `BOOKS` must stand beside it.
 */
export function writeScript({
  program,
  targetUrl,
  confined,
  scriptPath,
  insecure = false,
  requestOf,
  arrivals = new Map(),
  name = 'script',
  dealOf = () => null,
  pods = 0,
}: ScriptInput): string {
  const first = program.slots[0]!.step.work;
  const deals = new Map(program.slots.map((slot) => [slot, dealOf(slot)]));
  const slots = Object.fromEntries(
    program.slots.map((slot, index) => {
      const deal = deals.get(slot) ?? null;
      const request = deal === null ? requestOf(slot) : null;
      return [
        slot.key,
        {
          id: `s${index}`,
          ...describeSlot(slot, request, deal),
          launchMs: arrivals.get(nameScenario(slot))?.launchMs ?? 0,
          isConfined: confined,
        },
      ];
    }),
  );
  // Users are as many in all of a process: more would have to connect while they are measured.
  const spare = Math.max(0, ...[...arrivals.values()].map(({ waiting }) => waiting));
  const dealt = [...deals.values()].filter((deal) => deal !== null);
  // k6 finds setup and teardown among the exports. The runtime's own exports go before these.
  const path = JSON.stringify(first.kind === 'script' ? (scriptPath ?? first.path) : null);
  const user =
    first.kind === 'script'
      ? [`export * from ${path};`, `import * as user from ${path};`]
      : ['const user = {};'];
  return [
    // First of all: what the script imports is counted from then on.
    `import { CODES, isLate, needsBody, openIteration, TAG, tellFailure } from './${BOOKS_FILE}';`,
    "import { sleep } from 'k6';",
    "import http from 'k6/http';",
    "import exec from 'k6/execution';",
    ...(pods > 0 ? [`import { drawForPod } from './${DRAWS_FILE}';`] : []),
    ...(arrivals.size > 0 || dealt.some(({ dataFile }) => dataFile !== null)
      ? ["import { SharedArray } from 'k6/data';"]
      : []),
    "import { Counter, Gauge, Trend } from 'k6/metrics';",
    ...user,
    '',
    `const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(targetUrl)};`,
    `const PODS = ${pods};`,
    // Kubernetes numbers the pods of an indexed job, from 0.
    'const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;',
    `const PERCENTS = ${JSON.stringify(MEASURED_PERCENTS)};`,
    `const INSECURE = ${insecure};`,
    `const BLOCKED = ${JSON.stringify(confined ? ELSEWHERE : [])};`,
    `const SEQUENCES = ${JSON.stringify(Object.fromEntries(dealt.map(({ name, sequence }) => [name, sequence])))};`,
    `const ROWS = {${[...new Set(dealt.flatMap(loadRows))].join(', ')}};`,
    `const ARRIVALS = {${[...arrivals].map(([scenario, own]) => loadArrivals(scenario, own, name)).join(', ')}};`,
    `const SLOTS = ${JSON.stringify(slots, null, 2)};`,
    `const SCENARIOS = ${JSON.stringify(Object.fromEntries(program.slots.map((s) => [nameScenario(s), describeScenario(s, arrivals, spare)])), null, 2)};`,
    '',
    runtime,
    ...(pods > 1 ? [`const PERIOD_MS = ${barrierMs(program, pods)};`, barrier] : []),
  ].join('\n');
}

/** Writes the line that loads the rows of a scenario. k6 holds one copy for all virtual users. */
function loadRows({ name, dataFile }: Deal): string[] {
  if (dataFile === null) return [];
  const key = JSON.stringify(name);
  return [`${key}: new SharedArray(${key}, () => JSON.parse(open(${JSON.stringify(`./${dataFile}`)})))`];
}

/** Pods that are told to begin within a second, at the least. */
const TOLD_IN_SECOND = 50;

/**
 * Returns the time (ms) of whose multiples one is the begin of all pods, within which they are told to. The own setup of
 * scripts may take some seconds in one pod and less in another.
 */
export function barrierMs({ slots }: Program, pods: number): number {
  const usual = slots[0]!.step.work.kind === 'script' ? 10_000 : 2000;
  return Math.max(usual, 3000 * Math.ceil(pods / TOLD_IN_SECOND - 1));
}

/** Names the file beside a script with the arrivals of its scenarios. */
export function nameArrivals(script: string): string {
  return `${script}.arrivals.json`;
}

/** Writes the line that loads when requests are due: how many are left out at first, and then all the others. */
function loadArrivals(scenario: string, { drawn }: Arrivals, script: string): string {
  const key = JSON.stringify(scenario);
  const file = JSON.stringify(`./${nameArrivals(script)}`);
  const load = drawn
    ? `{ const own = drawForPod(${JSON.stringify(drawn)}, POD); return [own.skipped].concat(own.dueMs); }`
    : `JSON.parse(open(${file}))[${key}]`;
  return `${key}: new SharedArray(${JSON.stringify(`arrivals ${scenario}`)}, () => ${load})`;
}

/** Tells whether the summary has numbers of a slot: of rounds, and of warm-ups that are probed. */
export function isMeasured(slot: Slot): boolean {
  return slot.round !== null || slot.slices > 1;
}

/** Names the k6 scenario of a slot. One scenario drives all slots that take turns. */
export function nameScenario({ key, turns }: Slot): string {
  return turns?.scenario ?? key;
}

/** Describes a slot as far as the script needs to know it. */
function describeSlot(slot: Slot, request: Request | null, deal: Deal | null) {
  const { load, work, label } = slot.step;
  const requests = deal?.requests.map((each, which) => ({ ...each, which }));
  return {
    label,
    measured: isMeasured(slot),
    // Failures of the base are not told: they are no fault of the change under test.
    told: slot.arm === 'head',
    startMs: slot.startSeconds * 1000,
    settleMs: slot.settleSeconds * 1000,
    sliceMs: ((slot.seconds - slot.settleSeconds) * 1000) / slot.slices,
    slices: slot.slices,
    rate: load.kind === 'arrival-rate' ? load.rate : null,
    sampledShare: load.kind === 'arrival-rate' ? Math.min(1, SAMPLED.perSecond / load.rate) : SAMPLED.share,
    scenario: nameScenario(slot),
    scenarioName: slot.step.scenario,
    turns: slot.turns && { ...slot.turns, ...shareTurns(slot) },
    iterations: slot.round === null ? null : slot.requests,
    exec: work.kind === 'script' ? work.exec : null,
    custom: [...new Set(listCustom(slot.step.slos).map(({ name }) => name))],
    deal: deal && { name: deal.name, first: deal.first, requests },
    request:
      requests?.[0] ??
      (request && {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body ?? null,
        expectStatus: request.expectStatus,
        timeoutMs: request.timeoutSeconds * 1000,
      }),
  };
}

/** Describes the k6 scenario of a slot: https://grafana.com/docs/k6/latest/using-k6/scenarios/executors/ */
function describeScenario(slot: Slot, arrivals: ReadonlyMap<string, Arrivals>, spare: number) {
  const { load, virtualUsers, graceSeconds, pauseSeconds } = slot.step;
  // What is measured gets the users of its warm-up, and no others, since that has given them back. A soak settles.
  const isWarmUp = slot.round === null && slot.settleSeconds === 0;
  const grace = isWarmUp ? pauseSeconds : graceSeconds;
  const common = {
    exec: 'runIteration',
    startTime: `${slot.startSeconds}s`,
    gracefulStop: `${grace}s`,
  };
  const duration = `${slot.seconds}s`;
  switch (load.kind) {
    case 'arrival-rate': {
      const own = arrivals.get(nameScenario(slot));
      const users = { preAllocatedVUs: virtualUsers + spare, maxVUs: virtualUsers + spare };
      const executor = 'constant-arrival-rate';
      if (own === undefined) return { ...common, ...users, executor, duration, ...splitRate(load.rate) };
      // Iterations begin before their arrivals are due, and the last ones wait beyond the end of k6's scenario.
      const launching = Math.max(SHORTEST_ROUND_SECONDS, own.launchSeconds);
      const launch = own.launchMs / 1000;
      const rest = Math.max(0, slot.seconds - launch - launching) + grace;
      return {
        ...common,
        startTime: `${round3(slot.startSeconds + launch)}s`,
        ...users,
        executor,
        duration: `${round3(launching)}s`,
        gracefulStop: `${round3(rest)}s`,
        ...splitRate(own.launchRate),
      };
    }
    case 'users':
      return { ...common, executor: 'constant-vus', duration, vus: load.users };
    case 'fixed-work':
      if (slot.round === null) return { ...common, executor: 'constant-vus', duration, vus: load.users };
      return {
        ...common,
        executor: 'shared-iterations',
        vus: load.users,
        iterations: slot.requests ?? load.requests,
        maxDuration: `${FIXED_WORK_LIMIT_SECONDS}s`,
      };
  }
}

/** Splits a rate into whole numbers, as k6 takes no others: 2.5 req/s are 150 per minute. */
function splitRate(rate: number): { rate: number; timeUnit: string } {
  for (const [unit, seconds] of [
    ['1s', 1],
    ['1m', 60],
    ['1h', 3600],
  ] as const) {
    const per = rate * seconds;
    if (Math.abs(per - Math.round(per)) < 1e-9 * per) return { rate: Math.round(per), timeUnit: unit };
  }
  return { rate: Math.max(1, Math.round(rate * 3600)), timeUnit: '1h' };
}
