import type { Config, Scenario, Variant, VariantValues, Work } from '../config/config.ts';
import { printLoad } from '../config/language/load.ts';
import type { Slo } from '../config/language/slo-type.ts';
import type { Load } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';

/** One scenario under one load. Each step is measured, judged and shown in a row of its own. */
export type Step = {
  scenario: string;
  label: string;
  /** Values of the variant, and what it adds to the environment. Absent if there are no variants. */
  variant?: VariantValues;
  env?: Record<string, string>;
  work: Work;
  load: Load;
  /** How often fixed work is repeated in a stretch, so that it lasts a second. Absent: once. */
  passes?: number;
  slos: Slo[];
  virtualUsers: number;
  /** Time that requests in flight at the end of a round still get, whatever an SLO allows. After it they have failed. */
  graceSeconds: number;
  /** Pause between two rounds of this step alone. It is shorter than a long grace, because it lengthens the run. */
  pauseSeconds: number;
  /** The part of it in which Docker pauses containers. Absent if there are none. */
  haltSeconds?: number;
  /** Maximum load time: all blocks and both arms together, without warm-up. */
  budgetSeconds: number;
  /** Labels of the steps with which it takes turns, for limits relative to each other, itself included. */
  family?: readonly string[];
};

/** Plans the steps of all scenarios, in the configuration's variant. */
export function planAllSteps({ scenarios, services, measure, variant }: Config): Step[] {
  const steps = scenarios.flatMap((scenario) =>
    planSteps(scenario, scenario.budgetSeconds ?? measure.budgetSeconds, variant),
  );
  const isContained = services.some(({ container, scope }) => container !== undefined && scope !== 'run');
  const halt = (step: Step): Step => ({
    ...step,
    ...{ pauseSeconds: step.pauseSeconds + HALT_SECONDS, haltSeconds: HALT_SECONDS },
  });
  return isContained ? steps.map(halt) : steps;
}

/** Time (s) for Docker to pause the containers of one arm and resume those of the other. */
const HALT_SECONDS = 0.5;

/** Plans the steps of a scenario: one for each load of a sweep. @param variant in which they are measured */
export function planSteps(scenario: Scenario, budgetSeconds: number, variant?: Variant): Step[] {
  const longest = findLongestLimit(scenario.slos);
  return scenario.loads.map((load) => ({
    scenario: scenario.name,
    label: nameStep(scenario, load, variant),
    ...(variant && { variant: variant.values, env: variant.env }),
    work: scenario.work,
    load,
    slos: scenario.slos,
    virtualUsers: countVirtualUsers(load, longest, scenario.work),
    graceSeconds: Math.max(longest > 0 ? chooseGrace(longest) : 0, choosePatience(load, scenario.work)),
    pauseSeconds: Math.min(LONGEST_PAUSE_SECONDS, chooseGrace(longest)),
    budgetSeconds,
  }));
}

/** Writes `overhead at 5 req/s [cache=off]`: with the load if there are several, and the variant if there are some. */
function nameStep({ name, loads }: Scenario, load: Load, variant: Variant | undefined): string {
  const base = loads.length > 1 ? `${name} at ${printLoad(load)}` : name;
  return variant ? `${base} [${variant.name}]` : base;
}

/** Longest latency (s) that an SLO allows; 0 without one. */
export function findLongestLimit(slos: readonly Slo[]): number {
  const limits = slos.flatMap(({ limit }) =>
    limit.kind === 'absolute' && limit.unit === 'ms' ? [limit.value / 1000] : [],
  );
  return Math.max(0, ...limits);
}

/** Tells whether the user gave the load a length: `for 30s`, or a number of requests. */
export function hasOwnLength(load: Load): boolean {
  return load.kind === 'fixed-work' || ownSeconds(load) !== undefined;
}

/** Returns the length that the user gave a rate. */
export function ownSeconds(load: Load): number | undefined {
  return load.kind === 'arrival-rate' ? load.seconds : undefined;
}

/** Counts the requests (script: iterations) of fixed work in one stretch. */
export function countWork({ load, passes = 1 }: Pick<Step, 'load' | 'passes'>): number | null {
  return load.kind === 'fixed-work' ? load.requests * passes : null;
}

/** Tells whether arms can take turns: not with a closed model, nor with a script, whose target applies to its process. */
export function mayTakeTurns({ load, work }: Pick<Step, 'load' | 'work'>): boolean {
  return load.kind === 'arrival-rate' && work.kind === 'request';
}

/** Time (s) between two stretches of load if the second need not wait for responses from the first. */
export const SHORTEST_GAP_SECONDS = 0.05;

/** Returns the time (s) from the end of a stretch to the next one, in which late responses arrive. */
export function gapAfter({ pauseSeconds }: Step): number {
  return pauseSeconds + SHORTEST_GAP_SECONDS;
}

const LONGEST_PAUSE_SECONDS = 5;
/** Each block has four such pauses for each step. */
const SHORTEST_GRACE_SECONDS = 0.2;
/** A request this much later than its limit counts as unanswered. */
const LATE_SECONDS = 2.5;

function chooseGrace(limitSeconds: number): number {
  return Math.max(SHORTEST_GRACE_SECONDS, Math.min(2 * limitSeconds, limitSeconds + LATE_SECONDS));
}

/** A number of users that always fits into memory, even several times: k6 keeps them during a grace period. */
const FEW_USERS = 100;
const PATIENCE_SECONDS = { shortest: 1, longest: 5 };

/** Time (s) that a response may still take after the end of a stretch: up to its timeout; less if many would wait. */
function choosePatience(load: Load, work: Work): number {
  const { shortest, longest } = PATIENCE_SECONDS;
  const crowd = load.kind === 'arrival-rate' ? load.rate : load.users;
  const timeouts =
    work.kind === 'request' ? work.requests.map(({ request }) => request.timeoutSeconds) : [longest];
  return Math.min(Math.max(...timeouts), longest, Math.max(shortest, round3(FEW_USERS / crowd)));
}

/**
 * A virtual user takes up to a few megabytes (https://grafana.com/docs/k6/latest/testing-guides/running-large-tests/). Above
 * this number there are only as many as there are requests that may wait within their limit.
 */
const MANY_USERS = 1000;

/**
 * Chooses enough users to keep the rate through a stall of four times the limit, by Little's law, unless that is too many.
 * They last for at least a quarter of a second.
 */
function countVirtualUsers(load: Load, limitSeconds: number, work: Work): number {
  if (load.kind !== 'arrival-rate') return load.users;
  const { rate } = load;
  // A script iteration sends several requests and may pause, so no SLO bounds its length.
  const isKnown = limitSeconds > 0 && work.kind === 'request';
  const waiting = isKnown ? 0 : Math.min(FEW_USERS, rate * choosePatience(load, work));
  const stalled = Math.min(rate * 4 * limitSeconds, Math.max(MANY_USERS, rate * limitSeconds));
  return Math.max(10, Math.ceil(waiting), Math.ceil(0.25 * rate), Math.ceil(stalled));
}

const LONGEST_ROUND_SECONDS = 5;

/** Time (s) in which each user of a script starts once at this rate, to log in or connect; 0 for other work. */
export function roundOfUsers({ work, load, virtualUsers }: Step): number {
  if (work.kind !== 'script' || load.kind !== 'arrival-rate') return 0;
  return round3(Math.min(LONGEST_ROUND_SECONDS, virtualUsers / load.rate));
}
