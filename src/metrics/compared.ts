import { isComparedAlone, METRIC_KINDS, type Metric, rankOf, rowOf } from './metric.ts';

/** Anything with a metric, for instance an SLO. */
type WithMetric = { metric: Metric };

const percentile = (percent: number): Metric => ({ kind: 'percentile', percent });

const ALWAYS = METRIC_KINDS.filter((kind) => rowOf({ kind }).compared === 'always').map(
  (kind) => (kind === 'slow-share' ? { kind, ms: Number.NaN } : { kind }) as Metric,
);

/** Lists p50 and each percentile that an SLO names: the metrics of every comparison. */
export function listPercentiles(slos: readonly WithMetric[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return [...new Set([50, ...percents])].map(percentile);
}

/**
 * Lists the metrics by which a pair is judged: p50, the percentiles of its SLOs, and those that the table
 * marks as always compared. `ms` of `slow-share` is known only when both arms have been measured.
 *
 * @param takesTurns false where each arm is measured alone only
 */
export function listPairMetrics(slos: readonly WithMetric[], takesTurns = true): Metric[] {
  const due = takesTurns ? ALWAYS : ALWAYS.filter((metric) => !isComparedAlone(metric));
  return [...listPercentiles(slos), ...due];
}

/** Lists the metrics by which a scenario is compared and which settings may name. */
export function listSettableMetrics(slos: readonly WithMetric[]): Metric[] {
  const percentiles = listPercentiles(slos).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...percentiles, ...ALWAYS.filter((metric) => rowOf(metric).settable)];
}
