import type { Arm, Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile, shareAbove } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import type { PairMetric } from '../metrics/compared.ts';
import {
  higherIsBetter,
  isShare,
  levelOf,
  type Metric,
  measureMetric,
  type Where,
} from '../metrics/metric.ts';
import type { Comparison, Pooled, Series } from '../statistics/change.ts';
import { median } from '../statistics/median.ts';
import type { UncomparedFinding } from './findings.ts';

/** Slices of one step from a fresh instance of each revision, in turns; empty if not measured. */
export type PairedBlock = { base: Slice[]; head: Slice[] };

/** One step of the run: the metrics to compare, and its slices in each block, in the order of the run. */
export type PairedStep = {
  label: string;
  /** Tolerance as a fraction. */
  metrics: (PairMetric & { tolerance: number })[];
  blocks: PairedBlock[];
  /** Each arm alone under the whole load, in addition to blocks with turns; otherwise empty. */
  alone: PairedBlock[];
};

/** Metric under comparison, with its numbers. */
export type Gate = Series &
  PairMetric & {
    label: string;
    /** Blocks that the metric is read from, and the level (fraction) beyond which they have too few requests. */
    blocks: PairedBlock[];
    deepest: number;
    /** Tolerance as configured (fraction). */
    allowed: number;
  };

/**
 * Reads the numbers to compare from the blocks. A percentile is read at its own level: block by block if each has
 * enough requests, otherwise from all blocks together, otherwise not at all.
 *
 * @param looks block counts at which the verdict is tried. The first one fixes what is read from each block
 * @param list reads the values of blocks; callers that read the same blocks often may pass one that caches them
 */
export function readGates(
  step: PairedStep,
  looks: readonly number[],
  list = listDeviations,
): { gates: Gate[]; unread: UncomparedFinding[] } {
  const { label } = step;
  const unread: UncomparedFinding[] = [];
  const gates = step.metrics.flatMap(({ metric, where: meant, tolerance: allowed }): Gate[] => {
    const level = levelOf(metric);
    const deepest = deepestLevel(pickBlocks(step, meant).slice(0, looks[0]));
    const isPooled = level > deepest + 1e-9;
    // All load together has the most requests.
    const where = isPooled ? 'all' : meant;
    const blocks = pickBlocks(step, where);
    const typical = countTypically(blocks.slice(0, looks[0]));
    const tolerance = isShare(metric) ? allowed : Math.log1p(allowed);
    const found = { label, where, blocks, allowed, tolerance };
    if (!isPooled) {
      const counted = metric.kind === 'errors' && { requests: typical };
      return [{ ...found, metric, deepest, values: list(metric, blocks, deepest), ...counted }];
    }
    if (metric.kind === 'tail') return [];
    // Only latencies are pooled over all blocks. Other metrics need enough in each block.
    const count = Math.max(looks.at(-1) ?? 0, blocks.length);
    const needed =
      Math.ceil(REQUESTS_BEYOND / (1 - level) - 1e-6) * (metric.kind === 'percentile' ? 1 : count);
    const requests = typical * count;
    if (metric.kind !== 'percentile' || requests < needed) {
      const reason = { kind: 'too-few-requests', requests, needed } as const;
      const { head } = measurePooled(metric, blocks);
      unread.push({
        ...{ kind: 'uncompared', label, metric, where, head, tolerance: allowed },
        ...{ code: 'skipped', reason },
      });
      return [];
    }
    const pooled = comparePercentile(metric, blocks, looks[0]);
    return [{ ...found, metric, deepest: 1, values: pooled(0), pooled }];
  });
  return { gates, unread };
}

/** Picks what was measured somewhere of each block. */
export function pickBlocks({ blocks, alone }: Pick<PairedStep, 'blocks' | 'alone'>, where: Where) {
  if (alone.length === 0 || where === 'turns') return blocks;
  if (where === 'alone') return alone;
  return blocks.map(({ base, head }, i) => ({
    base: [...base, ...(alone[i]?.base ?? [])],
    head: [...head, ...(alone[i]?.head ?? [])],
  }));
}

/** Requests of each arm that must lie beyond a quantile: in a block if it is read from blocks, otherwise in the run. */
const REQUESTS_BEYOND = 5;

/**
 * Largest change (log units) of a block: twentyfold. Requests without a response count as that much slower, and one
 * wild block does not outweigh all others.
 */
const CUT = 3;

/** Converts a deviation, positive for worse, to the change of the value. */
export function toChange(metric: Metric, deviation: number): number {
  const moved = higherIsBetter(metric) ? -deviation : deviation;
  return isShare(metric) ? moved : Math.expm1(moved);
}

/**
 * Compares a percentile over all blocks together, if a block has too few requests for it: by how many requests lie
 * beyond a value common to both arms. Roots of shares are compared, because the variance of a root does not grow
 * with the count (Bartlett 1936), so that a block that stalls does not outweigh all others.
 *
 * @param first number of blocks, those before the first look, that set the common value; all by default. It pools
 *   both arms, so swapping the labels of any block does not move it, and the sign-flip test stays exact
 */
function comparePercentile(
  metric: Metric & { kind: 'percentile' },
  blocks: readonly PairedBlock[],
  first: number | undefined,
): Pooled {
  const level = metric.percent / 100;
  return (shift) => {
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
  };
}

/** Makes a slice whose requests took less time by a factor. */
function quicken(slice: Slice, factor: number): Slice {
  const { latency } = slice;
  if (latency === null || factor === 1) return slice;
  return { ...slice, latency: { ...latency, values: latency.values.map((value) => value / factor) } };
}

/**
 * Lists the change from base to head in each block, positive for worse: the log ratio, at most `CUT`, or the
 * difference of shares. `NaN` if an arm has no requests.
 *
 * @param deepest level (fraction) from `deepestLevel`
 */
export function listDeviations(metric: Metric, blocks: readonly PairedBlock[], deepest: number): number[] {
  return blocks.map(({ base, head }) =>
    compareValues(metric, measureMetric(base, metric, deepest), measureMetric(head, metric, deepest)),
  );
}

/** Returns the values of a typical block: the base's, and what the change (fraction) makes of it. */
export function typify(metric: Metric, blocks: readonly PairedBlock[], deepest: number, change: number) {
  const values = blocks.map((block) => measureMetric(block.base, metric, deepest));
  const base = median(values.filter((value) => !Number.isNaN(value)));
  return { base, head: base * (1 + change) };
}

/** Returns the values that show a change. If most blocks cut it, all together say how large it is, and one end is unknown. */
export function showChange(gate: Gate, { mean, low, high }: Comparison, all: { base: number; head: number }) {
  const { metric, values, pooled, blocks, deepest } = gate;
  const middle = pooled ? mean : median(values.filter((value) => !Number.isNaN(value)));
  if (Math.abs(middle) >= CUT) {
    const far = middle * Number.POSITIVE_INFINITY;
    const ends = { low: Math.min(low, far), high: Math.max(high, far) };
    return { ...all, mean: compareValues(metric, all.base, all.head, Number.POSITIVE_INFINITY), ...ends };
  }
  if (isShare(metric)) return all;
  const change = toChange(metric, mean);
  const ofAll = { base: all.base, head: all.base * (1 + change) };
  const typical = pooled ? ofAll : typify(metric, blocks, deepest, change);
  // A base that never responds says nothing about the head.
  return Number.isFinite(typical.head) ? typical : all;
}

/** Returns the values of both arms over all requests of the run. */
export function measurePooled(metric: Metric, blocks: readonly PairedBlock[], deepest = 1) {
  const used = blocks.filter((block) => countRequests(block) > 0);
  const slices = (arm: Arm) => used.flatMap((block) => block[arm]);
  const read = (arm: Arm) => measureMetric(slices(arm), metric, deepest);
  return { base: read('base'), head: read('head') };
}

/**
 * Finds the highest level (fraction) that a typical block can show. With 600 requests per arm, the slowest one decides
 * the p99.9, and a single failure makes it infinite; the p99.2 still says something. The smaller
 * arm of a block counts, so that labels may be swapped.
 */
export function deepestLevel(blocks: readonly PairedBlock[]): number {
  return Math.max(0.5, 1 - REQUESTS_BEYOND / countTypically(blocks));
}

/** Counts the requests of an arm in the median block; at least 1. */
function countTypically(blocks: readonly PairedBlock[]): number {
  const counts = blocks.map(countRequests).filter((count) => count > 0);
  return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 1;
}

/** Counts the requests of the smaller arm. */
export function countRequests({ base, head }: PairedBlock): number {
  return Math.min(sum(base, attempts), sum(head, attempts));
}

function compareValues(metric: Metric, base: number, head: number, most = CUT): number {
  const worse = higherIsBetter(metric) ? -1 : 1;
  // Equal values include two infinities, whose difference is not a number.
  if (base === head) return 0;
  if (isShare(metric)) return worse * (head - base);
  return worse * Math.max(-most, Math.min(most, Math.log(head) - Math.log(base)));
}
