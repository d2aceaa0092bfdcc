import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Interval } from './proportion.ts';

/**
 * Estimates the mean of values by Student's t; `NaN` is a missing one.
 *
 * @param assumed scatter, and the number of values that it counts for. So two values that happen to agree do not look exact,
 *   and two that happen to differ do not hide a large change. Smyth (2004), "Linear models and empirical Bayes methods
 *   for assessing differential expression", Statistical Applications in Genetics and Molecular Biology 3
 */
export function estimateMean(values: readonly number[], assumed = { scatter: 0, degrees: 0 }) {
  const present = values.filter((value) => !Number.isNaN(value));
  const count = present.length;
  const mean = present.reduce((sum, value) => sum + value, 0) / count;
  const squares = present.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const degrees = assumed.degrees + count - 1;
  const variance = (assumed.degrees * assumed.scatter ** 2 + squares) / degrees;
  const standardError = Math.sqrt(variance / count);
  return {
    mean,
    standardError,
    /** Distance from the mean of a one-sided bound with an error (fraction). One value says nothing. */
    reach: (error: number) =>
      degrees < 1 ? Number.POSITIVE_INFINITY : tQuantile(1 - error, degrees) * standardError,
  };
}

/**
 * Measures how far one new value lies from earlier ones, with Student's t prediction interval of log values:
 * x̄ ± t(n−1) · s · √(1 + 1/n). Hahn & Meeker (1991), "Statistical Intervals", section 4.7. Latencies and their quantiles
 * vary by factors rather than by amounts.
 *
 * @param earlier at least two positive finite values
 * @param confidence two-sided, fraction
 * @param floor smallest assumed standard deviation (log units): a few values that agree by chance promise too much
 * @returns value / geometric mean of the earlier ones − 1, with the interval in which the change of the underlying
 *   value lies with `confidence`, fractions
 */
export function predict(
  earlier: readonly number[],
  value: number,
  confidence: number,
  floor: number,
): { change: number; low: number; high: number } {
  const runs = earlier.length;
  const { mean, standardError } = estimateMean(earlier.map(Math.log));
  const spread = Math.max(standardError * Math.sqrt(runs), floor);
  const reach = tQuantile(1 - (1 - confidence) / 2, runs - 1) * spread * Math.sqrt(1 + 1 / runs);
  const difference = Math.log(value) - mean;
  const [change, low, high] = [0, -reach, reach].map((off) => Math.expm1(difference + off));
  return { change: change!, low: low!, high: high! };
}

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

/** Calculates the geometric mean of positive values; `Infinity` if one of them is infinite. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
