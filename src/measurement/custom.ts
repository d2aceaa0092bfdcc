import * as z from 'zod';
import { boundedList, boundedText, count } from '../json-values.ts';
import { levelAt } from './quantiles.ts';

/** Samples of a metric of the user's script within one slice, by the kinds that k6 has. Values as the script gave them. */
export const customSampleSchema = z.discriminatedUnion('type', [
  /** Distribution of `count` values: `values[i]` at `levels[i]` (fractions, ascending), as for latencies. */
  z.object({
    type: z.literal('trend'),
    count,
    avg: z.number(),
    levels: boundedList(z.number().min(0).max(1)).readonly(),
    values: boundedList(z.number()).readonly(),
  }),
  /** Samples that were true, of all. */
  z.object({ type: z.literal('rate'), hits: count, count }),
  z.object({ type: z.literal('counter'), sum: z.number() }),
]);
export type CustomSample = z.infer<typeof customSampleSchema>;
export type TrendSample = Extract<CustomSample, { type: 'trend' }>;

/** Samples of a slice, by the name of the metric. */
export const customSamplesSchema = z.record(boundedText, customSampleSchema);

/** Metric that k6 saw in a script, beside its own. `time`: a Trend of times. */
export const seenMetricSchema = z.object({
  name: boundedText,
  type: z.enum(['trend', 'time', 'rate', 'counter', 'gauge']),
});
export type SeenMetric = z.infer<typeof seenMetricSchema>;

/**
 * Finds the value at or below which the share `level` (fraction) of all samples lies. NaN without any.
 */
export function trendQuantile(trends: readonly TrendSample[], level: number): number {
  const fed = trends.filter((trend) => trend.count > 0);
  if (fed.length === 0) return Number.NaN;
  let low = Math.min(...fed.map(({ values }) => values[0]!));
  let high = Math.max(...fed.map(({ values }) => values.at(-1)!));
  if (shareAtMost(fed, low) >= level) return low;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (shareAtMost(fed, middle) >= level) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the share (fraction) of all samples at or below a value. */
export function shareAtMost(trends: readonly TrendSample[], value: number): number {
  const total = trends.reduce((sum, { count }) => sum + count, 0);
  return trends.reduce((sum, trend) => sum + trend.count * levelAt(trend, value), 0) / total;
}
