import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { isShare, type Metric, measureMetric } from '../metrics/metric.ts';
/** A fresh instance of each revision, measured alternately: the slices of one step. Empty: not measured in it. */
export type PairedBlock = { base: Slice[]; head: Slice[] };

/**
 * `slow-share` counts requests that took longer than twice the p99 of the blocks' faster arms. At the p99 itself a slowdown
 * within its tolerance would move many requests across the line: stalls are meant, which are slower by factors.
 */
const SLOW = { level: 0.99, factor: 2 };

/** A quantile of one block is read no deeper than this many requests from its end. */
const REQUESTS_BEYOND = 5;

/**
 * The metric with the threshold (ms) of `slow-share` filled in, read from the faster arm of each block: swapping the
 * labels of any block does not move it, which keeps the test exact.
 */
export function fixThreshold(metric: Metric, blocks: readonly PairedBlock[]): Metric {
  if (metric.kind !== 'slow-share') return metric;
  return { kind: 'slow-share', ms: SLOW.factor * pooledQuantile(poolFaster(blocks), SLOW.level) };
}

/**
 * Head against base in each block, positive for worse: the log of the ratio, or the difference of shares. `NaN` where
 * an arm has no requests; ±∞ where failures reach the percentile on one side only.
 *
 * @param deepest level (fraction) of `deepestLevel`
 */
export function listDeviations(metric: Metric, blocks: readonly PairedBlock[], deepest: number): number[] {
  return blocks.map(({ base, head }) => {
    const before = measureMetric(base, metric, deepest);
    const after = measureMetric(head, metric, deepest);
    return compareValues(metric, before, after);
  });
}

/** Change of the values over all requests of the run (log ratio, or difference of shares). */
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
 * Highest level (fraction) that a typical block can show. With 600 requests in an arm the p99.9 is decided by the
 * slowest one, and a single failure makes it infinite; read at p99.2 it still tells something. A block's smaller arm
 * counts, so that labels may be swapped.
 */
export function deepestLevel(blocks: readonly PairedBlock[]): number {
  return Math.max(0.5, 1 - REQUESTS_BEYOND / countTypically(blocks));
}

/** Requests of an arm in the median block; at least 1. */
export function countTypically(blocks: readonly PairedBlock[]): number {
  const counts = blocks.map(countRequests).filter((count) => count > 0);
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 1;
}

/** Requests of the smaller arm. */
function countRequests({ base, head }: PairedBlock): number {
  const count = (slices: readonly Slice[]) => slices.reduce((sum, slice) => sum + attempts(slice), 0);
  return Math.min(count(base), count(head));
}

function compareValues(metric: Metric, base: number, head: number): number {
  if (isShare(metric)) return head - base;
  // Also for two infinities, whose difference is not a number.
  return base === head ? 0 : Math.log(head) - Math.log(base);
}

/** Of each block the arm with the lower p99: which one that is does not depend on labels. */
function poolFaster(blocks: readonly PairedBlock[]): Slice[] {
  return blocks.flatMap((block) => {
    if (countRequests(block) === 0) return [];
    const [base, head] = [block.base, block.head].map((slices) => pooledQuantile(slices, SLOW.level));
    return base! <= head! ? block.base : block.head;
  });
}
