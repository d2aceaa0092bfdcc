import * as z from 'zod';
import { capacityGoalSchema } from '../config/language/slo-type.ts';
import { boundedList, boundedText, count, number } from '../json-values.ts';
import { armSchema } from '../measurement/measurement.ts';

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
