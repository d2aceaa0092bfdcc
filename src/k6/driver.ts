import { MEASURED_PERCENTS } from '../measurement/levels.ts';
import { sum } from '../measurement/sum.ts';
import { listCustom } from '../metrics/compared.ts';
import { round3 } from '../metrics/decimal.ts';
import { countArrivals, countDue, shareTurns } from '../plan/arrivals.ts';
import { type Arrivals, drawForPod, planLaunch } from '../plan/draws.ts';
import draws from '../plan/draws.ts?text';
import { FIXED_WORK_LIMIT_SECONDS, SHORTEST_ROUND_SECONDS } from '../plan/shape.ts';
import type { Program, Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import books from './books.k6.js?text';
import driver from './driver.k6.js?text';
import type { Deal, Sequence } from './mix.ts';

/** When requests arrive, by k6 scenario: every scenario with a rate is listed. */
export type Drawn = ReadonlyMap<string, Arrivals>;

type DriverInput = {
  program: Program;
  /** True: k6 connects only to this machine, wherever a script or a redirect leads. */
  confined: boolean;
  /** True: k6 accepts any certificate. */
  insecure?: boolean;
  /** Returns what a slot deals out; null for a script. */
  dealOf: (slot: Slot) => Deal | null;
  arrivals?: Drawn;
  /** Pods that run the script, each of which sends the whole program. Absent: it runs on this machine. */
  pods?: number;
};

/** Files beside a script: the books, which all modules share, its driver, and the code that draws arrivals. */
export const SUPPORT: Record<string, string> = { 'books.js': books, 'driver.js': driver, 'draws.ts': draws };

/** Responses per second whose size and status are checked, and their share if the number of responses is unknown. */
const SAMPLED = { perSecond: 50, share: 1 / 8 };

/**
 * All addresses except those of this machine: 0.0.0.0/0 without 127.0.0.0/8, and ::/0 without ::/16, which contains ::1 and
 * no routable address. k6 checks them when it connects, after resolving names and following redirects.
 */
const ELSEWHERE = [
  ...['0.0.0.0/2', '64.0.0.0/3', '96.0.0.0/4', '112.0.0.0/5', '120.0.0.0/6', '124.0.0.0/7', '126.0.0.0/8'],
  '128.0.0.0/1',
  ...Array.from({ length: 16 }, (_, bit) => `${(2 ** bit).toString(16)}::/${16 - bit}`),
];

/**
 * Draws the arrivals of a program, by k6 scenario, exactly as k6 will draw them. Both arms get the same ones in a round,
 * as does a round that is measured again; each block has different ones.
 *
 * @param seed of the run
 * @param pods that draw their own, each for its part of the load
 */
export function drawProgram(program: Program, seed: number, block: number, pods?: number): Drawn {
  return new Map(
    program.slots.flatMap((slot): [string, Arrivals][] => {
      const { load, label } = slot.step;
      if (load.kind !== 'arrival-rate') return [];
      const { rate } = load;
      const share = shareTurns(slot);
      const plan = {
        rate,
        settling: share?.settling ?? countDue(rate, slot.settleSeconds),
        measured: share?.measured ?? countArrivals(slot)!,
        // It must be known how many each pod was to send.
        varies: share === null && pods === undefined,
        ...{ arms: slot.turns?.of ?? 1, turn: share?.arrivals ?? 1 },
      };
      const drawn = { plan, seed, name: `${block} ${slot.round} ${label} ${rate}` };
      const each = Array.from({ length: pods ?? 1 }, (_, pod) => drawForPod(drawn, pod));
      const all = each.map(({ dueMs }) => dueMs);
      const count = sum(each, ({ measured }) => measured);
      return [[nameScenario(slot), { dueMs: all[0]!, ...planLaunch(all, rate), count, drawn }]];
    }),
  );
}

/**
 * Writes the k6 script that drives a program, for k6 ≥ 1.0. Its only output is one JSON document, made by `handleSummary`
 * and read by `summary.ts`. The files of `SUPPORT` must be beside it.
 */
export function writeDriver(input: DriverInput): string {
  const { work } = input.program.slots[0]!.step;
  const path = work.kind === 'script' && JSON.stringify(work.path);
  const exported = `${input.pods === undefined ? '' : 'setup, '}options, runIteration, handleSummary`;
  return `// First of all: what the script imports is counted from then on.
import './books.js';
import { drive } from './driver.js';
// k6 finds setup and teardown among the exports. Our own go before these.
${path ? `import * as user from ${path};\nexport * from ${path};` : 'const user = {};'}

const PROGRAM = ${JSON.stringify(describeProgram(input))};

export const { ${exported} } = drive(PROGRAM, user);
`;
}

/** Describes what `driver.k6.js` drives. It is one line of JSON in the script. */
function describeProgram(input: DriverInput) {
  const { program, confined, insecure = false, arrivals = new Map(), dealOf, pods = 1 } = input;
  // A process uses the same number of users throughout: more would have to connect during the measurement.
  const spare = Math.max(0, ...[...arrivals.values()].map(({ waiting }) => waiting));
  const sequences: Record<string, Sequence> = {};
  const slots = program.slots.map((slot, index) => {
    const { launchMs = 0, count } = arrivals.get(nameScenario(slot)) ?? {};
    const { sequence, ...deal } = dealOf(slot) ?? {};
    if (sequence) sequences[slot.step.scenario] = sequence;
    const own = { ...deal, count, launchMs, isConfined: confined };
    return [slot.key, { id: `s${index}`, ...describeSlot(slot), ...own }];
  });
  const describe = (slot: Slot) => [nameScenario(slot), describeScenario(slot, arrivals, spare)];
  return {
    slots: Object.fromEntries(slots),
    /** k6's scenarios, by name. */
    scenarios: Object.fromEntries(program.slots.map(describe)),
    /** Order of the requests, by the scenario that deals them out: each user has a copy. */
    sequences,
    arrivals: Object.fromEntries([...arrivals].map(([scenario, { drawn }]) => [scenario, drawn])),
    insecure,
    /** Ranges of addresses to which k6 does not connect. */
    blocked: confined ? ELSEWHERE : [],
    /** Levels (%) at which distributions are read. */
    percents: MEASURED_PERCENTS,
    pods,
  };
}

/** Tells whether the summary has figures for a slot: for rounds, and for warm-ups that are probed. */
export function isMeasured(slot: Slot): boolean {
  return slot.round !== null || slot.slices > 1;
}

/** Names the k6 scenario of a slot. One scenario drives all slots that take turns. */
export function nameScenario({ key, turns }: Slot): string {
  return turns?.scenario ?? key;
}

/** Lists the script metrics that SLOs of a step are on. */
export function listFed({ slos }: Pick<Step, 'slos'>): string[] {
  return [...new Set(listCustom(slos).map(({ name }) => name))];
}

/** Describes a slot as far as the script needs to know it, except for what it deals out. */
function describeSlot(slot: Slot) {
  const { load, work, label } = slot.step;
  const rate = load.kind === 'arrival-rate' ? load.rate : null;
  return {
    ...{ label, rate, slices: slot.slices, measured: isMeasured(slot) },
    // Failures of the base are not reported: the change under test did not cause them.
    told: slot.arm === 'head',
    startMs: slot.startSeconds * 1000,
    settleMs: slot.settleSeconds * 1000,
    sliceMs: ((slot.seconds - slot.settleSeconds) * 1000) / slot.slices,
    sampledShare: rate === null ? SAMPLED.share : Math.min(1, SAMPLED.perSecond / rate),
    scenario: nameScenario(slot),
    scenarioName: slot.step.scenario,
    turns: slot.turns && { ...slot.turns, ...shareTurns(slot) },
    iterations: slot.round === null ? null : slot.requests,
    /** Null if requests are declared. */
    exec: work.kind === 'script' ? work.exec : null,
    custom: listFed(slot.step),
  };
}

/** Describes the k6 scenario of a slot: https://grafana.com/docs/k6/latest/using-k6/scenarios/executors/ */
function describeScenario(slot: Slot, arrivals: Drawn, spare: number) {
  const { load, virtualUsers, graceSeconds, pauseSeconds } = slot.step;
  // What is measured gets the users of its warm-up, and no others, because those were returned. A soak settles.
  const isWarmUp = slot.round === null && slot.settleSeconds === 0;
  const grace = isWarmUp ? pauseSeconds : graceSeconds;
  const common = { exec: 'runIteration', startTime: `${slot.startSeconds}s`, gracefulStop: `${grace}s` };
  if (load.kind === 'arrival-rate') {
    const { launchMs, launchSeconds, launchRate } = arrivals.get(nameScenario(slot))!;
    const users = virtualUsers + spare;
    // Iterations begin before their arrivals are due, and the last ones wait beyond the end of k6's scenario.
    const launching = Math.max(SHORTEST_ROUND_SECONDS, launchSeconds);
    const launch = launchMs / 1000;
    const rest = Math.max(0, slot.seconds - launch - launching) + grace;
    return {
      ...common,
      executor: 'constant-arrival-rate',
      startTime: `${round3(slot.startSeconds + launch)}s`,
      duration: `${round3(launching)}s`,
      gracefulStop: `${round3(rest)}s`,
      ...{ preAllocatedVUs: users, maxVUs: users },
      // k6 only takes whole numbers.
      ...{ rate: Math.max(1, Math.round(3600 * launchRate)), timeUnit: '1h' },
    };
  }
  if (load.kind === 'users' || slot.round === null)
    return { ...common, executor: 'constant-vus', duration: `${slot.seconds}s`, vus: load.users };
  return {
    ...common,
    ...{ executor: 'shared-iterations', vus: load.users },
    iterations: slot.requests ?? load.requests,
    maxDuration: `${FIXED_WORK_LIMIT_SECONDS}s`,
  };
}
