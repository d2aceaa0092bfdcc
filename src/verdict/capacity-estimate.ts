import type { CapacityGoal } from '../config/language/slo-type.ts';
import { estimateLimit, LIMIT_CONFIDENCE } from '../statistics/limit-search.ts';
import { estimateMean } from '../statistics/mean.ts';
import type { CapacityEstimate, CapacityMeasurement, Trial } from './capacity-measurement.ts';

/**
 * Scatter (log units) of a log ratio of capacities between two starts of the same code, as it is assumed before anything is
 * measured, and the number of starts that this assumption counts for.
 */
export const ASSUMED = { scatter: 0.06, degrees: 3 };

/** How far above the limit (factor) trials that did not meet may lie to say what the limit is of. */
const NEAR = 1.1;
/** Searches from which their scatter says more than the intervals of each. */
const FEWEST_SEARCHES = 3;

/** Estimates a capacity from the trials of one search; null when they do not say anything. */
export function estimateCapacity(trials: readonly Trial[], goal: CapacityGoal): CapacityEstimate | null {
  const estimate = estimateLimit(trials, goal);
  if (estimate === null || estimate.kind === 'above') return estimate;
  const near = trials.filter(({ met, rate }) => !met && rate <= NEAR * estimate.high);
  const starved = near.filter(({ limitedBy }) => limitedBy === 'generator').length;
  if (starved === 0 || 2 * starved < near.length) return estimate;
  // What the service did not keep from being sent, it might have served.
  const reached = trials.filter(({ met, rate }) => met && rate <= estimate.high).map(({ rate }) => rate);
  const low = Math.max(0, ...reached);
  return { kind: 'generator', value: low, low, high: Number.POSITIVE_INFINITY };
}

/**
 * Puts the searches of one arm together. From three fresh starts on, their scatter gives the interval; before that it is
 * the widest of theirs.
 */
export function poolEstimates({ blocks }: Pick<CapacityMeasurement, 'blocks'>): CapacityEstimate | null {
  return pool(blocks.flatMap(({ estimate }) => estimate ?? []));
}

/** Puts what several searches have found together; null without any. */
export function pool(all: readonly CapacityEstimate[]): CapacityEstimate | null {
  if (all.length === 0) return null;
  const low = Math.min(...all.map((estimate) => estimate.low));
  const high = Math.max(...all.map((estimate) => estimate.high));
  const kind = (['generator', 'above', 'below'] as const).find((each) =>
    all.some((one) => one.kind === each),
  );
  if (kind !== undefined) return { kind, value: kind === 'below' ? high : low, low, high };
  const { mean, reach } = estimateMean(
    all.map(({ value }) => Math.log(value)),
    ASSUMED,
  );
  const value = Math.exp(mean);
  if (all.length < FEWEST_SEARCHES) return { kind: 'found', value, low, high };
  const half = reach((1 - LIMIT_CONFIDENCE) / 2);
  return { kind: 'found', value, low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
