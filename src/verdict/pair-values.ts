import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile, shareAbove } from '../measurement/quantiles.ts';
import { higherIsBetter, isShare, type Metric, measureMetric } from '../metrics/metric.ts';
import type { Pooled } from '../statistics/change.ts';
import { median } from '../statistics/median.ts';

/** Slices of one step, from a fresh instance of each revision in turns; empty when not measured. */
export type PairedBlock = { base: Slice[]; head: Slice[] };

/** Requests that must lie beyond a quantile, of each arm: in a block where it is read from blocks, else in the run. */
const REQUESTS_BEYOND = 5;

/**
 * Largest change (log units) of a block: twentyfold. What was never answered is as much slower, and one block that goes
 * wild does not outweigh all others.
 */
const CUT = 3;

/** Converts a deviation, positive for worse, to the change of the value. */
export function toChange(metric: Metric, deviation: number): number {
  const moved = higherIsBetter(metric) ? -deviation : deviation;
  return isShare(metric) ? moved : Math.expm1(moved);
}

/** Counts the requests of each arm without which a level (fraction) says nothing. */
export function countForLevel(level: number): number {
  return Math.ceil(REQUESTS_BEYOND / (1 - level) - 1e-6);
}

/**
 * Compares a percentile over all blocks together, where a block has too few requests for it: by how many requests lie
 * beyond a value that both arms have in common. Roots of shares are compared, since the variance of a root does not grow
 * with the count (Bartlett 1936), so that a block that stalls does not outweigh all others.
 *
 * @param first number of blocks, those before the first look, that set the value in common; all by default. It is that of
 *   both arms together, so a swap of the labels of any block does not move it, and the sign-flip test is exact
 */
export function comparePercentile(
  metric: Metric & { kind: 'percentile' },
  blocks: readonly PairedBlock[],
  first: number | undefined,
): Pooled {
  const level = metric.percent / 100;
  return {
    estimate: comparePooled(metric, blocks).deviation,
    at: (shift) => {
      const factor = Math.exp(shift);
      const common = blocks
        .slice(0, first)
        .flatMap(({ base, head }) => [...base, ...head.map((slice) => quicken(slice, factor))]);
      const ms = pooledQuantile(common, level);
      return blocks.map((block) =>
        countRequests(block) === 0
          ? Number.NaN
          : Math.sqrt(shareAbove(block.head, ms * factor)) - Math.sqrt(shareAbove(block.base, ms)),
      );
    },
  };
}

/** Makes a slice whose requests took less time by a factor. */
function quicken(slice: Slice, factor: number): Slice {
  if (slice.latency === null || factor === 1) return slice;
  const { levels, values } = slice.latency;
  return { ...slice, latency: { levels, values: values.map((value) => value / factor) } };
}

/**
 * Lists the change from base to head in each block, positive for worse: the log of the ratio, no larger than `CUT`, or the
 * difference of shares. `NaN` where an arm has no requests.
 *
 * @param deepest level (fraction) from `deepestLevel`
 */
export function listDeviations(metric: Metric, blocks: readonly PairedBlock[], deepest: number): number[] {
  return blocks.map(({ base, head }) =>
    compareValues(metric, measureMetric(base, metric, deepest), measureMetric(head, metric, deepest)),
  );
}

/** Gives the values of a typical block: that of the base, and what the change (fraction) makes of it. */
export function typify(
  { metric, blocks, deepest }: { metric: Metric; blocks: readonly PairedBlock[]; deepest: number },
  change: number,
): { base: number; head: number } {
  const values = blocks.map((block) => measureMetric(block.base, metric, deepest));
  const base = median(values.filter((value) => !Number.isNaN(value)));
  return { base, head: base * (1 + change) };
}

/** Compares the values over all requests of the run (log ratio, or difference of shares; positive for worse). */
export function comparePooled(
  metric: Metric,
  blocks: readonly PairedBlock[],
  deepest = 1,
): { base: number; head: number; deviation: number } {
  const used = blocks.filter((block) => countRequests(block) > 0);
  const [base, head] = (['base', 'head'] as const).map((arm) =>
    measureMetric(
      used.flatMap((block) => block[arm]),
      metric,
      deepest,
    ),
  ) as [number, number];
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
  if (isShare(metric)) return worse * (head - base);
  return worse * Math.max(-CUT, Math.min(CUT, Math.log(head) - Math.log(base)));
}
