import signedRankCdf from '@stdlib/stats-base-dists-signrank-cdf';
import { countAverages, rankSigned, sortPresent, walshAverage } from './signed-rank.ts';

/**
 * Statistic of a paired test. With `signed-rank` the typical block counts: a wild block has no more weight than its
 * rank. With `sum` amounts count: a rare big block matters. Its values must be finite.
 */
export type PairedStatistic = 'signed-rank' | 'sum';

/** Signed weights of blocks. A statistic is their sum under signs ±1, divided by `norm`. */
export type Weights = { signed: Float64Array; norm: number };

/**
 * How much farther ranks reach than amounts do, where n blocks agree: a sum of n ranks to √(3n/4) standard deviations, of n
 * normal amounts to √(2n/π). The few blocks of a run would else hardly ever show a change by amounts beside one by ranks.
 */
const REACH = Math.sqrt((3 * Math.PI) / 8);

/**
 * Weighs blocks so that statistics of different metrics can be compared, whatever the scale, the ties and the missing blocks.
 * The sum of the weights, divided by the norm √Σw², has mean 0 and variance 1 when signs are tossed; of amounts it is
 * greater by `REACH`.
 */
export function weigh(
  values: readonly number[],
  statistic: PairedStatistic,
  ties: 'shared' | 'broken' = 'shared',
): Weights {
  const signed =
    statistic === 'sum'
      ? Float64Array.from(values, (value) => (Number.isNaN(value) ? 0 : value))
      : rankSigned(values, ties);
  const norm = Math.sqrt(signed.reduce((sum, weight) => sum + weight * weight, 0));
  return { signed, norm: statistic === 'sum' ? norm / REACH : norm };
}

/**
 * Finds the lower bound by signed ranks: the largest shift below which every shift is rejected. A shift δ is rejected
 * when the statistic of x − δ reaches `critical`. −∞ when no data of that length could reach it.
 *
 * There are n values, S = n(n + 1)/2, and V is the sum of negative ranks. The statistic is (S − 2V) / √Σr², so it
 * reaches `critical` while V ≤ v. The bound is the (v + 1)-th smallest Walsh average (Hollander, Wolfe & Chicken 2014,
 * "Nonparametric Statistical Methods", 3rd ed., section 3.3).
 */
export function boundBelow(values: readonly number[], critical: number): number {
  return boundSorted(sortPresent(values), critical);
}

/** Finds that bound of the typical value with an error of 5 %: 1.645 is the normal quantile at 0.95. */
export function boundTypical(values: readonly number[]): number {
  return boundBelow(values, 1.645);
}

/** Finds the same bound for values that `sortPresent` has sorted. Sorting once is enough for several bounds. */
export function boundSorted(ascending: Float64Array, critical: number): number {
  const count = ascending.length;
  return count === 0 ? Number.NEGATIVE_INFINITY : walshAverage(ascending, countNegative(count, critical) + 1);
}

/** Finds the upper bound: the smallest shift above which every shift is rejected. See `boundBelow`. */
export function boundAbove(values: readonly number[], critical: number): number {
  const mirrored = values.map((value) => -value);
  return 0 - boundBelow(mirrored, critical);
}

/** Tells whether `boundSorted` lies above `shift`. This takes less time than the bound itself. */
export function isBoundAbove(ascending: Float64Array, critical: number, shift: number): boolean {
  const negative = countNegative(ascending.length, critical);
  return ascending.length > 0 && negative >= 0 && countAverages(ascending, shift) <= negative;
}

/**
 * Tells whether the test of no shift rejects ascending values. Zeros take no part in it. The other values are held to
 * the error that `critical` stands for among all values. So six values that differ, all on one side, may be enough.
 */
export function isCentreRejected(ascending: Float64Array, critical: number): boolean {
  if (!ascending.includes(0)) return isBoundAbove(ascending, critical, 0);
  const differing = ascending.filter((value) => value !== 0);
  if (differing.length === 0) return false;
  const error = signedRankCdf(countNegative(ascending.length, critical), ascending.length);
  return signedRankCdf(countAverages(differing, 0), differing.length) <= error * (1 + 1e-9);
}

/** Tells whether any `count` values could reach the critical value. */
export function isReachable(count: number, statistic: PairedStatistic, critical: number): boolean {
  if (count === 0) return false;
  return statistic === 'sum' ? critical ** 2 < count * REACH ** 2 : countNegative(count, critical) >= 0;
}

/** Returns the largest sum of negative ranks that still reaches the critical value. Negative when none does. */
function countNegative(count: number, critical: number): number {
  const total = (count * (count + 1)) / 2;
  const norm = Math.sqrt((total * (2 * count + 1)) / 3);
  // A critical value is a sum of ranks over a root. Rounding must not lose that sum.
  return Math.min(total, Math.floor((total - critical * norm) / 2 + 1e-9));
}
