import tQuantile from '@stdlib/stats-base-dists-t-quantile';

export type MeanEstimate = {
  mean: number;
  standardError: number;
  /** How far from the mean a one-sided bound of an error (fraction) lies. */
  reach(error: number): number;
};

/** Scatter that is assumed before anything is measured, and the number of values that this assumption counts for. */
type Assumed = { scatter: number; degrees: number };

/**
 * Estimates the mean of values by Student's t; `NaN` is a missing one.
 *
 * @param assumed moderates the variance of very few values: so two that happen to agree do not look exact, and two that
 *   happen to differ do not make a large change invisible. Smyth (2004), "Linear models and empirical Bayes methods for
 *   assessing differential expression", Statistical Applications in Genetics and Molecular Biology 3
 */
export function estimateMean(
  values: readonly number[],
  assumed: Assumed = { scatter: 0, degrees: 0 },
): MeanEstimate {
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
    // One value says nothing, though it does not scatter.
    reach: (error) =>
      degrees < 1 ? Number.POSITIVE_INFINITY : tQuantile(1 - error, degrees) * standardError,
  };
}
