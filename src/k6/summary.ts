import * as z from 'zod';
import type { Answers } from '../measurement/answers.ts';
import { type CustomSample, type SeenMetric, seenMetricSchema } from '../measurement/custom.ts';
import type { SlotEvidence } from '../measurement/diagnosis.ts';
import type { Slice } from '../measurement/measurement.ts';
import { poolSamples } from '../measurement/pooling.ts';
import { sum } from '../measurement/sum.ts';
import { countArrivals } from '../plan/arrivals.ts';
import { shareSlot } from '../plan/pods.ts';
import type { Slot } from '../plan/slot.ts';
import { isMeasured, listFed, nameScenario } from './driver.ts';
import { type Failure, readCodes } from './failures.ts';

const count = z.int().nonnegative();

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
export type K6Metric = z.infer<typeof metricSchema>;

/** Values that a metric of Tailgate's own cannot have. No request takes no time at all. */
function isImpossible(name: string, metric: K6Metric): boolean {
  if (!name.startsWith('tailgate_')) return false;
  if (metric.type === 'counter') return !count.safeParse(metric.sum).success;
  if (metric.type !== 'trend') return false;
  const isLatency = /^tailgate_(latency|late|charged)\{/.test(name);
  return metric.values[0]! < 0 || (isLatency && !(metric.avg > 0 && metric.values.at(-1)! > 0));
}

const summarySchema = z.object({
  schemaVersion: z.literal(1),
  percents: z.array(z.number()),
  /** Metrics by slot and slice, as `driver.k6.js` tags them, of those that have samples. */
  metrics: z
    .record(z.string(), metricSchema)
    .refine((metrics) => !Object.entries(metrics).some(([name, metric]) => isImpossible(name, metric))),
  /** All metrics of the program, with the number of their samples; of Counters what they count. */
  seen: z.array(seenMetricSchema.extend({ count: z.number().nullable() })),
  /** Of several pods, by slot, the one that began fewest arrivals, with their number. */
  pods: z.record(z.string(), z.object({ behind: z.string(), sent: count })).optional(),
});

/** Document that `handleSummary` of `driver.k6.js` writes. Nothing else is read from k6. */
export type Summary = z.infer<typeof summarySchema>;

/** Measurement of one slot, as k6 saw it. */
export type SlotResult = {
  slot: Slot;
  slices: Slice[];
  /** Arrivals or iterations that began, and that should have begun, in the measured part. */
  sent: number;
  intended: number | null;
  /** Latencies of the slices with requests that were sent late from when they were due. Absent: none was. */
  charged?: Pick<Slice, 'latency' | 'avg'>[];
  /** Iterations of a script that threw before any request, and those that had not ended when the slot was over. */
  barren: number;
  unended: number;
  /** Requests that were cut off at the end. */
  cut: number;
  failures: Failure[];
  answers: Answers[];
  /** Metrics that the script fed in the whole program. */
  seen?: SeenMetric[];
  /** Of several pods the one that began fewest arrivals, and of how many. */
  pods?: SlotEvidence['pods'];
};

/** Parses a summary. @throws Error when the text is none (a fault of the harness, not of the user) */
export function parseSummary(text: string): Summary {
  const { success, data, error } = summarySchema.safeParse(JSON.parse(text));
  if (!success) throw new Error(z.prettifyError(error));
  return data;
}

/** A distribution; null without samples. */
type Trend = Pick<Extract<K6Metric, { type: 'trend' }>, 'count' | 'avg' | 'values'> | null;

/** Binds what reads Tailgate's metrics of a slot, `s3`, or of a slice, `s3.0`. Slots are numbered as in their program. */
function bindReader({ metrics }: Summary, tag: string) {
  const find = (name: string) => metrics[`tailgate_${name}{tailgate:${tag}}`];
  return {
    trend(name: string): Trend {
      const metric = find(name);
      return metric?.type === 'trend' ? metric : null;
    },
    number: (name: string) => readNumber(find(name)),
  };
}

function readNumber(metric: K6Metric | undefined): number {
  if (metric?.type === 'counter') return metric.sum;
  return metric?.type === 'gauge' ? metric.value : (metric?.count ?? 0);
}

/** Reads what was counted in the slices of a slot. */
function readParts(summary: Summary, id: string, { slices, step }: Slot) {
  return Array.from({ length: slices }, (_, index) => {
    const tag = `${id}.${index}`;
    const { trend, number } = bindReader(summary, tag);
    const started = number('started');
    const ok = number('latency') + number('late');
    const ended = ok + number('failed');
    // Requests that were on their way when k6 cut off their iterations had waited longer than the grace period. An
    // iteration of a script that was cut off in a pause has lost none.
    const cut = Math.max(0, (step.work.kind === 'script' ? number('begun') : started) - ended);
    return { tag, trend, number, started, ok, ended, cut };
  });
}

/** k6's own metrics in which each request is counted, and those of sessions, which are in no book. */
const BOOKABLE = ['http_reqs', 'grpc_req_duration'];
const SESSIONS = ['ws_sessions', 'grpc_streams'];

/**
 * Counts requests that k6 sent and the books do not have: the script found a way around them. Sessions of sockets and
 * streams are never in them. SLOs of every scenario on a metric are taken for what judges them, but for checks, which
 * are of any request.
 */
export function countLost({ metrics, seen }: Summary, slots: readonly Slot[]): number {
  if (slots[0]!.step.work.kind !== 'script') return 0;
  const total = (name: string) => seen.find((one) => one.name === name)?.count ?? 0;
  const booked = (name: string) => readNumber(metrics[`${name}{tailgate_booked:1}`]);
  const past = BOOKABLE.map((name) => Math.max(0, total(name) - booked(name)));
  const isJudged = slots.every(({ step }) => listFed(step).some((name) => name !== 'checks'));
  return sum([...past, ...(isJudged ? [] : SESSIONS.map(total))], (each) => each);
}

/** Metrics that no script feeds: of Tailgate, and of k6 for requests and iterations. */
const NOT_FED = /^(?:tailgate_|http_|browser_|iteration|data_|vus|dropped_|grpc_req)/;

/**
 * Reads the slices of the measured slots of a program, probed warm-ups included.
 *
 * @param slots all of the program
 * @param pods that sent the load together, each an equal part
 */
export function readSlots(summary: Summary, slots: readonly Slot[], pods = 1): SlotResult[] {
  const fed = summary.seen.filter(
    ({ name, type, count }) => !NOT_FED.test(name) && (count !== 0 || type === 'counter'),
  );
  const seen = fed.map(({ name, type }) => ({ name, type }));
  return slots.flatMap((slot, index) => {
    const id = `s${index}`;
    const hasBegun = isMeasured(slot) && bindReader(summary, id).number('start_time') > 0;
    const shared = shareSlot(slot, pods);
    // At a low rate a long warm-up may leave no arrival to an arm in turns.
    const isDue = countArrivals(shared) !== 0;
    return hasBegun && isDue ? [{ slot, ...readSlot(shared, id, summary, pods), seen }] : [];
  });
}

/** @param slot what each of the pods has of it */
function readSlot(slot: Slot, id: string, summary: Summary, pods: number): Omit<SlotResult, 'slot'> {
  const levels = summary.percents.map((percent) => percent / 100);
  const { load, work } = slot.step;
  const { number } = bindReader(summary, id);
  const [startedAt, endedAt] = [number('start_time'), number('end_time')];
  const span =
    load.kind === 'fixed-work' && endedAt >= startedAt
      ? Math.max(1, endedAt - startedAt) / 1000
      : slot.seconds - slot.settleSeconds;
  const arrivals = countArrivals(slot);
  const intended = arrivals === null ? null : pods * arrivals;
  // An arm that has every other turn is under load for half of the time.
  const isInTurns = slot.turns !== null && load.kind === 'arrival-rate';
  const seconds = (isInTurns ? arrivals! / load.rate : span) / slot.slices;
  const parts = readParts(summary, id, slot);
  const add = (name: string) => sum(parts, ({ number }) => number(name));
  const sent = add('started');
  const dropped = readDropped(summary, slot, intended === null ? null : intended - sent);
  const read = (trends: Trend[]): Pick<Slice, 'latency' | 'avg'> => {
    const pooled = poolTrends(trends, levels);
    return { latency: pooled && { levels, values: pooled.values }, avg: pooled?.avg ?? null };
  };
  const readLag = (lag: Trend): Slice['lag'] => {
    const at = (percent: number) => lag!.values[summary.percents.indexOf(percent)]!;
    return lag && { p50: at(50), p99: at(99), max: at(100) };
  };
  const slices = parts.map(({ tag, trend, number, ok, cut }, index): Slice => {
    const custom = readCustom(summary, tag, slot, levels);
    return {
      startedAt: startedAt + (slot.settleSeconds + (index * span) / slot.slices) * 1000,
      seconds,
      ...(slot.turns !== null && { alternating: true }),
      planned: intended === null ? null : intended / slot.slices,
      ok,
      failed: number('failed') + number('exceptions') + cut,
      dropped,
      ...read([trend('latency'), trend('late')]),
      lag: readLag(trend('lag')),
      ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
    };
  });
  const requests = work.kind === 'script' ? 1 : work.requests.length;
  const own = summary.pods?.[id];
  return {
    slices,
    sent,
    intended,
    ...(add('charged') > 0 && {
      charged: parts.map(({ trend }) => read([trend('latency'), trend('charged')])),
    }),
    barren: add('barren'),
    unended: work.kind === 'script' ? sent - add('whole') : 0,
    cut: sum(parts, ({ cut }) => cut),
    failures: readCodes(
      parts.flatMap(({ trend }) => trend('failed') ?? []),
      levels,
    ),
    answers: Array.from({ length: requests }, (_, which) => {
      const { trend } = bindReader(summary, `${id}/${which}`);
      const [sizes, statuses] = [trend('size'), trend('status')];
      return {
        sizes: sizes && { ...sizes, levels },
        statuses: new Map(
          readCodes(statuses ? [statuses] : [], levels).map(({ code, count }) => [code, count]),
        ),
      };
    }),
    ...(own && { pods: { ...own, intended: arrivals } }),
  };
}

/**
 * Reads the arrivals of each slice that found no free user. k6 counts them per scenario only, settling included, so slices
 * get an equal part of those that are missing.
 */
function readDropped({ metrics }: Summary, slot: Slot, missing: number | null): number {
  const all = readNumber(metrics[`dropped_iterations{scenario:${nameScenario(slot)}}`]);
  const own = slot.step.load.kind === 'fixed-work' ? all : Math.min(all, Math.max(0, missing ?? 0));
  return Math.round(own / slot.slices);
}

/** Reads the samples of metrics of scripts that SLOs are on. */
function readCustom({ metrics }: Summary, tag: string, { step }: Slot, levels: readonly number[]) {
  return listFed(step).flatMap((name): [string, CustomSample][] => {
    const metric = metrics[`${name}{tailgate:${tag}}`];
    if (metric === undefined || metric.type === 'gauge') return [];
    return [[name, metric.type === 'trend' ? { ...metric, levels } : metric]];
  });
}

/** Pools distributions. @param levels fractions */
export function poolTrends(trends: readonly Trend[], levels: readonly number[]): Trend {
  const present = trends.filter((each) => each !== null);
  if (present.length < 2) return present[0] ?? null;
  const pooled = poolSamples(present.map(({ count, values }) => ({ count, levels, values })))!;
  const avg = sum(present, (each) => each.avg * each.count) / pooled.count;
  return { count: pooled.count, avg, values: [...pooled.values] };
}
