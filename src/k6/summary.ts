import * as z from 'zod';
import { type SeenMetric, seenMetricSchema } from '../measurement/custom.ts';
import type { Slice } from '../measurement/measurement.ts';
import type { Slot } from '../plan/slot.ts';
import { shareTurns } from '../plan/turns.ts';
import { isMeasured } from './script.ts';

const trend = z.object({ count: z.number(), avg: z.number(), values: z.array(z.number()) }).nullable();

/** Samples of a metric of the user's script; levels are those of `percents`. */
const samples = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trend'), count: z.number(), avg: z.number(), values: z.array(z.number()) }),
  z.object({ type: z.literal('rate'), hits: z.number(), count: z.number() }),
  z.object({ type: z.literal('counter'), sum: z.number() }),
]);

const summarySchema = z.object({
  schemaVersion: z.literal(1),
  percents: z.array(z.number()),
  slots: z.record(
    z.string(),
    z.object({
      startedAt: z.number(),
      endedAt: z.number(),
      dropped: z.number(),
      /** Redirects that count as answers, by the number of the request. Empty for scripts and for the base. */
      redirects: z.array(z.number()).optional(),
      slices: z.array(
        z.object({
          started: z.number(),
          finished: z.number(),
          exceptions: z.number(),
          /** Requests of scripts that were sent, that came to an end, and that were redirected. */
          begun: z.number(),
          ended: z.number(),
          redirected: z.number(),
          requests: z.number(),
          failed: z.number(),
          latency: trend,
          service: trend,
          lag: z.object({ p50: z.number(), p99: z.number(), max: z.number() }).nullable(),
          /** By name, those that were fed. */
          custom: z.record(z.string(), samples).optional(),
        }),
      ),
    }),
  ),
  /** The user's own thresholds that failed, as `metric: statement`. */
  thresholds: z.array(z.string()),
  /** Metrics that the script fed in the whole program. */
  seen: z.array(seenMetricSchema).optional(),
});

/** Document that `handleSummary` of the generated script writes. Nothing else is read from k6. */
export type Summary = z.infer<typeof summarySchema>;
type RawSlice = Summary['slots'][string]['slices'][number];

/** Measurement of one slot, as k6 saw it. */
export type SlotResult = {
  slot: Slot;
  slices: Slice[];
  /** Arrivals or iterations that began, and that should have begun, in the measured part. */
  sent: number;
  intended: number | null;
  connectionIncluded: boolean;
  /** Redirects that count as answers, by the number of the request; of the head only. */
  redirects?: number[];
  /** Metrics that the script fed in the whole program. */
  seen?: SeenMetric[];
};

/** Parses a summary. @throws Error when the text is none (a fault of the harness, not of the user) */
export function parseSummary(text: string): Summary {
  return summarySchema.parse(JSON.parse(text));
}

/**
 * Reads the slices of the measured slots of a program, probed warm-ups included.
 *
 * Requests interrupted at a slot's end count as failed: they had waited longer than the grace period. An iteration of a
 * script that was interrupted in a pause, or in another protocol, has lost no request. k6 counts dropped arrivals per
 * scenario only, settling included. A slice gets those of them that are missing from it.
 */
export function readSlots(summary: Summary, slots: readonly Slot[]): SlotResult[] {
  return slots
    .filter((slot) => isMeasured(slot) && (summary.slots[slot.key]?.startedAt ?? 0) > 0)
    .map((slot) => ({ ...readSlot(slot, summary.slots[slot.key]!, summary.percents), seen: summary.seen }));
}

function readSlot(
  slot: Slot,
  result: Summary['slots'][string],
  percents: number[],
): Omit<SlotResult, 'seen'> {
  const levels = percents.map((percent) => percent / 100);
  const { load } = slot.step;
  const span =
    load.kind === 'fixed-work' && result.endedAt > result.startedAt
      ? (result.endedAt - result.startedAt) / 1000
      : slot.seconds - slot.settleSeconds;
  const rate = load.kind === 'arrival-rate' ? load.rate : null;
  const share = shareTurns(slot);
  // An arm that has every other turn is under load for half of the time.
  const seconds = share === null ? span / slot.slices : share.planned / rate! / slot.slices;
  const intended = rate === null ? null : rate * seconds;
  const connectionIncluded = result.slices.every(
    (slice) => (slice.latency?.count ?? 0) === (slice.service?.count ?? 0),
  );
  const lost = chooseLost(slot, result.slices);
  const slices = result.slices.map((slice, index): Slice => {
    const latency = connectionIncluded ? slice.latency : slice.service;
    return {
      startedAt: result.startedAt + (slot.settleSeconds + (index * span) / slot.slices) * 1000,
      seconds,
      ...(slot.turns !== null && { alternating: true }),
      planned: intended,
      ok: latency?.count ?? 0,
      failed: Math.max(slice.failed, slice.exceptions) + Math.max(0, lost(slice)),
      dropped: countDropped(result, slice, load.kind === 'fixed-work' ? slot : null, intended),
      latency: latency && { levels, values: latency.values },
      avg: latency?.avg ?? null,
      service: slice.service && pickService(levels, slice.service.values),
      lag: slice.lag,
      ...(Object.keys(slice.custom ?? {}).length > 0 && { custom: readCustom(slice.custom!, levels) }),
    };
  });
  const sent = result.slices.reduce((sum, slice) => sum + slice.started, 0);
  return {
    slot,
    slices,
    sent,
    intended: intended === null ? null : intended * slot.slices,
    connectionIncluded,
    ...(result.redirects && { redirects: result.redirects }),
  };
}

function readCustom(
  custom: NonNullable<RawSlice['custom']>,
  levels: readonly number[],
): NonNullable<Slice['custom']> {
  return Object.fromEntries(
    Object.entries(custom).map(([name, sample]) => [
      name,
      sample.type === 'trend' ? { ...sample, levels } : sample,
    ]),
  );
}

/**
 * Chooses how the requests are counted that were on their way in iterations that k6 cut off. A script may take the
 * functions out of `k6/http` before the runtime could wrap them. Nobody counts its requests then. k6's own number shows
 * that (each redirect adds to it as well). Any of its iterations may have been waiting for a request.
 */
function chooseLost(slot: Slot, slices: readonly RawSlice[]): (slice: RawSlice) => number {
  const sum = (of: (slice: RawSlice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
  const isSeen = sum(({ requests }) => requests) <= sum(({ begun }) => begun);
  const counted = slot.step.work.kind === 'script' && (isSeen || sum(({ redirected }) => redirected) > 0);
  return counted ? ({ begun, ended }) => begun - ended : ({ started, finished }) => started - finished;
}

function countDropped(
  result: Summary['slots'][string],
  slice: RawSlice,
  fixedWork: Slot | null,
  intended: number | null,
): number {
  if (result.dropped === 0) return 0;
  if (fixedWork) return Math.round(result.dropped / fixedWork.slices);
  return Math.round(Math.min(result.dropped, Math.max(0, (intended ?? 0) - slice.started)));
}

function pickService(levels: readonly number[], values: readonly number[]): NonNullable<Slice['service']> {
  const at = (percent: number) =>
    values[levels.findIndex((level) => Math.abs(level - percent / 100) < 1e-9)]!;
  return { p50: at(50), p95: at(95), p99: at(99) };
}
