import * as z from 'zod';
import { capacityGoalSchema, sloSchema } from '../config/language/slo-type.ts';
import { boundedList, boundedText, count, number, variant } from '../json-values.ts';
import { metricSchema, whereSchema } from '../metrics/metric.ts';
import { capacityKind } from './capacity-measurement.ts';

/** Point estimate with an interval; in ms, fraction or req/s by its metric. `Infinity` is allowed. */
const estimate = z.object({ value: number, low: number, high: number });
export type Estimate = z.infer<typeof estimate>;

/**
 * Growth within the stretches of load or in the soak, which rules out `met` and `unchanged`: nobody knows where it ends.
 * Latency (ms) at a percentile in the first half and in the second, or memory (MB), which has no percentile.
 */
const growthSchema = z.object({
  where: z.enum(['stretches', 'soak']),
  percent: z.number().nullable(),
  from: number,
  to: number,
});
export type Growth = z.infer<typeof growthSchema>;

export const sloFindingSchema = z.object({
  label: boundedText,
  slo: sloSchema,
  estimate,
  /** Confidence of the interval, fraction. */
  confidence: number,
  code: z.enum(['met', 'missed', 'at-limit']),
  /** Growth that ruled out `met`. Absent if there is none. */
  growth: growthSchema.optional(),
  /** Estimate from the blocks, if the SLO was not missed there but is not met in the soak, which `estimate` describes. */
  stretches: estimate.optional(),
  /** For an SLO on a capacity: what was searched, and where the search ended. */
  capacity: z.object({ kind: capacityKind, goal: capacityGoalSchema }).optional(),
  /** Limit relative to another step: its label and value, and the distance to the limit, whose interval decides. */
  relative: z.object({ label: boundedText, estimate, limit: number, difference: estimate }).optional(),
});
export type SloFinding = z.infer<typeof sloFindingSchema>;
export type SloCode = SloFinding['code'];

/** Reason why a change could not be judged, as a code; `report/words` has the text. */
const changeReason = z.discriminatedUnion('kind', [
  /** Too few comparable earlier runs. `incompatible`: the number of others, if none is comparable. */
  variant('few-records', { compatible: count, needed: count, incompatible: count.optional() }),
  /** Both revisions have the same files. */
  variant('identical'),
  /** The base revision cannot serve this scenario. */
  variant('new'),
  /** The base revision could not be measured. */
  variant('no-base'),
  /** The interval of the change is too wide to decide. */
  variant('noisy'),
  /** The blocks show no change, but something grows on the head, and less on the base. */
  variant('unsteady', { growth: growthSchema }),
  /** Base and head did different work, so less time is no improvement: see `work` of the verdict. */
  variant('other-work'),
  variant('too-few-blocks', { blocks: count, needed: count }),
  /** The whole run has too few requests of each revision for this percentile. */
  variant('too-few-requests', { requests: count, needed: count }),
  /**
   * The capacities of all arms lie beyond a rate (req/s), at least in one start: an end of the range, or what k6 can send;
   * 0 if that was too little for one of them. Both are null if a search ran out of time before it found anything.
   */
  variant('capacity-unknown', {
    side: z.enum(['above', 'below', 'generator']).nullable(),
    rate: number.nullable(),
  }),
]);
export type ChangeReason = z.infer<typeof changeReason>;

/** `head`: over all requests of this run, as SLOs use it. `tolerance`: a smaller change never blocks (fraction). */
const looked = {
  label: boundedText,
  metric: metricSchema,
  where: whereSchema,
  head: number,
  tolerance: number,
};

const judged = {
  ...looked,
  /** Confidence of the interval, fraction. */
  confidence: number,
  code: z.enum(['regressed', 'improved', 'unchanged', 'inconclusive']),
  reason: changeReason.optional(),
};

/**
 * A metric and what it is compared with. `change` is head / base − 1 as a fraction, with its interval; for `errors`,
 * head − base, a difference of shares.
 */
export const changeFindingSchema = z.discriminatedUnion('kind', [
  /** Base and head measured side by side. */
  variant('paired', {
    ...judged,
    /** Value of the base in a typical block; for shares, and percentiles for which blocks are too short, over all requests. */
    base: number,
    change: estimate,
    /**
     * Size of the smallest true change that this procedure reports as `regressed` in 80 % of runs, positive in either
     * direction; null if unknown or beyond everything tried.
     */
    detectable: number.nullable(),
    /** Standard deviation of a block's change (log units; differences for shares): the noise floor. */
    spread: number.nullable(),
    /** Blocks in which both arms have the metric. */
    blocks: count,
  }),
  /** Comparison with earlier runs of the base branch. */
  variant('history', {
    ...judged,
    /** Geometric mean of the runs; null if none has a value. */
    base: number.nullable(),
    /** Null if there are too few runs or values. */
    change: estimate.nullable(),
    /** Values of the earlier runs, oldest first. */
    history: boundedList(number),
  }),
  /** Not compared; `reason` says why. */
  variant('uncompared', {
    ...looked,
    code: z.enum(['first-run', 'skipped', 'inconclusive']),
    reason: changeReason,
  }),
]);
export type ChangeFinding = z.infer<typeof changeFindingSchema>;
export type PairedFinding = Extract<ChangeFinding, { kind: 'paired' }>;
/** Tells whether base and head were measured side by side. */
export function isPairedFinding(change: ChangeFinding): change is PairedFinding {
  return change.kind === 'paired';
}

export type HistoryFinding = Extract<ChangeFinding, { kind: 'history' }>;
export type UncomparedFinding = Extract<ChangeFinding, { kind: 'uncompared' }>;

/** Cost of an instance, base and head side by side: for information when it is not gated. */
export const costFindingSchema = z.object({
  label: boundedText,
  metric: metricSchema,
  /** Values over everything measured, in the metric's unit. */
  base: number,
  head: number,
  /** Head / base − 1 of a typical block (fraction), with a 99 % interval for this metric alone. */
  change: estimate,
});
export type CostFinding = z.infer<typeof costFindingSchema>;
