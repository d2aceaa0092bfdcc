import type { Interval } from './proportion.ts';

type Estimate = Interval & { value: number };

/**
 * Estimates x − k·y − d with its interval, from the intervals of x and y: MOVER, "method of variance estimates
 * recovery". Zou (2008), "On the estimation of additive interactions", American Journal of Epidemiology 168, 212–224.
 * It needs no density of a quantile, keeps the asymmetry of the two intervals, and stays finite with one failed request
 * in a hundred.
 *
 * @param factor k, above 0
 * @param offset d
 * @param correlation of x and y from one pair of stretches to the next, 0 to 1: what affects both cancels out
 */
export function estimateDifference(
  x: Estimate,
  y: Estimate,
  { factor, offset, correlation }: { factor: number; offset: number; correlation: number },
): Estimate {
  const value = x.value - factor * y.value - offset;
  // The quantile of x falls among failures. Only its ends are known.
  if (!Number.isFinite(x.value))
    return { value, low: x.low - factor * y.high - offset, high: x.high - factor * y.low - offset };
  const reach = (a: number, b: number) =>
    a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY
      ? Number.POSITIVE_INFINITY
      : Math.sqrt(Math.max(0, a ** 2 + b ** 2 - 2 * correlation * a * b));
  return {
    value,
    low: value - reach(x.value - x.low, factor * (y.high - y.value)),
    high: value + reach(x.high - x.value, factor * (y.value - y.low)),
  };
}

/** Minimum number of pairs for a credible correlation. */
const FEWEST_PAIRS = 6;

/**
 * Estimates how far two metrics move together, from 0 to 1, cautiously: Spearman's rank correlation, which is robust to
 * outliers and infinite values, minus its standard error at zero correlation, 1 / √(n − 1). Too small a result
 * widens the interval, and never narrows it.
 */
export function estimateCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const used = pairs.filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y));
  if (used.length < FEWEST_PAIRS) return 0;
  const [xs, ys] = [rank(used.map(([x]) => x)), rank(used.map(([, y]) => y))];
  const middle = (used.length + 1) / 2;
  const sum = (of: (i: number) => number) => used.reduce((total, _, i) => total + of(i), 0);
  const spread = Math.sqrt(sum((i) => (xs[i]! - middle) ** 2) * sum((i) => (ys[i]! - middle) ** 2));
  if (spread === 0) return 0;
  const spearman = sum((i) => (xs[i]! - middle) * (ys[i]! - middle)) / spread;
  return Math.min(1, Math.max(0, spearman - 1 / Math.sqrt(used.length - 1)));
}

/** Ranks values from 1; equal ones share their mean rank. */
function rank(values: readonly number[]): number[] {
  const count = (is: (other: number) => boolean) => values.filter(is).length;
  return values.map((value) => count((one) => one < value) + (count((one) => one === value) + 1) / 2);
}
