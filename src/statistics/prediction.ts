import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * Measures how far one new value lies from earlier ones, with Student's t prediction interval of log values:
 * x̄ ± t(n−1) · s · √(1 + 1/n). Hahn & Meeker (1991), "Statistical Intervals", section 4.7.
 *
 * Logarithms are taken since latencies and their quantiles scatter by factors rather than by amounts. `floor` is
 * there for a few earlier values that agree by chance: they would promise a precision that is not there.
 *
 * @param earlier at least two positive finite values
 * @param confidence two-sided, fraction
 * @param floor least standard deviation believed, in log units (0.02 is about 2 %)
 * @returns value / geometric mean of the earlier ones − 1, with the interval in which the change of the underlying
 *   value lies with `confidence`, fractions
 */
export function predict(
  earlier: readonly number[],
  value: number,
  confidence: number,
  floor: number,
): { change: number; low: number; high: number } {
  const logs = earlier.map(Math.log);
  const runs = logs.length;
  const mean = logs.reduce((sum, x) => sum + x, 0) / runs;
  const variance = logs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (runs - 1);
  const spread = Math.max(Math.sqrt(variance), floor);
  const reach = tQuantile(1 - (1 - confidence) / 2, runs - 1) * spread * Math.sqrt(1 + 1 / runs);
  const difference = Math.log(value) - mean;
  return {
    change: Math.expm1(difference),
    low: Math.expm1(difference - reach),
    high: Math.expm1(difference + reach),
  };
}
