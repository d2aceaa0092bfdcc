/**
 * Firecracker's A/B test: an alarm when a permutation test on the difference of means has p < 0.01 and the difference
 * is beyond 5 % of the base's mean.
 *
 * https://github.com/firecracker-microvm/firecracker/blob/main/tools/ab_test.py (`--significance`, and the relative
 * strength asked for) and tests/framework/ab_test.py, which calls `scipy.stats.permutation_test` with 9,999 resamples:
 * independent samples, two-sided, p = 2 · min of both tails, each (count + 1) / (resamples + 1). It reports changes in
 * both directions; only slower ones are alarms here.
 *
 * @param {number[]} base  values of the blocks
 * @param {number[]} head
 * @param {{below: (count: number) => number}} random
 */
export function permutationAlarm(base, head, random, { significance = 0.01, strength = 0.05 } = {}) {
  const difference = meanOf(head) - meanOf(base);
  // Nothing has to be permuted for a change that is too small or goes the other way.
  if (difference <= strength * meanOf(base)) return false;
  return permutationP(base, head, random, 9999, significance) < significance;
}

/** Two-sided p of the difference of means; some value not below `limit` as soon as it can be no other. */
export function permutationP(base, head, random, resamples = 9999, limit = Number.POSITIVE_INFINITY) {
  const pool = [...base, ...head];
  const total = pool.reduce((sum, x) => sum + x, 0);
  const differenceOf = (sumOfHead) => sumOfHead / head.length - (total - sumOfHead) / base.length;
  const observed = differenceOf(head.reduce((sum, x) => sum + x, 0));
  // As scipy does, so that differences which are equal but for rounding count as equal.
  const margin = Math.abs(observed) * 1e-14;
  const pOf = (extreme) => Math.min(1, (2 * (extreme + 1)) / (resamples + 1));
  let above = 0;
  let below = 0;
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    // The first places of a Fisher–Yates shuffle are a random subset.
    for (let place = 0; place < head.length; place++) {
      const other = place + random.below(pool.length - place);
      [pool[place], pool[other]] = [pool[other], pool[place]];
      sum += pool[place];
    }
    const drawn = differenceOf(sum);
    if (drawn >= observed - margin) above++;
    if (drawn <= observed + margin) below++;
    if (pOf(Math.min(above, below)) >= limit) break;
  }
  return pOf(Math.min(above, below));
}

function meanOf(values) {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
