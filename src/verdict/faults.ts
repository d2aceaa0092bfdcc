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
/** Whether only the head failed, because the base became ready, or the base as well. */
const arms = { onlyHead: z.literal(true).optional(), both: z.literal(true).optional() };

/** Reasons why a run says nothing, with evidence. */
export const invalidReasonSchema = z.discriminatedUnion('kind', [
  /** k6 fell behind with nothing else in its way. `pod`: the one that did, if pods sent the load. */
  variant('starved', { label, ...rates, lagMs: number.nullable(), cpu, pod: boundedText.optional() }),
  variant('disturbed', { label, discarded: count, rounds: count, why: boundedText }),
  variant('not-ready', { ...failure, ...arms }),
  variant('build-failed', { ...failure, ...arms }),
  /**
   * The base cannot be built, started or kept alive, or the head's k6 script fails on it (then `service` is the
   * scenario), so there is nothing to compare with.
   */
  variant('base-failed', {
    fault: z.enum(['build-failed', 'not-ready', 'crashed', 'script-failed']),
    commit: boundedText,
    ...failure,
    /** Set if the head crashed as well. */
    both: arms.both,
  }),
  variant('script-failed', { label, message, log }),
  variant('harness', { message, log }),
  /** Nothing was sent in the measured part of any slot of `seconds`: users are busy for longer than that. */
  variant('none-begun', { label, seconds: number }),
  /** An SLO names a cost that cannot be read: the service is in a container, or the system does not report it. */
  variant('cost-unknown', { label, metric: boundedText }),
  /** k6 cannot send more than `rate` (req/s), which meets the SLO, but an SLO asks for more. */
  variant('generator-limit', { label, rate: number }),
  /** The budget of a search ran out before anything was found. */
  variant('search-too-short', { label, trials: count }),
  /** The SLO's limit is a metric of another scenario that has no value: its requests fail, or it was not measured. */
  variant('limit-unknown', { label, metric: boundedText, other: boundedText }),
  /** An SLO names a metric that the script never recorded as that type. `seen`: what it did record. */
  variant('metric-unknown', { label, metric: boundedText, seen: boundedList(seenMetricSchema) }),
]);
export type InvalidReason = z.infer<typeof invalidReasonSchema>;

/** Tells whether more load may help: disturbances by others on a machine pass. */
export function isTransient({ kind }: InvalidReason): boolean {
  return kind === 'disturbed';
}

/** Faults of the service itself, shown beside a missed SLO. */
export const serviceFaultSchema = z.discriminatedUnion('kind', [
  variant('crashed', { service: boundedText, label, exit: boundedText, log }),
  variant('cannot-keep-up', { label, ...rates, cpu }),
  /** Failures in the blocks, or in the soak if its share is larger. `log`: the service's last output, if started here. */
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

/** Tells whether a fault misses even without an SLO, and ends the run. */
export function isCrash({ kind }: ServiceFault): boolean {
  return kind === 'crashed';
}
