import * as z from 'zod';
import type { Answers } from '../measurement/answers.ts';
import { type SeenMetric, seenMetricSchema } from '../measurement/custom.ts';
import type { Slice } from '../measurement/measurement.ts';
import { poolSamples } from '../measurement/pooling.ts';
import { sum } from '../measurement/sum.ts';
import type { SlotEvidence } from '../measurement/validity.ts';
import { countArrivals, shareTurns } from '../plan/arrivals.ts';
import { shareSlot } from '../plan/pods.ts';
import type { Slot } from '../plan/slot.ts';
import { isMeasured } from './driver.ts';
import { type Failure, mergeFailures, readCodes } from './failures.ts';

const count = z.int().nonnegative();
const rising = z.array(z.number()).refine((values) => values.every((value, i) => !(value < values[i - 1]!)));
const trend = z.object({ count, avg: z.number(), values: rising }).nullable();
/** Latencies (ms). No request takes no time at all. */
const latencies = trend.refine(
  (each) => each === null || (each.values[0]! >= 0 && each.values.at(-1)! > 0 && each.avg > 0),
);

/** Samples of a metric of the user's script; levels are those of `percents`. */
const samples = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trend'), count, avg: z.number(), values: rising }),
  z.object({ type: z.literal('rate'), hits: count, count }),
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
      dropped: count,
      /** Size (bytes) and status of a sample of the answers as expected, by the number of the request. */
      answers: z.array(z.object({ sizes: trend, statuses: trend })),
      slices: z.array(
        z.object({
          started: count,
          /** Iterations of scripts that came to their end. */
          whole: count,
          /** Iterations of scripts that threw after a request had begun; those that threw before any, or lost their tag. */
          exceptions: count,
          barren: count,
          /** Requests of scripts that began. */
          begun: count,
          /** Requests that k6 sent again, unseen, and connections that it opened. */
          resent: count,
          connects: count,
          /** Codes of the failures: see `failures.ts`. */
          failed: trend,
          latency: latencies,
          /** Latencies of requests that were sent late, and the same from when they were due. */
          late: latencies,
          charged: latencies,
          lag: z.record(z.enum(['p50', 'p99', 'max']), z.number().nonnegative()).nullable(),
          /** By name, those that were fed. */
          custom: z.record(z.string(), samples).optional(),
        }),
      ),
      /** Of several pods the one that began fewest arrivals, with their number, and the one that began them latest. */
      pods: z.object({ behind: z.string(), sent: count, latest: z.string() }).optional(),
    }),
  ),
  /** Thresholds of the script that nothing judges, as `metric: statement`. */
  thresholds: z.array(z.string()),
  /** Requests that k6 sent past the books. */
  lost: count,
  /** Metrics that the script fed in the whole program. */
  seen: z.array(seenMetricSchema).optional(),
});

/** Document that `handleSummary` of the generated script writes. Nothing else is read from k6. */
export type Summary = z.infer<typeof summarySchema>;
type RawSlot = Summary['slots'][string];
type RawSlice = RawSlot['slices'][number];

/** Measurement of one slot, as k6 saw it. */
export type SlotResult = {
  slot: Slot;
  slices: Slice[];
  /** Arrivals or iterations that began, and that should have begun, in the measured part. */
  sent: number;
  intended: number | null;
  /** Latencies of the slices with requests that were sent late from when they were due. Absent: none was. */
  charged?: Pick<Slice, 'latency' | 'avg'>[];
  /** Iterations of a script that threw before any request, or took the tag away by which SLOs on metrics read them. */
  barren: number;
  /** Iterations of a script that came to their end. */
  whole: number;
  /** Requests that were cut off at the end. */
  cut: number;
  failures: Failure[];
  answers: Answers[];
  /** Connections that k6 opened. */
  connects: number;
  /** Metrics that the script fed in the whole program. */
  seen?: SeenMetric[];
  /** Of several pods the one that began fewest arrivals, of how many, and the one that began them latest. */
  pods?: SlotEvidence['pods'];
};

/** Parses a summary. @throws Error when the text is none (a fault of the harness, not of the user) */
export function parseSummary(text: string): Summary {
  const { success, data, error } = summarySchema.safeParse(JSON.parse(text));
  if (!success) throw new Error(z.prettifyError(error));
  return data;
}

/** Finds figures that a program cannot have, as it had less to send. @returns a sentence, null where there are none */
export function findOdd(summary: Summary, slots: readonly Slot[], pods = 1): string | null {
  for (const slot of slots.filter(({ key }) => key in summary.slots)) {
    const { label, load, work, graceSeconds } = slot.step;
    const { slices } = summary.slots[slot.key]!;
    const started = sum(slices, (slice) => slice.started);
    const most = limitStarts(slot, pods);
    if (slices.length > slot.slices || started > most)
      return `${started} arrivals of ${label} in ${slices.length} parts, where ${most} in ${slot.slices} were due`;
    if (work.kind === 'script') continue;
    const ended = sum(slices, countEnded);
    if (ended > started) return `${ended} answers to ${started} requests of ${label}`;
    if (load.kind !== 'users') continue;
    const spent = Math.round(
      sum(slices, ({ latency }) => (latency?.count ?? 0) * (latency?.avg ?? 0)) / 1000,
    );
    const had = Math.ceil(load.users * (slot.seconds + graceSeconds) * 1.1);
    if (spent > had) return `${spent} s of requests of ${label}, whose users had ${had} s`;
  }
  return null;
}

/** Returns how many iterations may begin in a slot, those of its settling included. Each pod may begin one more. */
function limitStarts({ step: { load }, seconds, round, requests }: Slot, pods: number): number {
  if (load.kind === 'arrival-rate') return Math.ceil(load.rate * seconds) + pods;
  return load.kind === 'fixed-work' && round !== null
    ? (requests ?? load.requests)
    : Number.POSITIVE_INFINITY;
}

/**
 * Reads the slices of the measured slots of a program, probed warm-ups included.
 *
 * Requests interrupted at a slot's end count as failed: they had waited longer than the grace period. An iteration of a
 * script that was interrupted in a pause has lost no request. k6 counts dropped arrivals per scenario only, settling
 * included. Slices get an equal part of those that are missing.
 *
 * @param pods that sent the load together, each an equal part
 */
export function readSlots(summary: Summary, slots: readonly Slot[], pods = 1): SlotResult[] {
  return (
    slots
      .filter((slot) => isMeasured(slot) && (summary.slots[slot.key]?.startedAt ?? 0) > 0)
      // At a low rate a long warm-up may leave no arrival to an arm in turns.
      .filter((slot) => slot.turns === null || countArrivals(shareSlot(slot, pods)) !== 0)
      .map((slot) => ({ ...readSlot(slot, summary, pods), seen: summary.seen }))
  );
}

function readSlot(whole: Slot, { slots, percents }: Summary, pods: number): Omit<SlotResult, 'seen'> {
  const result = slots[whole.key]!;
  const levels = percents.map((percent) => percent / 100);
  const slot = shareSlot(whole, pods);
  const { load, work } = slot.step;
  const span =
    load.kind === 'fixed-work' && result.endedAt >= result.startedAt
      ? Math.max(1, result.endedAt - result.startedAt) / 1000
      : slot.seconds - slot.settleSeconds;
  const rate = load.kind === 'arrival-rate' ? load.rate : null;
  const share = shareTurns(slot);
  // An arm that has every other turn is under load for half of the time.
  const seconds = share === null ? span / slot.slices : share.planned / rate! / slot.slices;
  const intended = rate === null ? null : pods * rate * seconds;
  const isScript = work.kind === 'script';
  const slices = result.slices.map((slice, index): Slice => {
    const { failed, exceptions } = slice;
    const latency = poolTrends([slice.latency, slice.late], levels);
    return {
      startedAt: result.startedAt + (slot.settleSeconds + (index * span) / slot.slices) * 1000,
      seconds,
      ...(slot.turns !== null && { alternating: true }),
      planned: intended,
      ok: latency?.count ?? 0,
      failed: (failed?.count ?? 0) + exceptions + countCut(slice, isScript),
      dropped: countDropped(result, load.kind === 'fixed-work' ? slot : null, intended),
      ...(slice.resent > 0 && { resent: slice.resent }),
      ...readLatency(latency, levels),
      lag: slice.lag,
      ...(Object.keys(slice.custom ?? {}).length > 0 && { custom: readCustom(slice.custom!, levels) }),
    };
  });
  const cut = sum(result.slices, (slice) => countCut(slice, isScript));
  return {
    slot: whole,
    slices,
    sent: sum(result.slices, ({ started }) => started),
    intended: intended === null ? null : intended * slot.slices,
    ...(result.slices.some(({ charged }) => charged !== null) && {
      charged: result.slices.map(({ latency, charged }) =>
        readLatency(poolTrends([latency, charged], levels), levels),
      ),
    }),
    barren: sum(result.slices, ({ barren }) => barren),
    whole: sum(result.slices, ({ whole }) => whole),
    cut,
    failures: mergeFailures(
      result.slices.flatMap(({ failed }) => (failed === null ? [] : readCodes(failed, levels))),
    ),
    answers: result.answers.map(({ sizes, statuses }) => ({
      sizes: sizes && { ...sizes, levels },
      statuses: new Map(statuses ? readCodes(statuses, levels).map(({ code, count }) => [code, count]) : []),
    })),
    connects: sum(result.slices, ({ connects }) => connects),
    ...(result.pods && {
      pods: { ...result.pods, intended: intended === null ? null : (intended * slot.slices) / pods },
    }),
  };
}

/** Counts the requests of a slice that were on their way when k6 cut off their iterations. */
function countCut(slice: RawSlice, isScript: boolean): number {
  return Math.max(0, (isScript ? slice.begun : slice.started) - countEnded(slice));
}

function countEnded({ latency, late, failed }: RawSlice): number {
  return (latency?.count ?? 0) + (late?.count ?? 0) + (failed?.count ?? 0);
}

function readLatency(trend: Trend, levels: readonly number[]): Pick<Slice, 'latency' | 'avg'> {
  return { latency: trend && { levels, values: trend.values }, avg: trend?.avg ?? null };
}

/** A distribution as the summary has it; null without samples. */
export type Trend = z.infer<typeof trend>;

/** Pools distributions. @param levels fractions */
export function poolTrends(trends: readonly Trend[], levels: readonly number[]): Trend {
  const present = trends.filter((each) => each !== null);
  if (present.length < 2) return present[0] ?? null;
  const pooled = poolSamples(present.map(({ count, values }) => ({ count, levels, values })))!;
  const avg = sum(present, (each) => each.avg * each.count) / pooled.count;
  return { count: pooled.count, avg, values: [...pooled.values] };
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

function countDropped(result: RawSlot, fixedWork: Slot | null, intended: number | null): number {
  if (result.dropped === 0) return 0;
  if (fixedWork) return Math.round(result.dropped / fixedWork.slices);
  const missing = (intended ?? 0) * result.slices.length - sum(result.slices, ({ started }) => started);
  return Math.round(Math.min(result.dropped, Math.max(0, missing)) / result.slices.length);
}
