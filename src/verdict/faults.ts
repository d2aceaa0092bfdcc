import * as z from 'zod';
import { boundedList, boundedLog, boundedText, count, number, variant } from '../json-values.ts';
import { seenMetricSchema } from '../measurement/custom.ts';
import { cpuUseSchema } from '../measurement/measurement.ts';

const label = boundedText;
const message = boundedText;
const log = boundedLog;
const cpu = cpuUseSchema;
const rates = { sent: number, intended: number, seconds: number };
const failure = { service: boundedText, message, log };
/** Whether only the head fails so, as the base became ready, or the base as well. */
const arms = { onlyHead: z.literal(true).optional(), both: z.literal(true).optional() };

/** Reasons why nothing can be said, with the evidence. */
export const invalidReasonSchema = z.discriminatedUnion('kind', [
  /** k6 fell behind; nobody else was in its way. `pod`: the one that did, where pods sent the load. */
  variant('starved', { label, ...rates, lagMs: number.nullable(), cpu, pod: boundedText.optional() }),
  variant('disturbed', { label, discarded: count, rounds: count, why: boundedText }),
  variant('not-ready', { ...failure, ...arms }),
  variant('build-failed', { ...failure, ...arms }),
  /**
   * The base revision cannot be built, started or kept alive, or the head's k6 script fails on it (`service` is the
   * scenario then), so there is nothing to compare with.
   */
  variant('base-failed', {
    fault: z.enum(['build-failed', 'not-ready', 'crashed', 'script-failed']),
    commit: boundedText,
    ...failure,
    /** Set where the head has crashed as well. */
    both: arms.both,
  }),
  variant('script-failed', { label, message, log }),
  variant('harness', { message, log }),
  /** Nothing was sent in the measured part of any slot, which is `seconds` long: users are busy for longer. */
  variant('none-begun', { label, seconds: number }),
  /** An SLO names what these services use, and that cannot be read: in a container, or on a system that does not tell. */
  variant('cost-unknown', { label, metric: boundedText }),
  /** k6 cannot send more than `rate` (req/s), which meets, and an SLO asks for more. */
  variant('generator-limit', { label, rate: number }),
  /** The budget of a search ended before anything was known. */
  variant('search-too-short', { label, trials: count }),
  /** The limit of an SLO is a metric of another scenario, which has no value: its requests fail, or it was not measured. */
  variant('limit-unknown', { label, metric: boundedText, other: boundedText }),
  /** An SLO names a metric that the user's script never fed as such a type. `seen`: what it did feed. */
  variant('metric-unknown', { label, metric: boundedText, seen: boundedList(seenMetricSchema) }),
]);
export type InvalidReason = z.infer<typeof invalidReasonSchema>;

/** Tells whether more load may measure what could not be measured: what others do on a machine passes. */
export function isTransient({ kind }: InvalidReason): boolean {
  return kind === 'disturbed';
}

/** Faults of the service itself, shown beside a missed SLO. */
export const serviceFaultSchema = z.discriminatedUnion('kind', [
  variant('crashed', { service: boundedText, label, exit: boundedText, log }),
  variant('cannot-keep-up', { label, ...rates, cpu }),
  /** Failures of the blocks, or of the soak if its share is larger. `log`: what the service wrote last, where it was started here. */
  variant('failing', {
    label,
    failed: count,
    requests: count,
    examples: boundedList(boundedText),
    service: boundedText.optional(),
    log: log.optional(),
  }),
]);
export type ServiceFault = z.infer<typeof serviceFaultSchema>;

/** Tells whether a fault is a miss even without an SLO, and ends the run. */
export function isCrash({ kind }: ServiceFault): boolean {
  return kind === 'crashed';
}
