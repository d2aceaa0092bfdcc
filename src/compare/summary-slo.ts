import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Estimate, SloFinding } from '../verdict/findings.ts';
import type { Latency, SummaryRow } from './foreign-summary.ts';

/**
 * Judges an SLO by one of k6's own summaries: by the observed values, like k6's thresholds, since a summary tells
 * nothing of the spread between slices. A percentile that it does not list is bounded by the listed ones around it.
 *
 * @returns null where the summary cannot tell at all
 */
export function judgeSummarySlo(label: string, slo: Slo, row: SummaryRow): SloFinding | null {
  const { limit, operator, metric } = slo;
  const estimate = limit.kind === 'absolute' ? boundMetric(metric, row) : null;
  if (estimate === null || limit.kind !== 'absolute') return null;
  const [low, high] = [estimate.low, estimate.high].map((value) => holds(value, operator, limit.value));
  const code = low && high ? 'met' : low || high ? 'at-limit' : 'missed';
  return { label, slo, estimate, confidence: 0, code };
}

/** Bounds the observed value of a metric; `value` is NaN when only bounds are known. */
function boundMetric(metric: Metric, row: SummaryRow): Estimate | null {
  const { failureRate, rate } = row;
  if (metric.kind === 'errors') return exactly(failureRate);
  if (metric.kind === 'rate') return exactly(rate);
  if (failureRate === null) return null;
  // Failed requests were never answered, but k6 counts them with the time they took to fail.
  const answered = failureRate === 0 ? row.latency : row.successful;
  switch (metric.kind) {
    case 'percentile': {
      const percent = metric.percent / (1 - failureRate);
      if (!(percent <= 100)) return exactly(Number.POSITIVE_INFINITY);
      return answered && boundPercentile(answered, percent);
    }
    case 'avg':
    case 'min':
      return exactly(answered?.[metric.kind] ?? null);
    case 'max':
      return exactly(failureRate > 0 ? Number.POSITIVE_INFINITY : (answered?.max ?? null));
    default:
      // Summaries of k6 have no other metrics.
      return null;
  }
}

function boundPercentile({ percentiles, min, max }: Latency, percent: number): Estimate | null {
  const known = [
    ...(min === null ? [] : [{ percent: 0, ms: min }]),
    ...percentiles,
    ...(max === null ? [] : [{ percent: 100, ms: max }]),
  ];
  if (known.length === 0) return null;
  const listed = known.find((each) => Math.abs(each.percent - percent) < 1e-9);
  if (listed) return exactly(listed.ms);
  const below = known.filter((each) => each.percent < percent).at(-1)?.ms ?? 0;
  const above = known.find((each) => each.percent > percent)?.ms ?? Number.POSITIVE_INFINITY;
  return { value: Number.NaN, low: below, high: above };
}

function exactly(value: number | null): Estimate | null {
  return value === null ? null : { value, low: value, high: value };
}

function holds(value: number, operator: Operator, limit: number): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
}
