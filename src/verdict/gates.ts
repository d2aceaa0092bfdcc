import { isShare, type Metric, stretchesOf } from '../metrics/metric.ts';
import type { PairedMetric } from '../statistics/paired-comparison.ts';
import {
  countTypically,
  deepestLevel,
  fixThreshold,
  listDeviations,
  type PairedBlock,
  weighTail,
} from './pair-values.ts';
import { becameLonger } from './rarity.ts';

/** One step of the run: the metrics to compare, and its slices in each block, in the order of the run. */
export type PairedStep = {
  label: string;
  /** Tolerance and confidence as fractions. The threshold of `slow-share` is set here, whatever `ms` says. */
  metrics: { metric: Metric; tolerance: number; confidence: number }[];
  blocks: PairedBlock[];
  /** Each arm alone under the whole load, beside blocks in which they took turns; else empty. */
  alone: PairedBlock[];
};

/** Metric under comparison, with its numbers. */
export type Gate = PairedMetric & {
  label: string;
  metric: Metric;
  /** Blocks that the metric is read from, all stretches of load of the step, and those of each arm alone. */
  blocks: PairedBlock[];
  stretches: PairedBlock[];
  alone: PairedBlock[];
  /** Tolerance as configured (fraction). */
  allowed: number;
  comparedAt: number | null;
};

/**
 * Reads the numbers to compare from the blocks.
 *
 * @param looks block counts at which the verdict is tried
 * @param list reads the values of blocks; a caller that reads the same blocks often may pass one that keeps them
 */
export function readGates(step: PairedStep, looks: readonly number[], list = listDeviations): Gate[] {
  const { label, metrics } = step;
  // The first look fixes what is read from a block. A later change would move the error already spent.
  const isLonger = becameLonger(step.alone.slice(0, looks[0]));
  const listed = metrics.map(({ metric }) => metric);
  return metrics.map(({ metric: asked, tolerance, confidence }) => {
    const weighed = weighTail(asked, listed);
    const blocks = pickBlocks(step, weighed, isLonger);
    const first = blocks.slice(0, looks[0]);
    const deepest = deepestLevel(first);
    const metric = fixThreshold(weighed, first);
    return {
      label,
      metric,
      blocks,
      stretches: [...step.blocks, ...step.alone],
      alone: step.alone,
      allowed: tolerance,
      comparedAt: metric.kind === 'percentile' && 100 * deepest < metric.percent ? 100 * deepest : null,
      deviations: list(metric, blocks, deepest),
      statistic: metric.kind === 'slow-share' ? 'sum' : 'signed-rank',
      tolerance: isShare(metric) ? tolerance : Math.log1p(tolerance),
      // 1 − 0.99 is 0.010000000000000009; equal confidences must share a family.
      alpha: Number((1 - confidence).toFixed(9)),
      ...(metric.kind === 'errors' && { requests: countTypically(first) }),
    };
  });
}

/**
 * Picks what a metric is read from: turns, each arm alone, or all that was measured of a block. A storm or a hold of one arm
 * meets both in turns. So where stretches alone became longer, what watches the far end of the tail is read from all of it.
 * A tail mean beside it is not: alone it scatters several times as much as in turns.
 */
export function pickBlocks(
  { blocks, alone }: Pick<PairedStep, 'blocks' | 'alone'>,
  metric: Metric,
  isLonger = false,
): PairedBlock[] {
  const usual = stretchesOf(metric);
  const where = isLonger && usual === 'turns' && watchesFarEnd(metric) ? 'both' : usual;
  if (alone.length === 0 || where === 'turns') return blocks;
  if (where === 'alone') return alone;
  return blocks.map(({ base, head }, i) => ({
    base: [...base, ...alone[i]!.base],
    head: [...head, ...alone[i]!.head],
  }));
}

function watchesFarEnd(metric: Metric): boolean {
  return isTail(metric) && !(metric.kind === 'tail' && metric.weights === 'inverse-variance');
}

/** Tells whether a pause in one request of twenty may move the metric. */
export function isTail(metric: Metric): boolean {
  return (
    metric.kind === 'tail' ||
    metric.kind === 'tail-alone' ||
    (metric.kind === 'percentile' && metric.percent >= 95)
  );
}
