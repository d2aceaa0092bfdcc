import type { Config, Scenario } from '../config/config.ts';
import type { CapacityGoal, Slo } from '../config/language/slo-type.ts';
import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { measureLength } from './layout.ts';
import type { Program, Slot } from './slot.ts';
import { findLongestLimit, gapAfter, planSteps, type Step } from './step.ts';

/** Search for the capacity of a scenario: trials at one rate after another. */
export type CapacitySearch = {
  scenario: string;
  label: string;
  /** As in a step. */
  variant?: Step['variant'];
  env?: Step['env'];
  work: Scenario['work'];
  goal: CapacityGoal;
  slos: Slo[];
  /** Load on fresh starts before the first trial. */
  warmUpSeconds: number;
  /** Time of all trials, on both arms and in all blocks, including the starts and ends of k6. */
  budgetSeconds: number;
  /** Maximum number of fresh starts: as many as fit into the budget. */
  blocks: number;
};

/** Minimum number of fresh starts of both arms for a comparison: otherwise the difference between starts is unknown. */
export const FEWEST_BLOCKS = 2;

/** Trial of one arm: uninterrupted load at one rate. */
export type TrialOrder = { arm: Arm; rate: number; coarse: boolean };

/**
 * Trials: shortest and longest length (s), requests that lie beyond the percentile, and length as a multiple of the limit,
 * because queues take time to grow. Short trials suffice while the limit is far from known.
 */
const LONG = { seconds: 3, beyond: 15, limits: 20 };
const SHORT = { seconds: 1.5, beyond: 3, limits: 5 };
const MOST_SECONDS = 10;
const SETTLE_SECONDS = 0.4;
/** Parts of a trial, to detect a growing queue. */
const SLICES = 6;
const WARM_UP = { seconds: 3, share: 0.5 };
/** Maximum number of trials of a search: in the first block, and in later ones, which begin near the limit. */
export const TRIALS = { first: 14, later: 9 };
/** Maximum number of blocks. Each gives one value per arm; more blocks would show smaller changes. */
const MOST_BLOCKS = { paired: 5, alone: 3 };

/** Plans the searches of a configuration. */
export function planSearches(config: Config, paired: boolean): CapacitySearch[] {
  return config.scenarios.flatMap(({ name, work, capacity, slos, budgetSeconds }) => {
    if (capacity === undefined) return [];
    return {
      ...{ scenario: name, work, goal: capacity, slos },
      label: config.variant ? `${name} [${config.variant.name}]` : name,
      ...(config.variant && { variant: config.variant.values, env: config.variant.env }),
      budgetSeconds: budgetSeconds ?? config.measure.budgetSeconds,
      warmUpSeconds: config.measure.warmUpSeconds ?? WARM_UP.seconds,
      blocks: paired ? MOST_BLOCKS.paired : MOST_BLOCKS.alone,
    };
  });
}

/** Expresses the trials of a search as a step at one rate. */
function stepAt({ scenario: name, work, goal, ...search }: CapacitySearch, rate: number): Step {
  const { variant, env, budgetSeconds } = search;
  const loads = [{ kind: 'arrival-rate', rate } as const];
  const trial = { name, work, loads, slos: [goal.slo], tolerances: { byMetric: {} } };
  return { ...planSteps(trial, budgetSeconds)[0]!, ...(variant && { variant, env }) };
}

/**
 * Lays out one trial of each arm, one after the other, as one k6 process.
 *
 * @param warmUp whether the instances are fresh; they get half of the rate first
 */
export function layOutTrials(
  search: CapacitySearch,
  orders: readonly TrialOrder[],
  warmUp: boolean,
): Program {
  const slots: Slot[] = [];
  let at = 0;
  const add = (arm: Arm, rate: number, own: Pick<Slot, 'round' | 'seconds' | 'settleSeconds' | 'slices'>) => {
    const step = stepAt(search, rate);
    const key = `${search.scenario}-${arm === 'base' ? 'B' : 'H'}-${own.round === null ? 'W' : 'T'}`;
    slots.push({ key, step, arm, startSeconds: round3(at), ...own, requests: null, turns: null });
    at += own.seconds + gapAfter(step);
  };
  const first = { round: null, seconds: search.warmUpSeconds, settleSeconds: 0, slices: 1 };
  for (const { arm, rate } of warmUp ? orders : []) add(arm, Math.max(1, WARM_UP.share * rate), first);
  for (const { arm, rate, coarse } of orders) {
    const seconds = round3(findLength(search.goal, rate, coarse) + SETTLE_SECONDS);
    add(arm, rate, { round: 0, seconds, settleSeconds: SETTLE_SECONDS, slices: SLICES });
  }
  return measureLength(slots);
}

/** Finds the measured length (s) of a trial: long enough for enough requests beyond the percentile. */
function findLength({ slo }: CapacityGoal, rate: number, coarse: boolean): number {
  const share = slo.metric.kind === 'percentile' ? 1 - slo.metric.percent / 100 : 0.1;
  const { seconds, beyond, limits } = coarse ? SHORT : LONG;
  return Math.min(MOST_SECONDS, Math.max(seconds, limits * findLongestLimit([slo]), beyond / share / rate));
}
