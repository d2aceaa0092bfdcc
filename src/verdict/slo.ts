import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Round } from '../measurement/measurement.ts';
import { achievedRate, failureRate, meanLatency, pooledQuantile } from '../measurement/quantiles.ts';
import type { Metric } from '../metrics/metric.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import { estimateQuantile } from '../statistics/quantile-interval.ts';
import type { Estimate, SloCode, SloFinding } from './verdict.ts';

/**
 * Judges one SLO on all requests of the rounds together: `missed` when the whole interval is on the wrong side of
 * the limit, `met` when it is on the right side, else `at-limit`.
 *
 * @param confidence two-sided, fraction
 */
export function judgeSlo(label: string, slo: Slo, rounds: readonly Round[], confidence: number): SloFinding {
  const estimate = estimateMetric(slo.metric, rounds, confidence);
  return { label, slo, estimate, confidence, code: compare(estimate, slo.operator, limitOf(slo)) };
}

/** Estimate with interval: latencies in ms, `errors` as a fraction, `rate` in req/s. */
export function estimateMetric(metric: Metric, rounds: readonly Round[], confidence: number): Estimate {
  switch (metric.kind) {
    case 'percentile': {
      const level = metric.percent / 100;
      return { value: pooledQuantile(rounds, level), ...estimateQuantile(rounds, level, confidence) };
    }
    case 'errors': {
      const clusters = rounds.map((r) => ({
        hits: r.failed + r.dropped,
        count: r.ok + r.failed + r.dropped,
      }));
      return { value: failureRate(rounds), ...estimateProportion(clusters, confidence) };
    }
    case 'avg': {
      if (rounds.every((round) => round.ok === 0)) return everywhere(Number.POSITIVE_INFINITY);
      const clusters = rounds.map((round) => ({ total: (round.avg ?? 0) * round.ok, weight: round.ok }));
      return { ...estimateRatio(clusters, confidence), value: meanLatency(rounds) };
    }
    case 'rate': {
      const clusters = rounds.map((round) => ({ total: round.ok + round.failed, weight: round.seconds }));
      return { ...estimateRatio(clusters, confidence), value: achievedRate(rounds) };
    }
    // The extremes of a sample have no confidence interval; they are what they are.
    case 'min':
      return everywhere(pooledQuantile(rounds, 0));
    case 'max':
      return everywhere(pooledQuantile(rounds, 1));
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
