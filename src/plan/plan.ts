import type { Config, Load, Scenario, Slo, Work } from '../config/config.ts';
import { printLoad } from '../config/load.ts';
import { countToDecide, shareConfidence } from '../statistics/confidence.ts';

/** One scenario under one load: what is measured, judged and shown as a row. */
export type Step = {
  scenario: string;
  label: string;
  work: Work;
  load: Load;
  slos: Slo[];
  virtualUsers: number;
  /** How long requests in flight at the end of a round may take before they are cut off and count as failed. */
  graceSeconds: number;
};

/** A stretch of load: one scenario of the k6 process. */
export type Slot = {
  /** Name of the k6 scenario. */
  key: string;
  step: Step;
  /** Null for the warm-up, whose numbers are thrown away. */
  round: number | null;
  startSeconds: number;
  seconds: number;
  settleSeconds: number;
  /** Equal parts into which the round is cut: correlated observations, the clusters of every interval. */
  slices: number;
};

/** A step whose percentile cannot be shown to meet its SLO, since too few requests are planned. */
export type Shortage = { label: string; percent: number; planned: number; needed: number };

/** One k6 process. Scripts have a process of their own, since their options hold for all of it. */
export type Program = {
  slots: Slot[];
  /** Planned length; fixed work, whose length nobody knows, counts as nothing. */
  seconds: number;
};

export type Plan = {
  suite: string;
  steps: Step[];
  /** Blocks at most; each has fresh instances and all programs of its look, then the verdict is tried. */
  looks: Program[][];
  /** Planned seconds under load: of the first look, and of all. */
  seconds: { firstLook: number; atMost: number };
  shortages: Shortage[];
};

/** Below this budget a second look would be too short to tell anything. */
const LOOKS_FROM_SECONDS = 16;
const LOOKS = 4;
const ROUND_SECONDS = 3;
/** k6 refuses shorter scenarios. */
const SHORTEST_ROUND_SECONDS = 1;
const FEWEST_CLUSTERS = 6;
/** Fixed work has no planned length; k6 stops it here and counts the rest as dropped. */
export const FIXED_WORK_LIMIT_SECONDS = 300;

/**
 * Lays out instances, rounds and k6 processes for a configuration.
 *
 * @param budgetSeconds load time per scenario, at most; warm-up not counted
 */
export function planRun(config: Config, budgetSeconds = config.measure.budgetSeconds): Plan {
  const steps = config.scenarios.flatMap((scenario) =>
    scenario.loads.map((load) => planStep(scenario, load)),
  );
  const count = budgetSeconds >= LOOKS_FROM_SECONDS ? LOOKS : 1;
  const looks: Program[][] = [];
  for (let look = 0; look < count; look++) {
    // A load with a length of its own is measured once and exactly so long.
    const due = steps.filter((step) => look === 0 || !hasOwnLength(step.load));
    if (due.length > 0)
      looks.push(groupByProcess(due).map((group) => planProgram(group, budgetSeconds / count)));
  }
  const lengths = looks.map((programs) => programs.reduce((sum, program) => sum + program.seconds, 0));
  return {
    suite: config.suite,
    steps,
    looks,
    seconds: { firstLook: lengths[0] ?? 0, atMost: lengths.reduce((sum, length) => sum + length, 0) },
    shortages: steps.flatMap((step) => findShortage(step, looks) ?? []),
  };
}

/** Closed models send as many as the service answers, which nobody knows beforehand. */
function findShortage({ label, slos, load }: Step, looks: readonly Program[][]): Shortage | null {
  if (load.kind === 'users') return null;
  const slots = looks.flat().flatMap((program) => program.slots);
  const own = slots.filter((slot) => slot.round !== null && slot.step.label === label);
  const seconds = own.reduce((sum, slot) => sum + slot.seconds - slot.settleSeconds, 0);
  const planned = load.kind === 'fixed-work' ? load.requests : Math.floor(load.rate * seconds);
  const clusters = own.reduce((sum, slot) => sum + slot.slices, 0);
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  const percent = Math.max(0, ...percents);
  const needed = percent === 0 ? 0 : countToDecide(percent / 100, shareConfidence(looks.length), clusters);
  return planned < needed ? { label, percent, planned, needed } : null;
}

function planStep(scenario: Scenario, load: Load): Step {
  const limits = scenario.slos.flatMap(({ limit }) =>
    limit.kind === 'absolute' && limit.unit === 'ms' ? [limit.value / 1000] : [],
  );
  const longest = Math.max(0, ...limits);
  return {
    scenario: scenario.name,
    label: scenario.loads.length > 1 ? `${scenario.name} at ${printLoad(load)}` : scenario.name,
    work: scenario.work,
    load,
    slos: scenario.slos,
    virtualUsers: countVirtualUsers(load, longest),
    graceSeconds: Math.min(5, Math.max(0.3, 2 * longest)),
  };
}

/** Little's law with room to spare: enough users to keep the rate through a stall of four times the limit. */
function countVirtualUsers(load: Load, limitSeconds: number): number {
  if (load.kind !== 'arrival-rate') return load.users;
  return Math.max(10, Math.ceil(load.rate * Math.max(0.25, 4 * limitSeconds)));
}

function hasOwnLength(load: Load): boolean {
  return load.kind === 'fixed-work' || load.seconds !== undefined;
}

/** Declarative requests share a process; each script, and each fixed work with its unknown length, has its own. */
function groupByProcess(steps: Step[]): Step[][] {
  const shared = steps.filter((step) => step.work.kind === 'request' && step.load.kind !== 'fixed-work');
  const own = steps.filter((step) => !shared.includes(step));
  return [...(shared.length > 0 ? [shared] : []), ...groupOwn(own)];
}

function groupOwn(steps: Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const fits = groups.find(([first]) => isSameScript(first!, step));
    if (fits) fits.push(step);
    else groups.push([step]);
  }
  return groups;
}

function isSameScript(a: Step, b: Step): boolean {
  if (a.load.kind === 'fixed-work' || b.load.kind === 'fixed-work') return false;
  return a.work.kind === 'script' && b.work.kind === 'script' && a.work.path === b.work.path;
}

function planProgram(steps: Step[], lookSeconds: number): Program {
  const slots: Slot[] = [];
  let at = 0;
  const add = (step: Step, round: number | null, shape: Shape) => {
    slots.push({ key: nameSlot(steps, step, round), step, round, startSeconds: round3(at), ...shape });
    // Rounds of one step must not overlap, grace included, or k6 would need its users twice.
    const pause = steps.length === 1 ? step.graceSeconds + 0.05 : 0.1;
    at += shape.seconds + pause;
  };
  for (const step of steps) add(step, null, warmUp(step.load, lookSeconds));
  const shapes = new Map(steps.map((step) => [step, shapeRounds(step.load, lookSeconds)]));
  const rounds = Math.max(...[...shapes.values()].map((shape) => shape.rounds));
  for (let round = 0; round < rounds; round++) {
    for (const step of steps) {
      const { rounds: own, ...shape } = shapes.get(step)!;
      if (round < own) add(step, round, shape);
    }
  }
  return measureLength(slots);
}

/** A program that measures some slots of another once more, warm-up of their steps first. */
export function restartSlots(program: Program, again: readonly Slot[]): Program {
  const steps = new Set(again.map((slot) => slot.step));
  const due = program.slots.filter(
    (slot) => steps.has(slot.step) && (slot.round === null || again.some(({ key }) => key === slot.key)),
  );
  let at = 0;
  const slots = due.map((slot) => {
    const moved = { ...slot, startSeconds: round3(at) };
    at += slot.seconds + slot.step.graceSeconds + 0.05;
    return moved;
  });
  return measureLength(slots);
}

function measureLength(slots: Slot[]): Program {
  const last = slots.at(-1)!;
  return { slots, seconds: last.startSeconds + (last.step.load.kind === 'fixed-work' ? 0 : last.seconds) };
}

type Shape = Pick<Slot, 'seconds' | 'settleSeconds' | 'slices'>;

function warmUp(load: Load, lookSeconds: number): Shape {
  const seconds = Math.min(5, Math.max(SHORTEST_ROUND_SECONDS, ownSeconds(load, lookSeconds) * 0.15));
  return { seconds: round3(seconds), settleSeconds: 0, slices: 1 };
}

function shapeRounds(load: Load, lookSeconds: number): Shape & { rounds: number } {
  if (load.kind === 'fixed-work') {
    return { rounds: 1, seconds: FIXED_WORK_LIMIT_SECONDS, settleSeconds: 0, slices: 2 * FEWEST_CLUSTERS };
  }
  const total = Math.max(SHORTEST_ROUND_SECONDS, ownSeconds(load, lookSeconds));
  const rounds = Math.max(1, Math.min(Math.round(total / ROUND_SECONDS), 20) || 1, total >= 3 ? 2 : 1);
  const seconds = round3(total / rounds);
  return {
    rounds,
    seconds,
    settleSeconds: round3(Math.min(0.5, Math.max(0.2, seconds * 0.1))),
    slices: Math.ceil(FEWEST_CLUSTERS / rounds),
  };
}

function ownSeconds(load: Load, lookSeconds: number): number {
  return load.kind !== 'fixed-work' && load.seconds !== undefined ? load.seconds : lookSeconds;
}

/** k6 allows letters, digits, `_` and `-`; scenarios have no capitals, so these names cannot collide. */
function nameSlot(steps: Step[], step: Step, round: number | null): string {
  const sweep = steps.filter((other) => other.scenario === step.scenario);
  const load = sweep.length > 1 ? `-L${sweep.indexOf(step) + 1}` : '';
  return `${step.scenario}${load}-${round === null ? 'W' : `R${round + 1}`}`;
}

function round3(x: number): number {
  return Math.round(x * 1000) / 1000;
}
