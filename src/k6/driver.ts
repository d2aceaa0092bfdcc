import type { Request } from '../config/config.ts';
import { MEASURED_PERCENTS } from '../measurement/levels.ts';
import { listCustom } from '../metrics/compared.ts';
import { round3 } from '../metrics/decimal.ts';
import { shareTurns } from '../plan/arrivals.ts';
import type { Arrivals } from '../plan/draws.ts';
import draws from '../plan/draws.ts?text';
import { FIXED_WORK_LIMIT_SECONDS, SHORTEST_ROUND_SECONDS } from '../plan/shape.ts';
import type { Program, Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import books from './books.k6.js';
import driver from './driver.k6.js';
import type { Deal } from './mix.ts';

type DriverInput = {
  program: Program;
  /** Target of scripts and of requests that name only a path. `TARGET_URL` in k6's environment goes before it. */
  targetUrl: string;
  /** True: k6 connects to this machine only, wherever a script or a redirect leads. */
  confined: boolean;
  /** True: k6 accepts any certificate. */
  insecure?: boolean;
  /** Returns the declarative request of a slot with its templates filled in. Null for a script. */
  requestOf: (slot: Slot) => Request | null;
  /** When requests arrive, by k6 scenario: each one with a rate is there. */
  arrivals?: ReadonlyMap<string, Arrivals>;
  /** Returns what a slot deals out where it is more than one request. Absent: no slot does. */
  dealOf?: (slot: Slot) => Deal | null;
  /** Pods that run the script, of which each sends the whole program. Absent: it runs on this machine. */
  pods?: number;
};

/** Files beside a script: the books, which all modules share, its driver, and what that draws arrivals with. */
export const SUPPORT: readonly { file: string; text: string }[] = [
  { file: 'books.js', text: books },
  { file: 'driver.js', text: driver },
  { file: 'draws.ts', text: draws },
];

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
 * Writes the k6 script that drives a program, for k6 ≥ 1.0. Its only output is one JSON document, made by `handleSummary`
 * and read by `summary.ts`. The files of `SUPPORT` must stand beside it.
 */
export function writeDriver(input: DriverInput): string {
  const { work } = input.program.slots[0]!.step;
  const path = JSON.stringify(work.kind === 'script' ? work.path : null);
  const pods = input.pods ?? 0;
  return [
    // First of all: what the script imports is counted from then on.
    "import './books.js';",
    "import { drive } from './driver.js';",
    // k6 finds setup and teardown among the exports. Our own go before these.
    ...(work.kind === 'script' ? [`import * as user from ${path};`, `export * from ${path};`] : []),
    '',
    `const PROGRAM = ${JSON.stringify(describeProgram(input))};`,
    '',
    `const driven = drive(PROGRAM, ${work.kind === 'script' ? 'user' : '{}'});`,
    `export const { ${pods > 0 ? 'setup, ' : ''}options, runIteration, handleSummary } = driven;`,
    '',
  ].join('\n');
}

/** Describes what `driver.k6.js` drives. It stands in the script as one line of JSON. */
function describeProgram({
  program,
  targetUrl,
  confined,
  insecure = false,
  requestOf,
  arrivals = new Map(),
  dealOf = () => null,
  pods = 0,
}: DriverInput) {
  const deals = new Map(program.slots.map((slot) => [slot, dealOf(slot)]));
  const dealt = [...deals.values()].filter((deal) => deal !== null);
  // Users are as many in all of a process: more would have to connect while they are measured.
  const spare = Math.max(0, ...[...arrivals.values()].map(({ waiting }) => waiting));
  const slots = program.slots.map((slot, index) => {
    const deal = deals.get(slot) ?? null;
    const { launchMs = 0 } = arrivals.get(nameScenario(slot)) ?? {};
    const own = describeSlot(slot, deal === null ? requestOf(slot) : null, deal);
    return [slot.key, { id: `s${index}`, ...own, launchMs, isConfined: confined }];
  });
  const describe = (slot: Slot) => [nameScenario(slot), describeScenario(slot, arrivals, spare)];
  const filed = dealt.filter(({ dataFile }) => dataFile !== null);
  return {
    slots: Object.fromEntries(slots),
    /** k6's scenarios, by name. */
    scenarios: Object.fromEntries(program.slots.map(describe)),
    sequences: Object.fromEntries(dealt.map(({ name, sequence }) => [name, sequence])),
    /** Files with rows of data, by the name of the scenario that deals them out. */
    rows: Object.fromEntries(filed.map(({ name, dataFile }) => [name, dataFile])),
    /** What is drawn, by k6 scenario. */
    arrivals: Object.fromEntries([...arrivals].map(([scenario, { drawn }]) => [scenario, drawn])),
    targetUrl,
    insecure,
    /** Ranges of addresses to which k6 does not connect. */
    blocked: confined ? ELSEWHERE : [],
    /** Levels (%) at which distributions are read. */
    percents: MEASURED_PERCENTS,
    pods,
    periodMs: barrierMs(program, pods),
    /** Thresholds of the script for which SLOs stand. */
    judged: program.slots.flatMap(({ step: { work } }) => (work.kind === 'script' && work.judged) || []),
  };
}

/** Time (ms) in which a pod is told to begin. */
const TELLING_MS = 60;

/**
 * Returns the time (ms) of whose multiples one is the begin of all pods, within which they are told to. The own setup of
 * scripts may take some seconds in one pod and less in another.
 */
export function barrierMs({ slots }: Program, pods: number): number {
  return Math.max(slots[0]!.step.work.kind === 'script' ? 10_000 : 2000, TELLING_MS * pods);
}

/** Tells whether the summary has numbers of a slot: of rounds, and of warm-ups that are probed. */
export function isMeasured(slot: Slot): boolean {
  return slot.round !== null || slot.slices > 1;
}

/** Names the k6 scenario of a slot. One scenario drives all slots that take turns. */
export function nameScenario({ key, turns }: Slot): string {
  return turns?.scenario ?? key;
}

/** Lists the metrics of scripts that SLOs of a step are on. */
export function listFed({ slos }: Pick<Step, 'slos'>): string[] {
  return [...new Set(listCustom(slos).map(({ name }) => name))];
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
    custom: listFed(slot.step),
    deal: deal && { name: deal.name, first: deal.first, requests },
    request:
      requests?.[0] ??
      (request && {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body ?? null,
        expectStatus: request.expectStatus,
        expectBody: request.expectBody ?? [],
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
      const own = arrivals.get(nameScenario(slot))!;
      const users = { preAllocatedVUs: virtualUsers + spare, maxVUs: virtualUsers + spare };
      const executor = 'constant-arrival-rate';
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
        // k6 takes no other numbers than whole ones.
        rate: Math.max(1, Math.round(3600 * own.launchRate)),
        timeUnit: '1h',
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
