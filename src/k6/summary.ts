import * as z from 'zod';
import { count } from '../json-values.ts';
import type { Answers } from '../measurement/answers.ts';
import { type CustomSample, type SeenMetric, seenMetricSchema } from '../measurement/custom.ts';
import type { Slice } from '../measurement/measurement.ts';
import { poolSamples } from '../measurement/pooling.ts';
import { sum } from '../measurement/sum.ts';
import { countArrivals } from '../plan/arrivals.ts';
import { shareSlot } from '../plan/pods.ts';
import type { Slot } from '../plan/slot.ts';
import { type Drawn, isMeasured, listFed, nameScenario } from './driver.ts';
import { readCodes } from './failures.ts';

const metricSchema = z.discriminatedUnion('type', [
  /** A distribution: its values at the levels of `percents`. */
  z.object({
    type: z.literal('trend'),
    count,
    avg: z.number(),
    values: z.array(z.number()).refine((values) => values.every((value, i) => !(value < values[i - 1]!))),
  }),
  z.object({ type: z.literal('rate'), hits: count, count }),
  z.object({ type: z.literal('counter'), sum: z.number() }),
  z.object({ type: z.literal('gauge'), value: z.number() }),
]);

export type K6Metric = CustomSample | { type: 'gauge'; value: number };
type Trend = Extract<K6Metric, { type: 'trend' }>;

const summarySchema = z.object({
  schemaVersion: z.literal(1),
  percents: z.array(z.number()),
  /** Metrics by slot and slice, as `driver.k6.js` tags them, for those that have samples. */
  metrics: z.record(z.string(), metricSchema),
  /** All metrics of the program, with the number of their samples; for Counters, their sum. */
  seen: z.array(seenMetricSchema.extend({ count: z.number().nullable() })),
});

/** Tells whether a value of one of Tailgate's own metrics is impossible. No request takes no time at all. */
function isImpossible(name: string, metric: z.infer<typeof metricSchema>): boolean {
  if (!name.startsWith('tailgate_')) return false;
  if (metric.type === 'counter') return !count.safeParse(metric.sum).success;
  const isLatency = /^tailgate_(latency|late|charged)\{/.test(name);
  return metric.type === 'trend' && (metric.values[0]! < 0 || (isLatency && !(metric.avg > 0)));
}

/** The document that `handleSummary` of `driver.k6.js` writes. Nothing else is read from k6. */
export type Summary = Pick<z.infer<typeof summarySchema>, 'seen'> & {
  metrics: Record<string, K6Metric>;
  /** With several pods, by slot, the one that started fewest arrivals, with their number. */
  pods?: Record<string, { behind: string; sent: number }>;
};

/** Parses a summary. @throws Error if the text is not one (a fault of the harness, not of the user) */
export function parseSummary(text: string): Summary {
  const { success, data, error } = summarySchema.safeParse(JSON.parse(text));
  if (!success) throw new Error(z.prettifyError(error));
  const levels = data.percents.map((percent) => percent / 100);
  const metrics: Summary['metrics'] = {};
  for (const [name, metric] of Object.entries(data.metrics)) {
    if (isImpossible(name, metric)) throw new Error(`${name} cannot be so`);
    metrics[name] = metric.type === 'trend' ? { ...metric, levels } : metric;
  }
  return { metrics, seen: data.seen };
}

/** Returns readers of Tailgate's metrics for a slot, `s3`, or a slice, `s3.0`. Slots are numbered as in their program. */
function bindReader({ metrics }: Summary, tag: string) {
  const find = (name: string) => metrics[`tailgate_${name}{tailgate:${tag}}`];
  return {
    trend(name: string): Trend | null {
      const metric = find(name);
      return metric?.type === 'trend' ? metric : null;
    },
    number: (name: string) => readNumber(find(name)),
  };
}

/** Reads a count: samples of a Trend or a Rate, the sum of a Counter; the value of a Gauge. 0 if there is none. */
export function readNumber(metric: K6Metric | undefined): number {
  if (metric?.type === 'counter') return metric.sum;
  return metric?.type === 'gauge' ? metric.value : (metric?.count ?? 0);
}

/** k6's own metrics that count each request, and those of sessions, which the books do not contain. */
const BOOKABLE = ['http_reqs', 'grpc_req_duration'];
const SESSIONS = ['ws_sessions', 'grpc_streams'];

/**
 * Counts requests that k6 sent but the books do not have: the script found a way around them. The books never contain
 * sessions of sockets and streams. An SLO of any scenario on a metric is assumed to judge them, except one on checks,
 * which may be about any request.
 */
export function countLost({ metrics, seen }: Summary, slots: readonly Slot[]): number {
  if (slots[0]!.step.work.kind !== 'script') return 0;
  const total = (name: string) => seen.find((one) => one.name === name)?.count ?? 0;
  const booked = (name: string) => readNumber(metrics[`${name}{tailgate_booked:1}`]);
  const past = BOOKABLE.map((name) => Math.max(0, total(name) - booked(name)));
  const isJudged = slots.every(({ step }) => listFed(step).some((name) => name !== 'checks'));
  return sum([...past, ...(isJudged ? [] : SESSIONS.map(total))], (each) => each);
}

/** Metrics that no script records: Tailgate's, and k6's for requests and iterations. */
const NOT_FED = /^(?:tailgate_|http_|browser_|iteration|data_|vus|dropped_|grpc_req)/;

/**
 * Reads the slices of the measured slots of a program, probed warm-ups included.
 *
 * @param slots all of the program
 * @param pods that sent the load together, each an equal part
 * @param drawn absent: arrivals are as many as expected
 */
export function readSlots(summary: Summary, slots: readonly Slot[], pods = 1, drawn?: Drawn): SlotResult[] {
  const seen = summary.seen.flatMap(({ name, type, count }) =>
    !NOT_FED.test(name) && (count !== 0 || type === 'counter') ? [{ name, type }] : [],
  );
  return slots.flatMap((slot, index) => {
    const id = `s${index}`;
    const hasBegun = isMeasured(slot) && bindReader(summary, id).number('start_time') > 0;
    const shared = shareSlot(slot, pods);
    // At a low rate, a long warm-up may leave no arrivals for an arm in turns.
    const isDue = countArrivals(shared) !== 0;
    return hasBegun && isDue ? [{ slot, ...readSlot(shared, id, summary, pods, drawn), seen }] : [];
  });
}

/** Measurement of one slot, as k6 saw it. `seen`: metrics that the script recorded in the whole program. */
export type SlotResult = { slot: Slot; seen?: SeenMetric[] } & ReturnType<typeof readSlot>;

/** @param slot each pod's part of it */
function readSlot(slot: Slot, id: string, summary: Summary, pods: number, drawn?: Drawn) {
  const { load, work } = slot.step;
  const { number } = bindReader(summary, id);
  const [startedAt, endedAt] = [number('start_time'), number('end_time')];
  const span =
    load.kind === 'fixed-work' && endedAt >= startedAt
      ? Math.max(1, endedAt - startedAt) / 1000
      : slot.seconds - slot.settleSeconds;
  const arrivals = countArrivals(slot);
  const { count } = (slot.turns === null && drawn?.get(nameScenario(slot))) || {};
  const intended = count ?? (arrivals === null ? null : pods * arrivals);
  // An arm that has every other turn is under load for half of the time.
  const isInTurns = slot.turns !== null && load.kind === 'arrival-rate';
  const seconds = (isInTurns ? arrivals! / load.rate : span) / slot.slices;
  const parts = Array.from({ length: slot.slices }, (_, index) => {
    const { trend, number } = bindReader(summary, `${id}.${index}`);
    const ok = number('latency') + number('late');
    // Requests in flight when k6 cut off their iterations had waited longer than the grace period. A
    // script iteration that was cut off in a pause lost no request.
    const begun = number(work.kind === 'script' ? 'begun' : 'started');
    return { trend, number, ok, cut: Math.max(0, begun - ok - number('failed')) };
  });
  const add = (name: string) => sum(parts, ({ number }) => number(name));
  const sent = add('started');
  // k6 only counts arrivals without a free user per scenario, settling included.
  const dropped = readNumber(summary.metrics[`dropped_iterations{scenario:${nameScenario(slot)}}`]);
  const missing = load.kind === 'fixed-work' ? dropped : Math.max(0, (intended ?? 0) - sent);
  const read = (...trends: (Trend | null)[]): Pick<Slice, 'latency' | 'avg'> => {
    const pooled = poolTrends(trends);
    return { latency: pooled && { levels: pooled.levels, values: pooled.values }, avg: pooled?.avg ?? null };
  };
  const slices = parts.map(({ trend, number, ok, cut }, index): Slice => {
    const custom = listFed(slot.step).flatMap((name) => {
      const metric = summary.metrics[`${name}{tailgate:${id}.${index}}`];
      return metric === undefined || metric.type === 'gauge' ? [] : [[name, metric] as const];
    });
    const lag = trend('lag');
    const lagAt = (level: number) => lag!.values[lag!.levels.indexOf(level)]!;
    return {
      startedAt: startedAt + (slot.settleSeconds + (index * span) / slot.slices) * 1000,
      seconds,
      ...(slot.turns !== null && { alternating: true }),
      planned: intended === null ? null : intended / slot.slices,
      ok,
      failed: number('failed') + number('exceptions') + cut,
      dropped: Math.round(Math.min(dropped, missing) / slot.slices),
      ...read(trend('latency'), trend('late')),
      lag: lag && { p50: lagAt(0.5), p99: lagAt(0.99), max: lagAt(1) },
      ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
    };
  });
  const requests = work.kind === 'script' ? 1 : work.requests.length;
  const answers = Array.from({ length: requests }, (_, which): Answers => {
    const { trend } = bindReader(summary, `${id}/${which}`);
    const statuses = readCodes([trend('status') ?? []].flat());
    return { sizes: trend('size'), statuses: new Map(statuses.map(({ code, count }) => [code, count])) };
  });
  const own = summary.pods?.[id];
  return {
    slices,
    /** Arrivals or iterations that started, and that should have started, in the measured part. */
    sent,
    intended,
    /** Latencies of the slices with late requests, timed from when they were due. Absent: none was late. */
    ...(add('charged') > 0 && {
      charged: parts.map(({ trend }) => read(trend('latency'), trend('charged'))),
    }),
    /** Script iterations that threw before any request, and those that had not ended when the slot was over. */
    barren: add('barren'),
    unended: work.kind === 'script' ? sent - add('whole') : 0,
    /** Requests that were cut off at the end. */
    cut: sum(parts, ({ cut }) => cut),
    failures: readCodes(parts.flatMap(({ trend }) => trend('failed') ?? [])),
    answers,
    /** With several pods, the one that started fewest arrivals, and out of how many. */
    ...(own && { pods: { ...own, intended: arrivals } }),
  };
}

/** Pools distributions. */
export function poolTrends(trends: readonly (Trend | null)[]): Trend | null {
  const present = trends.filter((each) => each !== null);
  if (present.length < 2) return present[0] ?? null;
  const { count, values } = poolSamples(present)!;
  return { ...present[0]!, count, values, avg: sum(present, (each) => each.avg * each.count) / count };
}
