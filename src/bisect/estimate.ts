import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import * as z from 'zod';
import { count } from '../json-values.ts';
import { isShare, type Metric } from '../metrics/metric.ts';
import type { PairedFinding } from '../verdict/findings.ts';
import { toChange, toDeviation } from '../verdict/pair-values.ts';

/** How much worse a commit is than the good one: log ratio, or difference of shares, positive for worse. */
export const estimateSchema = z.object({ value: z.number(), standardError: z.number(), degrees: count });
export type ChangeEstimate = z.infer<typeof estimateSchema>;

/** No measurement is more exact. It keeps sums of inverse variances finite. */
const LEAST_ERROR = 1e-6;

/** The good commit beside itself, which nothing has to be estimated of. */
export const NO_CHANGE: ChangeEstimate = { value: 0, standardError: 0, degrees: 1e6 };

/** A commit with the same files: exact, as far as numbers go. */
export const SAME_FILES: ChangeEstimate = { ...NO_CHANGE, standardError: LEAST_ERROR };

/** Standard error of a pseudomedian beside that of a mean, of normal values: √(π / 3). */
const OF_MEDIAN = 1.023;

/**
 * Reads the change of a finding with its standard error: from the scatter of its blocks, or where that is not known from
 * the farther end of its interval. Null where an end is open, so that the change is not known.
 */
export function readEstimate(finding: PairedFinding): ChangeEstimate | null {
  const { metric, change, confidence, spread, blocks } = finding;
  const [value, low, high] = [change.value, change.low, change.high].map((end) => toDeviation(metric, end));
  const degrees = Math.max(1, blocks - 1);
  const reach = Math.max(Math.abs(high! - value!), Math.abs(value! - low!));
  const standardError =
    spread === null || isShare(metric)
      ? reach / tQuantile((1 + confidence) / 2, degrees)
      : (OF_MEDIAN * spread) / Math.sqrt(blocks);
  if (!Number.isFinite(standardError) || !Number.isFinite(value)) return null;
  return { value: value!, standardError: Math.max(LEAST_ERROR, standardError), degrees };
}

/**
 * Gives each run the scatter of blocks that all runs of a metric show together, or its own where that is larger. Blocks
 * scatter alike whatever the commit, and those of one run are too few to say how much.
 */
export function shareScatter(estimates: readonly ChangeEstimate[]): ChangeEstimate[] {
  const own = estimates.filter(isMeasured);
  const degrees = own.reduce((sum, each) => sum + each.degrees, 0);
  const variance =
    own.reduce((sum, each) => sum + each.standardError ** 2 * (each.degrees + 1) * each.degrees, 0) / degrees;
  return estimates.map((each) => {
    if (!isMeasured(each)) return each;
    const standardError = Math.max(each.standardError, Math.sqrt(variance / (each.degrees + 1)));
    return { value: each.value, standardError, degrees };
  });
}

function isMeasured({ standardError }: ChangeEstimate): boolean {
  return standardError > LEAST_ERROR;
}

/**
 * Combines measurements of one commit that share their scatter, each by the inverse of its variance.
 *
 * @param estimates one at least
 */
export function combine(estimates: readonly ChangeEstimate[]): ChangeEstimate {
  const weights = estimates.map(({ standardError }) => standardError ** -2);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    value: estimates.reduce((sum, { value }, i) => sum + value * weights[i]!, 0) / all,
    standardError: all ** -0.5,
    degrees: Math.max(...estimates.map(({ degrees }) => degrees)),
  };
}

/** Subtracts what was measured by itself. */
export function subtract(one: ChangeEstimate, other: ChangeEstimate): ChangeEstimate {
  return {
    value: one.value - other.value,
    standardError: Math.hypot(one.standardError, other.standardError),
    degrees: Math.min(one.degrees, other.degrees),
  };
}

/** Tells whether an estimate is surely on its side of zero. @param error one-sided, fraction */
export function isSure({ value, standardError, degrees }: ChangeEstimate, error: number): boolean {
  return Math.abs(value) > tQuantile(1 - error, degrees) * standardError;
}

/** Gives the change of a metric with its interval. @param confidence two-sided, fraction */
export function toInterval(
  metric: Metric,
  { value, standardError, degrees }: ChangeEstimate,
  confidence = 0.9,
): { value: number; low: number; high: number } {
  const reach = standardError === 0 ? 0 : tQuantile((1 + confidence) / 2, degrees) * standardError;
  const [a, b] = [toChange(metric, value - reach), toChange(metric, value + reach)];
  return { value: toChange(metric, value), low: Math.min(a, b), high: Math.max(a, b) };
}
