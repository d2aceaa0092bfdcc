import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/**
 * tachometer's 95 % interval for the relative difference of two means, (b − a) / a, fraction.
 *
 * As in its source (https://github.com/google/tachometer/blob/main/src/stats.ts): variances of both means are joined
 * by the delta method, and the smaller sample gives the degrees of freedom. Two-sided.
 */
export function intervalOfDifference(base, head) {
  const a = summarize(base);
  const b = summarize(head);
  const middle = (b.mean - a.mean) / a.mean;
  const deviation = Math.sqrt((a.variance * b.mean ** 2 + b.variance * a.mean ** 2) / a.mean ** 4);
  const reach = tQuantile(0.975, Math.min(base.length, head.length) - 1) * deviation;
  return { low: middle - reach, high: middle + reach };
}

/**
 * tachometer with auto-sampling: after a least number of samples it goes on until the interval contains none of the
 * conditions, or time is out (https://github.com/google/tachometer#auto-sampling, `autoSampleConditions`, default
 * 0 %). An alarm when the interval then lies above all of them.
 *
 * Its least number is 50 and its time three minutes; a job has fewer blocks, so that a third of them is the least
 * here, and one more of each arm follows at a time instead of ten.
 *
 * @param {number[]} base  values of the blocks, in the order of measurement
 * @param {number[]} head
 * @param {number[]} conditions  relative differences, fractions
 * @returns {{alarm: boolean, used: number}} `used`: blocks of each arm that were needed
 */
export function autoSample(base, head, conditions = [0]) {
  const most = Math.min(base.length, head.length);
  let used = Math.max(2, Math.ceil(most / 3));
  for (; ; used++) {
    const { low, high } = intervalOfDifference(base.slice(0, used), head.slice(0, used));
    const resolved = conditions.every((condition) => condition < low || condition > high);
    if (resolved || used >= most) return { alarm: low > Math.max(...conditions), used };
  }
}

/** Mean with the variance of that mean. */
function summarize(values) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) / values.length };
}
