import type { Metric, Slo } from '../config/config.ts';

/** p50 and each percentile that an SLO names: what is compared whatever with. */
export function listPercentiles(slos: readonly Slo[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return [...new Set([50, ...percents])].map((percent) => ({ kind: 'percentile', percent }));
}

/**
 * What a pair is judged by: beside the percentiles the tail index, which is steadier than any single percentile, the
 * failure rate, and the share of requests above a common threshold, which sees rare stalls. `ms` of the latter is
 * known only when both arms have been measured.
 */
export function listPairMetrics(slos: readonly Slo[]): Metric[] {
  return [
    ...listPercentiles(slos),
    { kind: 'tail' },
    { kind: 'errors' },
    { kind: 'slow-share', ms: Number.NaN },
  ];
}
