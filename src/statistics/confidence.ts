import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/** Two-sided confidence of an SLO's interval over all looks together, fraction. */
const SLO_CONFIDENCE = 0.95;

/** Returns the confidence of each look's interval. The looks share the error equally (Bonferroni). */
export function shareConfidence(looks: number): number {
  return 1 - (1 - SLO_CONFIDENCE) / looks;
}

/**
 * Counts the requests that it takes to show that a percentile meets its limit, if every single one does. With so many
 * the upper end of `estimateProportion`, for none beyond the limit, falls below 1 − level.
 *
 * @param level fraction, for instance 0.99
 * @param clusters slices, at least 2
 */
export function countToDecide(level: number, confidence: number, clusters: number): number {
  const tail = (1 - confidence) / 2;
  const effective = Math.log(tail) / Math.log(level);
  const many = 1e6; // Student's t with so many degrees of freedom is the normal distribution
  const fewClusters = (tQuantile(1 - tail, many) / tQuantile(1 - tail, Math.max(1, clusters - 1))) ** 2;
  return Math.ceil(effective / fewClusters);
}
