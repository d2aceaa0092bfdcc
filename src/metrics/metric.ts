import * as z from 'zod';
import type { Slice } from '../measurement/measurement.ts';
import { type CustomMetric, customMetricSchema, customRow, printCustom } from './custom.ts';
import { printDecimal } from './decimal.ts';
import {
  METRICS,
  type MetricDetails,
  type MetricKind,
  type MetricRow,
  readerOf,
  type Unit,
} from './table.ts';

/** Kinds of metric, in the order of their table. */
export const METRIC_KINDS = Object.keys(METRICS) as MetricKind[];

const PLAIN_KINDS = METRIC_KINDS.filter((kind) => kind !== 'percentile');

/** A metric: a kind from the table with its details: `percent` from 50 to 99.999. */
export const metricSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentile'), percent: z.number().min(0).max(100) }),
  z.object({ kind: z.enum(PLAIN_KINDS) }),
  customMetricSchema,
]);

export type Metric = z.infer<typeof metricSchema>;

/**
 * Where a metric is read: while the arms take turns, under the whole load on each arm alone, or in all load of
 * the step.
 */
export const whereSchema = z.enum(['turns', 'alone', 'all']);
export type Where = z.infer<typeof whereSchema>;

/** Finds the row of a metric in the table, or makes that of a custom metric. */
export function rowOf(metric: { kind: MetricKind } | CustomMetric): MetricRow {
  return metric.kind === 'custom' ? customRow(metric as CustomMetric) : METRICS[metric.kind];
}

/** Makes the metric of a percentile. */
export const percentile = (percent: number): Metric => ({ kind: 'percentile', percent });

/** Prints a metric in the SLO language: `p99.9`, `avg`, `errors` …. */
export function printMetric(metric: Metric): string {
  if (metric.kind === 'custom') return printCustom(metric);
  return metric.kind === 'percentile' ? `p${printDecimal(metric.percent)}` : metric.kind;
}

/** Names a metric: `p99`, `tail (from p90)`. */
export function titleOf(metric: Metric): string {
  return rowOf(metric).title?.(detailsOf(metric)) ?? printMetric(metric);
}

/** Returns the unit in which a metric is kept. */
export function unitOf(metric: Metric): Unit {
  return rowOf(metric).unit;
}

/** Tells whether a metric is a share. Its tolerance is an amount; that of latencies is a factor. */
export function isShare(metric: Metric): boolean {
  return unitOf(metric) === 'fraction';
}

/** Tells whether the metric is how long callers wait. */
export function isLatency(metric: Metric): boolean {
  return rowOf(metric).isLatency === true;
}

/** Tells whether the metric is always shown, but only compared when asked for. */
export function isCost(metric: Metric): boolean {
  return rowOf(metric).compared === 'when-asked';
}

/** Tells whether a tolerance that names no metric applies to it, as it does to latencies and rates. */
export function takesCommonTolerance(metric: Metric): boolean {
  return !isShare(metric) && !isCost(metric) && metric.kind !== 'custom';
}

/** Tells whether more is better, as for a rate or a capacity. */
export function higherIsBetter(metric: Metric): boolean {
  return rowOf(metric).better === 'higher';
}

/** Tells whether the metric, if nobody asked for it, only matters where it differs from percentiles. */
export function isSupplementary({ metric, where }: { metric: Metric; where: Where }): boolean {
  return where === 'alone' || metric.kind === 'tail';
}

/** Returns the default tolerance: a fraction, for shares a difference. See `MetricRow.tolerance`. */
export function defaultTolerance(metric: Metric, where: Where = 'all'): number {
  const { tolerance, toleranceAlone } = rowOf(metric);
  if (where === 'alone' && toleranceAlone !== undefined) return toleranceAlone;
  return typeof tolerance === 'number' ? tolerance : tolerance(detailsOf(metric));
}

/**
 * Ranks a metric among those of a scenario: as in the table, percentiles by their level, script metrics last. Metrics read
 * alone come after the tail. Equal ranks mean the same metric.
 */
export function rankOf(metric: Metric, where: Where = 'all'): number {
  const kind = where === 'alone' ? 'tail' : metric.kind;
  const place = kind === 'custom' ? METRIC_KINDS.length : METRIC_KINDS.indexOf(kind);
  return place + (detailsOf(metric).percent || 0) / 1000;
}

/**
 * Measures a metric over all requests of the slices: latencies in ms, shares as fractions, rates in req/s. `Infinity`
 * once the percentile falls among failures, NaN without any request, and NaN for a metric that slices do not have.
 *
 * @param deepest highest level (fraction) at which a quantile is read; higher ones are read there
 */
export function measureMetric(slices: readonly Slice[], metric: Metric, deepest = 1): number {
  return rowOf(metric).measure?.(slices, readerOf(slices, deepest), detailsOf(metric)) ?? Number.NaN;
}

/**
 * Estimates a metric with its interval, in the unit of `measureMetric`.
 *
 * @param clusters slices, grouped with those that belong together
 * @param confidence two-sided, fraction
 */
export function estimateMetric(
  metric: Metric,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): { value: number; low: number; high: number } {
  // Without an estimate it is refused as an SLO when the configuration is read.
  return rowOf(metric).estimate!(clusters, confidence, detailsOf(metric));
}

/** Returns the quantile that a metric needs (level as a fraction), 0 if it needs none: see `MetricRow.level`. */
export function levelOf(metric: Metric): number {
  return rowOf(metric).level?.(detailsOf(metric)) ?? 0;
}

/** Tells whether it is read from all load of a step, while others are only read from turns. */
export function isOfAllLoad(metric: Metric): boolean {
  return rowOf(metric).readFromAll?.(detailsOf(metric)) ?? false;
}

function detailsOf(metric: Metric): MetricDetails {
  return { percent: ('percent' in metric ? metric.percent : null) ?? Number.NaN };
}
