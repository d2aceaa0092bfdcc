import * as z from 'zod';
import { type CapacityGoal, capacityGoalSchema } from '../config/language/slo-type.ts';
import { boundedList, boundedText, count, number } from '../json-values.ts';
import { armSchema } from '../measurement/measurement.ts';
import { estimateLimit, LIMIT_CONFIDENCE } from '../statistics/limit-search.ts';
import { estimateMean } from '../statistics/mean.ts';

/** A number in a record, which is plain JSON: an infinite one is written as null. */
const unbounded = z.union([number, z.null().transform(() => Number.POSITIVE_INFINITY)]);

/** A short run at one rate on one arm. */
const trialSchema = z.object({
  /** Requested arrivals per second. */
  rate: z.number().positive(),
  met: z.boolean(),
  /** Value of the metric, ms; `Infinity` when failures reach the percentile. */
  value: unbounded,
  /** Share of failed and dropped requests (fraction). */
  errors: number,
  /** What kept the trial from its rate, other than the service. */
  limitedBy: z.literal('generator').optional(),
});
export type Trial = z.infer<typeof trialSchema>;

export const capacityKind = z.enum(['found', 'above', 'below', 'generator']);

/**
 * Capacity found by one search, req/s, with a 95 % interval. `above`: even the end of the range meets the SLO, so it is at
 * least `low`. `generator`: k6 could not send more than `low`, which meets it. `below`: the start of the range does not.
 */
const capacityEstimateSchema = z.object({
  kind: capacityKind,
  value: number,
  low: number,
  high: unbounded,
});
export type CapacityEstimate = z.infer<typeof capacityEstimateSchema>;

/** Capacity of one scenario on one arm, with the trials of each start. */
export const capacityMeasurementSchema = z.object({
  scenario: boundedText,
  label: boundedText,
  /** SHA-256 of goal and request, without SLOs. Only capacities with equal digests are compared. */
  digest: boundedText,
  goal: capacityGoalSchema,
  arm: armSchema,
  blocks: boundedList(
    z.object({
      block: count,
      /** Null if the search was cut short before it found anything. */
      estimate: capacityEstimateSchema.nullable(),
      trials: boundedList(trialSchema),
    }),
  ),
});
export type CapacityMeasurement = z.infer<typeof capacityMeasurementSchema>;

/**
 * Scatter (log units) of the log ratio of capacities between two starts of the same code, assumed before anything is
 * measured, and the number of starts that this assumption counts as.
 */
export const ASSUMED = { scatter: 0.06, degrees: 3 };

/** How far above the limit (factor) failed trials may lie and still say where it is. */
const NEAR = 1.1;
/** Number of searches from which their scatter says more than their individual intervals. */
const FEWEST_SEARCHES = 3;

/** Estimates a capacity from the trials of one search; null if they say nothing. */
export function estimateCapacity(trials: readonly Trial[], goal: CapacityGoal): CapacityEstimate | null {
  const estimate = estimateLimit(trials, goal);
  if (estimate === null || estimate.kind === 'above') return estimate;
  const near = trials.filter(({ met, rate }) => !met && rate <= NEAR * estimate.high);
  const starved = near.filter(({ limitedBy }) => limitedBy === 'generator').length;
  if (starved === 0 || 2 * starved < near.length) return estimate;
  // The service might have served what it did not prevent from being sent.
  const reached = trials.filter(({ met, rate }) => met && rate <= estimate.high).map(({ rate }) => rate);
  const low = Math.max(0, ...reached);
  return { kind: 'generator', value: low, low, high: Number.POSITIVE_INFINITY };
}

/**
 * Combines the searches of one arm. From three starts on, their scatter gives the interval; with fewer, it
 * spans all of their own intervals.
 */
export function poolEstimates({ blocks }: Pick<CapacityMeasurement, 'blocks'>): CapacityEstimate | null {
  return pool(blocks.flatMap(({ estimate }) => estimate ?? []));
}

/** Combines the results of several searches; null if there are none. */
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
