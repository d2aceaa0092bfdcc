import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Interval } from './proportion.ts';

/**
 * Estimates a ratio of totals (Σ y / Σ x) over clusters with Student's t interval, for instance the mean latency of
 * slices with different counts. The variance is linearised: Cochran (1977), "Sampling Techniques", 3rd ed., section
 * 6.4.
 *
 * @param clusters `total` and `weight` of each; fewer than two give an unbounded interval
 */
export function estimateRatio(
  clusters: readonly { total: number; weight: number }[],
  confidence: number,
): Interval & { value: number } {
  const used = clusters.filter((cluster) => cluster.weight > 0);
  const weight = used.reduce((sum, cluster) => sum + cluster.weight, 0);
  const value = used.reduce((sum, cluster) => sum + cluster.total, 0) / weight;
  const groups = used.length;
  if (groups < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const residuals = used.reduce((sum, c) => sum + (c.total - value * c.weight) ** 2, 0);
  const deviation = Math.sqrt(((groups / (groups - 1)) * residuals) / weight ** 2);
  const reach = tQuantile(1 - (1 - confidence) / 2, groups - 1) * deviation;
  return { value, low: value - reach, high: value + reach };
}
