import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { higherIsBetter, isShare, type Metric, measureMetric } from '../metrics/metric.ts';
/** Slices of one step, from a fresh instance of each revision in turns; empty when not measured. */
export type PairedBlock = { base: Slice[]; head: Slice[] };

/**
 * Threshold of `slow-share`: twice the p99 of the blocks' faster arms. The metric is for stalls, which are slower by
 * factors. At the p99 itself a slowdown within its tolerance would already move many requests over the threshold.
 */
const SLOW = { level: 0.99, factor: 2 };

/** Requests that must lie beyond a quantile read from one block. */
const REQUESTS_BEYOND = 5;

/** Percentile from which on one that is compared by itself watches the far end of the tail. */
const FAR_PERCENT = 98;

/**
 * Lets the levels of a tail mean count by the inverse of their variance where a percentile beside it watches the far end. Half
 * of the scatter of an equal mean comes from p98 and p99.
 *
 * @param beside all metrics that are compared
 */
export function weighTail(metric: Metric, beside: readonly Metric[]): Metric {
  const isWatched = beside.some((other) => other.kind === 'percentile' && other.percent >= FAR_PERCENT);
  return metric.kind === 'tail' && isWatched ? { kind: 'tail', weights: 'inverse-variance' } : metric;
}

/**
 * Sets the threshold (ms) of `slow-share`, read from the faster arm of each block. A swap of the labels of
 * any block does not move it, which keeps the test exact.
 */
export function fixThreshold(metric: Metric, blocks: readonly PairedBlock[]): Metric {
  if (metric.kind !== 'slow-share') return metric;
  return { kind: 'slow-share', ms: SLOW.factor * pooledQuantile(poolFaster(blocks), SLOW.level) };
}

/**
 * Lists the change from base to head in each block, positive for worse: the log of the ratio, or the difference of
 * shares. `NaN` where an arm has no requests; ±∞ where failures reach the percentile on one side only.
 *
 * @param deepest level (fraction) from `deepestLevel`
 */
export function listDeviations(metric: Metric, blocks: readonly PairedBlock[], deepest: number): number[] {
  return blocks.map(({ base, head }) => {
    const before = measureMetric(base, metric, deepest);
    const after = measureMetric(head, metric, deepest);
    return compareValues(metric, before, after);
  });
}

/** Compares the values over all requests of the run (log ratio, or difference of shares; positive for worse). */
export function comparePooled(
  metric: Metric,
  blocks: readonly PairedBlock[],
): { base: number; head: number; deviation: number } {
  const used = blocks.filter((block) => countRequests(block) > 0);
  const base = measureMetric(
    used.flatMap((block) => block.base),
    metric,
  );
  const head = measureMetric(
    used.flatMap((block) => block.head),
    metric,
  );
  return { base, head, deviation: compareValues(metric, base, head) };
}

/**
 * Finds the highest level (fraction) that a typical block can show. With 600 requests in an arm the slowest
 * one decides the p99.9, and a single failure makes it infinite. The p99.2 still tells something. The smaller
 * arm of a block counts, so that labels may be swapped.
 */
export function deepestLevel(blocks: readonly PairedBlock[]): number {
  return Math.max(0.5, 1 - REQUESTS_BEYOND / countTypically(blocks));
}

/** Counts the requests of an arm in the median block; at least 1. */
export function countTypically(blocks: readonly PairedBlock[]): number {
  const counts = blocks.map(countRequests).filter((count) => count > 0);
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 1;
}

/** Counts the requests of the smaller arm. */
export function countRequests({ base, head }: PairedBlock): number {
  const count = (slices: readonly Slice[]) => slices.reduce((sum, slice) => sum + attempts(slice), 0);
  return Math.min(count(base), count(head));
}

function compareValues(metric: Metric, base: number, head: number): number {
  const worse = higherIsBetter(metric) ? -1 : 1;
  // Equal values include two infinities, whose difference is not a number.
  if (base === head) return 0;
  return worse * (isShare(metric) ? head - base : Math.log(head) - Math.log(base));
}

/** Pools the arm with the lower p99 of each block, a choice that does not depend on labels. */
function poolFaster(blocks: readonly PairedBlock[]): Slice[] {
  return blocks.flatMap((block) => {
    if (countRequests(block) === 0) return [];
    const [base, head] = [block.base, block.head].map((slices) => pooledQuantile(slices, SLOW.level));
    return base! <= head! ? block.base : block.head;
  });
}
