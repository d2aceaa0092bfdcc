import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * Scatter (log units) of a log ratio of capacities between two starts of the same code, as it is assumed before
 * anything is measured, and the number of starts that this assumption counts for.
 */
const ASSUMED = { scatter: 0.06, degrees: 3 };

/**
 * Estimates a mean from very few values, by a t statistic whose variance is moderated: a scatter that is assumed
 * counts for some values more. So two values that happen to agree do not look exact, and two that happen to differ do
 * not make a large change invisible. The values are taken as normal. Smyth (2004), "Linear models and empirical Bayes
 * methods for assessing differential expression", Statistical Applications in Genetics and Molecular Biology 3.
 *
 * @param values log ratios, or logs of capacities, one for each fresh start; at least one
 * @returns the mean, and `reach`: how far from it a one-sided bound of an error (fraction) lies
 */
export function estimateModerated(values: readonly number[]) {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const degrees = ASSUMED.degrees + count - 1;
  const variance = (ASSUMED.degrees * ASSUMED.scatter ** 2 + squares) / degrees;
  const standardError = Math.sqrt(variance / count);
  return { mean, standardError, reach: (error: number) => tQuantile(1 - error, degrees) * standardError };
}
