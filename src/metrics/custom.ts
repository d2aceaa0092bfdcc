import * as z from 'zod';
import { boundedText } from '../json-values.ts';
import { shareAtMost, type TrendSample, trendQuantile } from '../measurement/custom.ts';
import type { Slice } from '../measurement/measurement.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import { invertShares } from '../statistics/quantile-interval.ts';
import { printDecimal } from './decimal.ts';
import type { Estimator, MetricRow } from './table.ts';

/** Parts of a metric of the user's script that an SLO may name, and the type of k6 that has them. */
export const CUSTOM_STATISTICS = ['percentile', 'avg', 'min', 'max', 'rate'] as const;

/** Units of a custom metric: times, numbers of the script's own, shares of a Rate, a Counter per second. */
export const CUSTOM_UNITS = ['ms', 'plain', 'fraction', '/s'] as const;

/**
 * Metric that the user's script feeds: `NAME.p95` of a Trend, `NAME.rate` of a Rate (a share) or of a Counter (per
 * second). Its SLO says in which unit it is, and which direction is better.
 */
export const customMetricSchema = z.object({
  kind: z.literal('custom'),
  name: boundedText,
  statistic: z.enum(CUSTOM_STATISTICS),
  /** Of a percentile; null for others. */
  percent: z.number().min(0).max(100).nullable(),
  unit: z.enum(CUSTOM_UNITS),
  better: z.enum(['lower', 'higher']),
});
export type CustomMetric = z.infer<typeof customMetricSchema>;

/** Types of k6 that have a metric's statistic in its unit; `time` is a Trend of times. */
export function typesOf({ statistic, unit }: CustomMetric): ('trend' | 'time' | 'rate' | 'counter')[] {
  if (statistic === 'rate') return [unit === '/s' ? 'counter' : 'rate'];
  // Many scripts feed a Trend with milliseconds without telling k6 that these are times.
  return unit === 'ms' ? ['time', 'trend'] : ['trend'];
}

/** Prints `queue_wait.p95`, `cache_hits.rate`. */
export function printCustom({ name, statistic, percent }: CustomMetric): string {
  return `${name}.${statistic === 'percentile' ? `p${printDecimal(percent!)}` : statistic}`;
}

/** Tolerances: a fraction of the value, and for shares an amount. */
const TOLERANCE = 0.1;
const SHARE_TOLERANCE = 0.01;

/** Makes the row that the table of metrics would have. */
export function customRow(metric: CustomMetric): MetricRow {
  const { unit, better, percent, statistic } = metric;
  const higher = better === 'higher';
  return {
    unit,
    better,
    compared: 'by-slo',
    settable: true,
    tolerance: unit === 'fraction' ? SHARE_TOLERANCE : TOLERANCE,
    // After all built-in metrics; those of one script in the order of percentiles.
    rank: 110 + (statistic === 'percentile' ? percent! / 1000 : 0.2),
    ...(statistic === 'percentile' && { level: () => percent! / 100 }),
    measure: (slices, read) => measureCustom(metric, slices, read.deepest),
    estimate: (clusters, confidence) => estimateCustom(metric, clusters, confidence),
    words: { worse: higher ? 'lower' : 'higher', better: higher ? 'higher' : 'lower' },
  };
}

function listTrends(slices: readonly Slice[], name: string): TrendSample[] {
  return slices.flatMap(({ custom }) => {
    const sample = custom?.[name];
    return sample?.type === 'trend' && sample.count > 0 ? [sample] : [];
  });
}

/** Sums the samples of a Rate or a Counter: hits of all, or the sum over the seconds under load. Null without any. */
function countSamples(slices: readonly Slice[], name: string): { hits: number; count: number } | null {
  const fed = slices.flatMap(({ custom, seconds }) => {
    const sample = custom?.[name];
    if (sample?.type === 'rate') return [{ hits: sample.hits, count: sample.count }];
    return sample?.type === 'counter' ? [{ hits: sample.sum, count: seconds }] : [];
  });
  if (fed.length === 0) return null;
  const sum = (of: 'hits' | 'count') => fed.reduce((total, each) => total + each[of], 0);
  return { hits: sum('hits'), count: sum('count') };
}

function measureCustom(metric: CustomMetric, slices: readonly Slice[], deepest: number): number {
  const { name, statistic, percent } = metric;
  if (statistic === 'rate') {
    const found = countSamples(slices, name);
    return found === null ? Number.NaN : found.hits / found.count;
  }
  const trends = listTrends(slices, name);
  if (statistic === 'avg') {
    const count = trends.reduce((sum, trend) => sum + trend.count, 0);
    return trends.reduce((sum, trend) => sum + trend.avg * trend.count, 0) / count;
  }
  const level = statistic === 'min' ? 0 : statistic === 'max' ? 1 : Math.min(percent! / 100, deepest);
  return trendQuantile(trends, level);
}

function estimateCustom(metric: CustomMetric, clusters: Parameters<Estimator>[0], confidence: number) {
  const { name, statistic, percent, unit } = metric;
  const value = measureCustom(metric, clusters.flat(), 1);
  const unknown = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  if (Number.isNaN(value)) return unknown;
  if (statistic === 'rate') {
    const counts = clusters.flatMap((slices) => countSamples(slices, name) ?? []);
    if (unit === 'fraction') return { value, ...estimateProportion(counts, confidence) };
    return estimateRatio(
      counts.map(({ hits, count }) => ({ total: hits, weight: count })),
      confidence,
    );
  }
  const trends = clusters.map((slices) => listTrends(slices, name)).filter((own) => own.length > 0);
  if (statistic === 'avg') {
    const totals = trends.map((own) => ({
      total: own.reduce((sum, { avg, count }) => sum + avg * count, 0),
      weight: own.reduce((sum, { count }) => sum + count, 0),
    }));
    return estimateRatio(totals, confidence);
  }
  // The extremes of a sample have no confidence interval.
  if (statistic !== 'percentile') return { value, low: value, high: value };
  const all = trends.flat();
  const ends = invertShares(
    {
      least: Math.min(...all.map(({ values }) => values[0]!)),
      point: value,
      most: Math.max(...all.map(({ values }) => values.at(-1)!)),
    },
    percent! / 100,
    confidence,
    (at) =>
      trends.map((own) => {
        const count = own.reduce((sum, trend) => sum + trend.count, 0);
        return { hits: (1 - shareAtMost(own, at)) * count, count };
      }),
  );
  return { value, ...ends };
}
