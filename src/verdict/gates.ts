import type { PairMetric } from '../metrics/compared.ts';
import {
  isLatency,
  isShare,
  isTail,
  levelOf,
  type Metric,
  measureMetric,
  type Where,
} from '../metrics/metric.ts';
import type { PairedMetric } from '../statistics/paired-comparison.ts';
import {
  comparePercentile,
  compareSlowShare,
  countForLevel,
  countTypically,
  deepestLevel,
  fixThreshold,
  listDeviations,
  type PairedBlock,
} from './pair-values.ts';
import { becameLonger } from './rarity.ts';

/** One step of the run: the metrics to compare, and its slices in each block, in the order of the run. */
export type PairedStep = {
  label: string;
  /** Tolerance and confidence as fractions. The threshold of `slow-share` is set here, whatever `ms` says. */
  metrics: (PairMetric & { tolerance: number; confidence: number })[];
  blocks: PairedBlock[];
  /** Each arm alone under the whole load, beside blocks in which they took turns; else empty. */
  alone: PairedBlock[];
  /** Change (ms) of a latency that is none. Absent: every change beyond the tolerance is one. */
  slackMs?: number;
};

/** Metric under comparison, with its numbers. */
export type Gate = PairedMetric & {
  label: string;
  metric: Metric;
  where: Where;
  /** Blocks that the metric is read from, all stretches of load of the step, and those of each arm alone. */
  blocks: PairedBlock[];
  stretches: PairedBlock[];
  alone: PairedBlock[];
  /** Tolerance as configured (fraction). */
  allowed: number;
  /** Level (fraction) beyond which blocks have too few requests. */
  deepest: number;
};

/** Percentile that the whole run has too few requests for: those of each arm, planned and needed. */
export type Unread = { label: string; metric: Metric; requests: number; needed: number };

/**
 * Reads the numbers to compare from the blocks. A percentile is read at its own level: block by block where each has
 * requests enough, else from all blocks together, else not at all.
 *
 * @param plan blocks at most, and the block counts at which the verdict is tried
 * @param list reads the values of blocks; a caller that reads the same blocks often may pass one that keeps them
 */
export function readGates(
  step: PairedStep,
  { looks, planned }: { looks: readonly number[]; planned: number },
  list = listDeviations,
): { gates: Gate[]; unread: Unread[] } {
  const { label, metrics, slackMs = 0 } = step;
  // The first look fixes what is read from a block. A later change would move the error already spent.
  const early = looks[0] ?? planned;
  const isLonger = becameLonger(step.alone.slice(0, early));
  const unread: Unread[] = [];
  const gates = metrics.flatMap(({ metric: asked, where: meant, tolerance, confidence }): Gate[] => {
    // A storm or a hold of one arm meets both in turns.
    const usual = isLonger && meant === 'turns' && isTail(asked) ? 'all' : meant;
    const picked = pickBlocks(step, usual);
    const deepest = deepestLevel(picked.slice(0, early));
    const level = levelOf(asked);
    const isPooled = level > deepest + 1e-9;
    // All load together has the most requests.
    const where = isPooled ? 'all' : usual;
    const blocks = pickBlocks(step, where);
    const first = blocks.slice(0, early);
    if (isPooled) {
      const count = Math.max(planned, blocks.length);
      const requests = countTypically(first) * count;
      // Only latencies are put together over all blocks. Others need as many in each.
      const needed = countForLevel(level) * (asked.kind === 'percentile' ? 1 : count);
      if (asked.kind !== 'percentile' || requests < needed) {
        if (asked.kind !== 'tail') unread.push({ label, metric: asked, requests, needed });
        return [];
      }
    }
    const metric = sizeTail(fixThreshold(asked, first), deepest);
    const read = isPooled ? 1 : deepest;
    const pooled = poolDeviations(metric, blocks, early, isPooled);
    const deviations = pooled?.at(0) ?? list(metric, blocks, deepest);
    return [
      {
        label,
        metric,
        where,
        blocks,
        stretches: [...step.blocks, ...step.alone],
        alone: step.alone,
        allowed: tolerance,
        deepest: read,
        deviations,
        ...(pooled && { pooled }),
        tolerance: isShare(metric) ? tolerance : Math.log1p(tolerance),
        ...(isLatency(metric) && slackMs > 0 && { slack: findSlack(metric, blocks, read, slackMs) }),
        // 1 − 0.99 is 0.010000000000000009; equal confidences must share a family.
        alpha: Number((1 - confidence).toFixed(9)),
        ...(metric.kind === 'errors' && { requests: countTypically(first) }),
      },
    ];
  });
  return { gates, unread };
}

function poolDeviations(metric: Metric, blocks: PairedBlock[], first: number, isPooled: boolean) {
  if (metric.kind === 'slow-share') return compareSlowShare(metric, blocks);
  return isPooled && metric.kind === 'percentile' ? comparePercentile(metric, blocks, first) : undefined;
}

/** Ends a tail mean where blocks have requests for it, and says so in its name. */
function sizeTail(metric: Metric, deepest: number): Metric {
  if (metric.kind !== 'tail' || deepest >= 0.99) return metric;
  return { ...metric, to: Math.floor(100 * deepest + 1e-9) };
}

/**
 * Converts a change in ms to one of the logarithm, at the base's value of all requests: what is far inside of a limit is no
 * change that anybody asked about.
 */
function findSlack(metric: Metric, blocks: readonly PairedBlock[], deepest: number, ms: number): number {
  const base = measureMetric(
    blocks.flatMap((block) => block.base),
    metric,
    deepest,
  );
  return base > 0 && Number.isFinite(base) ? Math.log1p(ms / base) : 0;
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
