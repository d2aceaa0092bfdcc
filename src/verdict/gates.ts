import type { PairMetric } from '../metrics/compared.ts';
import { isShare, levelOf, type Metric, type Where } from '../metrics/metric.ts';
import type { Series } from '../statistics/change.ts';
import {
  comparePercentile,
  countForLevel,
  countTypically,
  deepestLevel,
  listDeviations,
  type PairedBlock,
} from './pair-values.ts';

/** One step of the run: the metrics to compare, and its slices in each block, in the order of the run. */
export type PairedStep = {
  label: string;
  /** Tolerance as a fraction. */
  metrics: (PairMetric & { tolerance: number })[];
  blocks: PairedBlock[];
  /** Each arm alone under the whole load, beside blocks in which they took turns; else empty. */
  alone: PairedBlock[];
};

/** Metric under comparison, with its numbers. */
export type Gate = Series & {
  label: string;
  metric: Metric;
  where: Where;
  /** Blocks that the metric is read from. */
  blocks: PairedBlock[];
  /** Tolerance as configured (fraction). */
  allowed: number;
  /** Level (fraction) beyond which blocks have too few requests. */
  deepest: number;
};

/** Percentile that the whole run has too few requests for: those of each arm, planned and needed. */
type Unread = { label: string; metric: Metric; requests: number; needed: number };

/**
 * Reads the numbers to compare from the blocks. A percentile is read at its own level: block by block where each has
 * requests enough, else from all blocks together, else not at all.
 *
 * @param looks block counts at which the verdict is tried. The first one fixes what is read from a block
 * @param list reads the values of blocks; a caller that reads the same blocks often may pass one that keeps them
 */
export function readGates(
  step: PairedStep,
  looks: readonly number[],
  list = listDeviations,
): { gates: Gate[]; unread: Unread[] } {
  const { label } = step;
  const unread: Unread[] = [];
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
      const sized = sizeTail(metric, deepest);
      const counted = metric.kind === 'errors' && { requests: typical };
      return [{ ...found, metric: sized, deepest, values: list(sized, blocks, deepest), ...counted }];
    }
    if (metric.kind === 'tail') return [];
    // Only latencies are put together over all blocks. Others need as many in each.
    const count = Math.max(looks.at(-1) ?? 0, blocks.length);
    const needed = countForLevel(level) * (metric.kind === 'percentile' ? 1 : count);
    const requests = typical * count;
    if (metric.kind !== 'percentile' || requests < needed) {
      unread.push({ label, metric, requests, needed });
      return [];
    }
    const pooled = comparePercentile(metric, blocks, looks[0]);
    return [{ ...found, metric, deepest: 1, values: pooled.at(0), pooled }];
  });
  return { gates, unread };
}

/** Ends a tail mean where blocks have requests for it, and says so in its name. */
function sizeTail(metric: Metric, deepest: number): Metric {
  if (metric.kind !== 'tail' || deepest >= 0.99) return metric;
  return { ...metric, to: Math.floor(100 * deepest + 1e-9) };
}

/** Picks what was measured somewhere of each block. */
export function pickBlocks(
  { blocks, alone }: Pick<PairedStep, 'blocks' | 'alone'>,
  where: Where,
): PairedBlock[] {
  if (alone.length === 0 || where === 'turns') return blocks;
  if (where === 'alone') return alone;
  return blocks.map(({ base, head }, i) => ({
    base: [...base, ...(alone[i]?.base ?? [])],
    head: [...head, ...(alone[i]?.head ?? [])],
  }));
}
