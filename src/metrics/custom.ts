import * as z from 'zod';
import { boundedText } from '../json-values.ts';
import type { Slice } from '../measurement/measurement.ts';
import { printDecimal } from './decimal.ts';
import { METRICS, type MetricRow, readerOf } from './table.ts';

/** Statistics of a script metric that an SLO may name, and the k6 type that has them. */
const CUSTOM_STATISTICS = ['percentile', 'avg', 'max', 'rate'] as const;

/** Units of a custom metric: times, plain numbers, shares of a Rate, a Counter per second. */
const CUSTOM_UNITS = ['ms', 'plain', 'fraction', '/s'] as const;

/**
 * A metric that the user's script records: `NAME.p95` of a Trend, `NAME.rate` of a Rate (a share) or of a Counter (per
 * second). Its SLO determines its unit, and which direction is better.
 */
export const customMetricSchema = z.object({
  kind: z.literal('custom'),
  name: boundedText,
  statistic: z.enum(CUSTOM_STATISTICS),
  /** For a percentile; null for others. */
  percent: z.number().min(0).max(100).nullable(),
  unit: z.enum(CUSTOM_UNITS),
  better: z.enum(['lower', 'higher']),
});
export type CustomMetric = z.infer<typeof customMetricSchema>;

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
  const like: MetricRow = METRICS[statistic !== 'rate' ? statistic : unit === '/s' ? 'rate' : 'errors'];
  const details = { percent: percent ?? Number.NaN };
  return {
    unit,
    better,
    compared: 'by-slo',
    tolerance: unit === 'fraction' ? SHARE_TOLERANCE : TOLERANCE,
    ...(statistic === 'percentile' && { level: () => percent! / 100 }),
    measure(slices, { deepest }) {
      const samples = readSamples(metric, slices);
      return like.measure!(samples, readerOf(samples, deepest), details);
    },
    estimate(clusters, confidence) {
      const samples = clusters.map((slices) => readSamples(metric, slices));
      const isFed = samples.some((own) => own.length > 0);
      return isFed
        ? like.estimate!(samples, confidence, details)
        : { value: Number.NaN, low: Number.NaN, high: Number.NaN };
    },
    words: { worse: higher ? 'lower' : 'higher', better: higher ? 'higher' : 'lower' },
  };
}

/**
 * Treats the samples of a metric as requests, so that the table of metrics can measure and estimate them: values of a
 * Trend as latencies, hits of a Rate as failures, and the sum of a Counter as a number of requests. Slices without any, or
 * of another type, are left out.
 */
function readSamples({ name, statistic, unit }: CustomMetric, slices: readonly Slice[]): Slice[] {
  const type = statistic !== 'rate' ? 'trend' : unit === '/s' ? 'counter' : 'rate';
  return slices.flatMap((slice): Slice[] => {
    const sample = slice.custom?.[name];
    if (sample?.type !== type) return [];
    const none = { ...slice, failed: 0, dropped: 0, latency: null, avg: null };
    if (sample.type === 'counter') return [{ ...none, ok: sample.sum }];
    if (sample.type === 'rate') return [{ ...none, ok: sample.count - sample.hits, failed: sample.hits }];
    return sample.count > 0 ? [{ ...none, ok: sample.count, avg: sample.avg, latency: sample }] : [];
  });
}
