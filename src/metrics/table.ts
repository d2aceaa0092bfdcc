import { listProcessorTimes, meanStartup, peakMemory, processorTime } from '../measurement/costs.ts';
import type { Slice } from '../measurement/measurement.ts';
import {
  achievedRate,
  attempts,
  errors,
  failureRate,
  meanLatency,
  pooledQuantile,
} from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { estimateRatio, geometricMean } from '../statistics/mean.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import { estimateQuantile } from '../statistics/quantile-interval.ts';

/**
 * Unit of a metric: times in ms, shares as fractions (0.1 % is 0.001), rates in req/s, memory in MB (10⁶ bytes). A
 * custom metric may also be a number without a unit, or a number per second.
 */
export type Unit = 'ms' | 'fraction' | 'req/s' | 'MB' | 'plain' | '/s';

/** Details of some kinds of metric, NaN if it has no such number. */
export type MetricDetails = { percent: number };

type Interval = { value: number; low: number; high: number };

export type MetricRow = {
  unit: Unit;
  /** Better direction: higher for what a service achieves, lower for what it costs. */
  better: 'lower' | 'higher';
  /**
   * When this metric is compared: `always`, if an SLO names it (`by-slo`), if an SLO or a setting names it (`when-asked`;
   * the change is always shown), or `never`. Tolerances may name all but the last.
   */
  compared: 'always' | 'by-slo' | 'when-asked' | 'never';
  /** Whether it is read from all load, not only from turns. */
  readFromAll?: (details: MetricDetails) => boolean;
  /** Highest quantile that it needs (level as a fraction): blocks with too few requests for that are pooled. */
  level?: (details: MetricDetails) => number;
  /** True for the times that callers wait. */
  isLatency?: true;
  /** Default tolerance: a smaller change never blocks. A fraction, for shares a difference. */
  tolerance: number | ((details: MetricDetails) => number);
  /**
   * Default tolerance if it is compared a second time, for each arm alone under the whole load: limits that only matter
   * then do not show in turns. Arms that are measured one after the other differ more.
   */
  toleranceAlone?: number;
  /** Measures the value: see `measureMetric`. `read` returns a quantile, no deeper than asked for. Null: no slice has it. */
  measure: ((slices: readonly Slice[], read: Read, details: MetricDetails) => number) | null;
  /** Estimates it with a two-sided interval, by which an SLO is judged: see `estimateMetric`. Null: it cannot be an SLO. */
  estimate: ((clusters: Clusters, confidence: number, details: MetricDetails) => Interval) | null;
  /** Name in tables and sentences. Absent: the name in the SLO language. */
  title?: (details: MetricDetails) => string;
  /** Words for a change for the worse and for the better. */
  words: { worse: string; better: string };
};

type Clusters = readonly (readonly Slice[])[];

/** Reads a quantile (level as a fraction) of the latency; levels beyond `deepest` are read there. */
type Read = ((level: number) => number) & { deepest: number };

/** Makes a reader of quantiles over all requests of the slices. */
export function readerOf(slices: readonly Slice[], deepest: number): Read {
  return Object.assign((level: number) => pooledQuantile(slices, Math.min(level, deepest)), { deepest });
}

const LATENCY = {
  unit: 'ms',
  isLatency: true,
  better: 'lower',
  compared: 'never',
  words: { worse: 'slower', better: 'faster' },
} as const;

/** What an instance costs. The system, not the generator, measures its processes. */
const COST = { better: 'lower', compared: 'when-asked', readFromAll: () => true } as const;

const ACHIEVED = {
  unit: 'req/s',
  better: 'higher',
  compared: 'never',
  tolerance: 0.05,
  words: { worse: 'lower', better: 'higher' },
} as const;

/** Levels (fractions) from p90 to p99, over which the tail mean is taken. */
const TAIL_LEVELS = Array.from({ length: 10 }, (_, i) => (90 + i) / 100);

function measureTail(_: readonly Slice[], read: Read): number {
  const count = Math.max(1, TAIL_LEVELS.filter((level) => level <= read.deepest + 1e-9).length);
  return geometricMean(TAIL_LEVELS.slice(0, count).map(read));
}

/** Tolerance of shares, an amount: one request in a thousand. 5 % more failures would be an outage. */
const SHARE_TOLERANCE = 0.001;

/** Estimates a ratio of sums over slices. */
function ratioOf(
  clusters: Clusters,
  confidence: number,
  total: (slice: Slice) => number,
  weight: (slice: Slice) => number,
): Interval {
  const of = (own: readonly Slice[]) => ({ total: sum(own, total), weight: sum(own, weight) });
  return estimateRatio(clusters.map(of), confidence);
}

/**
 * Facts about all metrics, in the order of their rows in a report. Add a metric here and describe it in the docs; grammar,
 * comparison, records, tables and words read this table.
 */
export const METRICS = {
  avg: {
    ...LATENCY,
    tolerance: 0.05,
    measure: meanLatency,
    estimate(clusters, confidence) {
      if (clusters.flat().every(({ ok }) => ok === 0)) return exactly(Number.POSITIVE_INFINITY);
      const total = ({ avg, ok }: Slice) => (avg ?? 0) * ok;
      return ratioOf(clusters, confidence, total, ({ ok }) => ok);
    },
  },
  percentile: {
    ...LATENCY,
    compared: 'by-slo',
    // High percentiles rest on few requests, and differ more between two runs of the same code.
    tolerance: ({ percent }) => (percent < 95 ? 0.05 : 0.1),
    toleranceAlone: 0.2,
    level: ({ percent }) => percent / 100,
    // A high percentile needs all requests; at a lower one, turns scatter less.
    readFromAll: ({ percent }) => percent >= 95,
    measure: (_, read, { percent }) => read(percent / 100),
    estimate: (clusters, confidence, { percent }) => estimateQuantile(clusters, percent / 100, confidence),
  },
  max: {
    ...LATENCY,
    tolerance: 0.1,
    measure: (slices) => pooledQuantile(slices, 1),
    // The extremes of a sample have no confidence interval, so the value stands for both ends.
    estimate: (clusters) => exactly(pooledQuantile(clusters.flat(), 1)),
  },
  /**
   * The tail mean: the geometric mean of the latencies from p90 to p99, steadier than any single percentile. It stops
   * before blocks have too few requests.
   */
  tail: {
    ...LATENCY,
    compared: 'always',
    tolerance: 0.05,
    level: () => TAIL_LEVELS[0]!,
    measure: measureTail,
    estimate: null,
    title: () => 'tail (from p90)',
  },
  /** Share of requests that failed or were dropped. */
  errors: {
    unit: 'fraction',
    better: 'lower',
    compared: 'always',
    // Failures that need the whole load only happen alone. Turns never have that load.
    readFromAll: () => true,
    tolerance: SHARE_TOLERANCE,
    measure: failureRate,
    estimate(clusters, confidence) {
      const counts = clusters.map((own) => ({ hits: sum(own, errors), count: sum(own, attempts) }));
      return { value: failureRate(clusters.flat()), ...estimateProportion(counts, confidence) };
    },
    words: { worse: 'more errors', better: 'fewer errors' },
  },
  /** CPU time of the arm's processes per request. It hardly varies, and says why a service is slower. */
  cpu: {
    ...COST,
    unit: 'ms',
    tolerance: 0.1,
    measure: processorTime,
    estimate: (clusters, confidence) => estimateRatio(listProcessorTimes(clusters), confidence),
    title: () => 'cpu per request',
    words: { worse: 'more CPU time', better: 'less CPU time' },
  },
  /** Peak resident memory of the arm's processes, added up. */
  memory: {
    ...COST,
    unit: 'MB',
    tolerance: 0.2,
    measure: peakMemory,
    estimate: (clusters) => exactly(peakMemory(clusters.flat())),
    title: () => 'peak memory',
    words: { worse: 'more memory', better: 'less memory' },
  },
  /** Time from the start of an arm's services until all were ready. */
  startup: {
    ...COST,
    unit: 'ms',
    tolerance: 0.2,
    measure: meanStartup,
    estimate: (clusters) => exactly(meanStartup(clusters.flat())),
    title: () => 'start to ready',
    words: { worse: 'slower start', better: 'faster start' },
  },
  /** Achieved requests per second. */
  rate: {
    ...ACHIEVED,
    measure: achievedRate,
    estimate(clusters, confidence) {
      const total = ({ ok, failed }: Slice) => ok + failed;
      return ratioOf(clusters, confidence, total, ({ seconds }) => seconds);
    },
  },
  /** Highest arrival rate that meets an SLO. It is searched for by trials; slices do not have it. */
  capacity: { ...ACHIEVED, compared: 'by-slo', measure: null, estimate: null },
} as const satisfies Record<string, MetricRow>;

export type MetricKind = keyof typeof METRICS;

function exactly(value: number): Interval {
  return { value, low: value, high: value };
}
