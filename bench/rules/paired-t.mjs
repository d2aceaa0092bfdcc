import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * Student's t on the pairs of a run, the textbook's rule for such data: is the mean of the differences above zero at this
 * metric's equal part of the run's error (Bonferroni), and above the tolerance at 5 %? One look, at the end.
 *
 * @param {number[]} deviations  log ratio of head to base, one for each block
 * @param {{alpha: number, family: number, tolerance: number}} options  error of the run, number of its metrics, tolerance in
 *   the unit of the deviations
 * @returns {boolean} never with a value that is not finite: there is no mean
 */
export function pairedTAlarm(deviations, { alpha, family, tolerance }) {
  const count = deviations.length;
  const mean = deviations.reduce((sum, x) => sum + x, 0) / count;
  const squares = deviations.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  const lowerBound = (level) => mean - tQuantile(1 - level, count - 1) * error;
  return lowerBound(alpha / family) > 0 && lowerBound(0.05) > tolerance;
}
