import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * Bencher's t-test threshold: an alert when the new value lies above the `boundary` quantile of Student's t with
 * location = mean, scale = standard deviation of the earlier values and n − 1 degrees of freedom.
 *
 * https://bencher.dev/docs/explanation/thresholds/#t-test; its example sets `--threshold-max-sample-size 64` and
 * `--threshold-upper-boundary 0.99`. As in its source (lib/bencher_boundary/src/mean.rs, limits/mod.rs) the variance
 * is divided by n, and nothing is added for the uncertainty of the mean. One-sided: only an upper boundary is set.
 *
 * @param {number[]} earlier  oldest first
 */
export function exceedsTLimit(earlier, value, { boundary = 0.99, most = 64 } = {}) {
  const used = earlier.slice(-most);
  const mean = meanOf(used);
  const deviation = Math.sqrt(meanOf(used.map((x) => (x - mean) ** 2)));
  // Without variance Bencher has no limit, hence no alert.
  if (used.length < 2 || deviation === 0) return false;
  return value > mean + tQuantile(boundary, used.length - 1) * deviation;
}

/**
 * Bencher's percentage threshold: an alert above mean × (1 + boundary). 0.25 is the example of
 * https://bencher.dev/docs/explanation/thresholds/#percentage
 *
 * @param {number[]} earlier  oldest first
 */
export function exceedsPercentage(earlier, value, { boundary = 0.25, most = 64 } = {}) {
  return value > meanOf(earlier.slice(-most)) * (1 + boundary);
}

function meanOf(values) {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
