import * as z from 'zod';
import { type CapacityGoal, capacityGoalSchema } from '../config/language/slo-type.ts';
import { boundedList, boundedText, count, number } from '../json-values.ts';
import { armSchema } from '../measurement/measurement.ts';
import { estimateLimit, LIMIT_CONFIDENCE } from '../statistics/limit-search.ts';
import { estimateMean } from '../statistics/mean.ts';

/** Number of a record, which is plain JSON: without a bound it is written as null. */
const unbounded = z.union([number, z.null().transform(() => Number.POSITIVE_INFINITY)]);

/** Short run at one rate on one arm. */
const trialSchema = z.object({
  /** Arrivals per second that were asked for. */
  rate: z.number().positive(),
  met: z.boolean(),
  /** Value of the metric, ms; `Infinity` when failures reach the percentile. */
  value: unbounded,
  /** Share of failed and dropped requests. */
  errors: number,
  /** Who kept the trial from what was asked, if not the service. */
  limitedBy: z.literal('generator').optional(),
});
export type Trial = z.infer<typeof trialSchema>;

export const capacityKind = z.enum(['found', 'above', 'below', 'generator']);

/**
 * Capacity as one search found it, req/s, with an interval of 95 %. `above`: the end of the range meets, so it is `low`
 * at least. `generator`: k6 could send no more than `low`, which meets. `below`: the start of the range does not meet.
 */
const capacityEstimateSchema = z.object({
  kind: capacityKind,
  value: number,
  low: number,
  high: unbounded,
});
export type CapacityEstimate = z.infer<typeof capacityEstimateSchema>;

/** Capacity of one scenario on one arm, with the trials of each fresh start. */
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
      /** Null when the search was cut short before it knew anything. */
      estimate: capacityEstimateSchema.nullable(),
      trials: boundedList(trialSchema),
    }),
  ),
});
export type CapacityMeasurement = z.infer<typeof capacityMeasurementSchema>;

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
