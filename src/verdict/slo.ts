import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { achievedRate, failureRate, meanLatency, pooledQuantile } from '../measurement/quantiles.ts';
import type { Metric } from '../metrics/metric.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import { estimateQuantile } from '../statistics/quantile-interval.ts';
import type { Estimate, SloCode, SloFinding } from './verdict.ts';

/**
 * Judges one SLO on all requests of the slices together: `missed` when the whole interval is on the wrong side of
 * the limit, `met` when it is on the right side, else `at-limit`.
 *
 * @param confidence two-sided, fraction
 */
export function judgeSlo(label: string, slo: Slo, slices: readonly Slice[], confidence: number): SloFinding {
  const estimate = estimateMetric(slo.metric, slices, confidence);
  return { label, slo, estimate, confidence, code: compare(estimate, slo.operator, limitOf(slo)) };
}

/** Estimate with interval: latencies in ms, `errors` as a fraction, `rate` in req/s. */
export function estimateMetric(metric: Metric, slices: readonly Slice[], confidence: number): Estimate {
  switch (metric.kind) {
    case 'percentile': {
      const level = metric.percent / 100;
      return { value: pooledQuantile(slices, level), ...estimateQuantile(slices, level, confidence) };
    }
    case 'errors': {
      const clusters = slices.map((slice) => ({
        hits: slice.failed + slice.dropped,
        count: slice.ok + slice.failed + slice.dropped,
      }));
      return { value: failureRate(slices), ...estimateProportion(clusters, confidence) };
    }
    case 'avg': {
      if (slices.every((slice) => slice.ok === 0)) return everywhere(Number.POSITIVE_INFINITY);
      const clusters = slices.map((slice) => ({ total: (slice.avg ?? 0) * slice.ok, weight: slice.ok }));
      return { ...estimateRatio(clusters, confidence), value: meanLatency(slices) };
    }
    case 'rate': {
      const clusters = slices.map((slice) => ({ total: slice.ok + slice.failed, weight: slice.seconds }));
      return { ...estimateRatio(clusters, confidence), value: achievedRate(slices) };
    }
    // The extremes of a sample have no confidence interval; they are what they are.
    case 'min':
      return everywhere(pooledQuantile(slices, 0));
    case 'max':
      return everywhere(pooledQuantile(slices, 1));
    case 'capacity':
    case 'tail':
    case 'slow-share':
      throw new Error(`${metric.kind} is rejected as an SLO when the configuration is read`);
  }
}

function limitOf(slo: Slo): number {
  if (slo.limit.kind === 'absolute') return slo.limit.value;
  throw new Error('relative limits are rejected when the configuration is read');
}

function everywhere(value: number): Estimate {
  return { value, low: value, high: value };
}

function compare({ low, high }: Estimate, operator: Operator, limit: number): SloCode {
  switch (operator) {
    case '<':
      return high < limit ? 'met' : low >= limit ? 'missed' : 'at-limit';
    case '<=':
      return high <= limit ? 'met' : low > limit ? 'missed' : 'at-limit';
    case '>':
      return low > limit ? 'met' : high <= limit ? 'missed' : 'at-limit';
    case '>=':
      return low >= limit ? 'met' : high < limit ? 'missed' : 'at-limit';
  }
}
