import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts, countAbove } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { estimateMetric, type Metric } from '../metrics/metric.ts';
import { FEWEST_CLUSTERS, findShown } from '../statistics/confidence.ts';
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
 * @param clusters slices that hang together, as those of one process do
 * @param confidence two-sided, fraction
 */
export function judgeSlo(
  label: string,
  slo: Slo,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): SloFinding {
  const estimate = estimateClusters(slo.metric, clusters, confidence)!;
  const judged = { label, slo, confidence, ...judgeEstimate(slo, estimate) };
  const seen = judged.code === 'at-limit' ? describeSeen(slo, clusters) : null;
  return seen === null ? judged : { ...judged, seen };
}

/** Estimates a metric over clusters of slices; null without any slice. */
export function estimateClusters(
  metric: Metric,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): Estimate | null {
  const used = pickClusters(clusters);
  return used.length === 0 ? null : estimateMetric(metric, used.flat(), confidence, used);
}

function pickClusters(clusters: readonly (readonly Slice[])[]): (readonly Slice[])[] {
  const used = clusters.filter((slices) => slices.some((slice) => attempts(slice) > 0));
  return used.length < FEWEST_CLUSTERS ? used.flat().map((slice) => [slice]) : used;
}

/** Tells what was seen of a percentile that is not shown to meet its limit, though no request was beyond it; else null. */
function describeSeen(slo: Slo, clusters: readonly (readonly Slice[])[]): SloFinding['seen'] | null {
  const { metric, limit, operator } = slo;
  if (metric.kind !== 'percentile' || limit.kind !== 'absolute' || !operator.startsWith('<')) return null;
  const used = pickClusters(clusters);
  const requests = sum(used.flat(), attempts);
  if (countAbove(used.flat(), limit.value) > 0) return null;
  return { requests, confidence: findShown(metric.percent / 100, requests, used.length) };
}

/** Judges an estimate with its interval. */
export function judgeEstimate(
  { operator, limit }: Slo,
  estimate: Estimate,
): Pick<SloFinding, 'estimate' | 'code'> {
  if (limit.kind === 'relative') throw new Error('relative limits are judged by judgeRelative');
  return { estimate, code: compareWithLimit(estimate, operator, limit.value) };
}

/** Tells whether a value by itself is on the wrong side of the limit. A relative limit is not known here. */
export function violatesSlo({ operator, limit }: Slo, value: number): boolean {
  return limit.kind === 'absolute' && isBeyond(operator, value, limit.value);
}

/** Tells whether the value that was found is on the wrong side of the limit, however wide its interval is. */
export function isViolated({ slo, estimate, relative }: SloFinding): boolean {
  return relative ? isBeyond(slo.operator, relative.difference.value, 0) : violatesSlo(slo, estimate.value);
}

function isBeyond(operator: Operator, value: number, limit: number): boolean {
  return compareWithLimit({ value, low: value, high: value }, operator, limit) === 'missed';
}

/** Holds an interval against a limit: see `judgeSlo`. */
export function compareWithLimit({ low, high }: Estimate, operator: Operator, limit: number): SloCode {
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
