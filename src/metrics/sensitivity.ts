import type { Config, Metric, Scenario, Setting } from '../config/config.ts';
import { printMetric } from '../config/language/metric.ts';

/** Fraction: false `regressed` in at most one run of a hundred on identical code. */
export const DEFAULT_CONFIDENCE = 0.99;

/**
 * How large a change of a metric must be to block (fraction; for `errors` and `slow-share` a difference of shares),
 * and how sure one must be of it (fraction). What is said nearest to the metric holds: by the scenario for this
 * metric, by the scenario for all, by the suite for this metric, by the suite for all, else the default.
 *
 * A tolerance for all is one of latencies: 5 % of a p99 is little, 5 % more failed requests are an outage. So it
 * leaves `errors` and `slow-share` alone, and `slow-share` has no setting of its own. A confidence for all is for all.
 */
export function resolveSensitivity(
  config: { baseline: Pick<Config['baseline'], 'sensitivity'> },
  scenario: Pick<Scenario, 'sensitivity'>,
  metric: Metric,
): { tolerance: number; confidence: number } {
  const name = printMetric(metric);
  const levels = [scenario.sensitivity, config.baseline.sensitivity];
  const tolerances = levels.map(({ tolerance }) =>
    isShare(metric) ? { byMetric: tolerance.byMetric } : tolerance,
  );
  const confidences = levels.map(({ confidence }) => confidence);
  return {
    tolerance: findSetting(tolerances, name) ?? defaultTolerance(metric),
    confidence: findSetting(confidences, name) ?? DEFAULT_CONFIDENCE,
  };
}

/** Shares differ by amounts, latencies by factors: a tolerance of latencies does not apply to them. */
export function isShare({ kind }: Metric): boolean {
  return kind === 'errors' || kind === 'slow-share';
}

function findSetting(levels: readonly Setting[], name: string): number | undefined {
  for (const { all, byMetric } of levels) {
    const own = Object.hasOwn(byMetric, name) ? byMetric[name] : undefined;
    if (own !== undefined || all !== undefined) return own ?? all;
  }
  return undefined;
}

/** Far percentiles rest on few requests, and differ by more between two runs of the same code. */
function defaultTolerance(metric: Metric): number {
  switch (metric.kind) {
    case 'percentile':
      return metric.percent < 95 ? 0.05 : 0.1;
    case 'max':
      return 0.1;
    case 'tail':
    case 'avg':
    case 'min':
    case 'rate':
    case 'capacity':
      return 0.05;
    case 'errors':
    case 'slow-share':
      return 0.001;
  }
}
