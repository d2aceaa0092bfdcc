import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { estimateMetric, type Metric } from '../metrics/metric.ts';
import { FEWEST_CLUSTERS } from '../statistics/confidence.ts';
import type { Estimate, SloCode, SloFinding } from './findings.ts';

/** SLO that holds where a scenario has none on errors: a service that fails fast must not pass. */
export const IMPLIED_SLO: Slo = {
  metric: { kind: 'errors' },
  operator: '<=',
  limit: { kind: 'absolute', value: 0.01, unit: 'fraction' },
};

/**
 * Judges one SLO on all requests together: `missed` when the whole interval is on the wrong side of the limit, `met`
 * when it is on the right side, else `at-limit`.
 *
 * @param clusters slices that hang together, as those of one process do; at least one with a request
 * @param confidence two-sided, fraction
 */
export function judgeSlo(
  label: string,
  slo: Slo,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): SloFinding {
  const estimate = estimateClusters(slo.metric, clusters, confidence)!;
  return { label, slo, confidence, estimate, code: judgeEstimate(slo, estimate) };
}

/** Estimates a metric over clusters of slices; null without any slice. */
export function estimateClusters(
  metric: Metric,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): Estimate | null {
  const loaded = clusters.filter((slices) => slices.some((slice) => attempts(slice) > 0));
  const used = loaded.length < FEWEST_CLUSTERS ? loaded.flat().map((slice) => [slice]) : loaded;
  return used.length === 0 ? null : estimateMetric(metric, used, confidence);
}

/** Judges an estimate with its interval. A relative limit is not known here, and neither met nor missed. */
export function judgeEstimate({ operator, limit }: Slo, estimate: Estimate): SloCode {
  return compareWithLimit(estimate, operator, limit.kind === 'absolute' ? limit.value : Number.NaN);
}

/** Tells whether a value by itself is on the wrong side of the limit. A relative limit is not known here. */
export function violatesSlo(slo: Slo, value: number): boolean {
  return judgeEstimate(slo, { value, low: value, high: value }) === 'missed';
}

/** Tells whether the value that was found is on the wrong side of the limit, however wide its interval is. */
export function isViolated({ slo, estimate, relative }: SloFinding): boolean {
  const { value } = relative?.difference ?? estimate;
  return relative
    ? compareWithLimit({ value, low: value, high: value }, slo.operator, 0) === 'missed'
    : violatesSlo(slo, value);
}

/** Holds an interval against a limit: see `judgeSlo`. */
export function compareWithLimit({ low, high }: Estimate, operator: Operator, limit: number): SloCode {
  // A limit from below is one from above on the negative values.
  const [least, most, bound] = operator.startsWith('<') ? [low, high, limit] : [-high, -low, -limit];
  const isInclusive = operator.endsWith('=');
  if (isInclusive ? most <= bound : most < bound) return 'met';
  return (isInclusive ? least > bound : least >= bound) ? 'missed' : 'at-limit';
}
