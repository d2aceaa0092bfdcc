import type { Metric } from './metric.ts';

/** An SLO, for instance. */
type WithMetric = { metric: Metric };

const percentile = (percent: number): Metric => ({ kind: 'percentile', percent });

/** p50 and each percentile that an SLO names: what is compared whatever with. */
export function listPercentiles(slos: readonly WithMetric[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return [...new Set([50, ...percents])].map(percentile);
}

/**
 * What a pair is judged by: beside the percentiles the tail mean, which is steadier than any single percentile, the
 * failure rate, and the share of requests above a common threshold, which sees rare stalls. `ms` of the latter is
 * known only when both arms have been measured.
 */
export function listPairMetrics(slos: readonly WithMetric[]): Metric[] {
  return [
    ...listPercentiles(slos),
    { kind: 'tail' },
    { kind: 'errors' },
    { kind: 'slow-share', ms: Number.NaN },
  ];
}

/** What a scenario is compared by and settings may name: p50, the percentiles of its SLOs, its tail, its errors. */
export function comparedMetrics(slos: readonly WithMetric[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  const others = [...new Set(percents)].filter((percent) => percent !== 50).sort((a, b) => a - b);
  return [percentile(50), ...others.map(percentile), { kind: 'tail' }, { kind: 'errors' }];
}
