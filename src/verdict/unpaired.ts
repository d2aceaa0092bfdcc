import type { Slice } from '../measurement/measurement.ts';
import { type Metric, measureMetric } from '../metrics/metric.ts';
import { decideChange } from '../statistics/decision.ts';
import { median } from '../statistics/median.ts';
import { attainableError, estimateShift, type Shift } from '../statistics/rank-sum.ts';
import type { ChangeReason, StoredFinding } from './findings.ts';
import { FALSE_ALARM_RATE } from './history.ts';

/** One step of two runs that were not measured side by side; slices by instance. */
export type UnpairedStep = {
  label: string;
  metrics: { metric: Metric; tolerance: number }[];
  base: Slice[][];
  head: Slice[][];
};

/** Fewest instances of each run. With fewer, not even `unchanged` could be shown. */
export const FEWEST_INSTANCES = 4;

/** Error of `unchanged` (one-sided non-inferiority), for each metric by itself. */
const UNCHANGED_ERROR = 0.05;

/**
 * Compares two runs by their instances, each process start one value. The test is exact if instances of the
 * two runs differ by nothing but the revision, which was not randomised. All metrics share the error of
 * `regressed`, and that of `improved` (Bonferroni), so the whole comparison keeps to 1 % each.
 *
 * `regressed` needs the lower bound of the change beyond the tolerance. `unchanged` needs the upper bound
 * below it, and a change over all requests that agrees with the interval.
 */
export function judgeUnpaired(steps: readonly UnpairedStep[]): StoredFinding[] {
  const family = steps.reduce((sum, { metrics }) => sum + metrics.length, 0);
  return steps.flatMap((step) =>
    step.metrics.map(({ metric, tolerance }) => judgeMetric(step, metric, tolerance, family)),
  );
}

function judgeMetric(
  { label, base, head }: UnpairedStep,
  metric: Metric,
  tolerance: number,
  family: number,
): StoredFinding {
  const isShare = metric.kind === 'errors';
  const [before, after] = [base, head].map((instances) => instances.map((one) => measureMetric(one, metric)));
  const change = (from: number, to: number) => (isShare ? to - from : to === from ? 0 : to / from - 1);
  const pooled = change(measureMetric(base.flat(), metric), measureMetric(head.flat(), metric));
  const least = attainableError(base.length, head.length);
  const allowed = FALSE_ALARM_RATE / family;
  // The best interval there is, for information, where the allowed error cannot be reached.
  const error = Math.max(allowed, least);
  const finding: StoredFinding = {
    kind: 'stored',
    label,
    metric,
    where: 'all',
    base: median(before!),
    head: median(after!),
    // No interval: the difference between two instances of one revision is not known.
    change: { value: pooled, low: Number.NaN, high: Number.NaN },
    pooled,
    pValue: null,
    confidence: 1 - 2 * error,
    tolerance,
    attainableError: null,
    code: 'inconclusive',
  };
  const fewest = Math.min(base.length, head.length);
  if (fewest < FEWEST_INSTANCES) {
    return { ...finding, reason: { kind: 'too-few-blocks', blocks: fewest, needed: FEWEST_INSTANCES } };
  }
  const shift = (bound: number) => {
    const scale = (values: number[]) => (isShare ? values : values.map(Math.log));
    const found = estimateShift(scale(before!), scale(after!), bound);
    return isShare ? found : toRatios(found);
  };
  const { value, low, high, pValue } = shift(error);
  const { high: upper } = shift(UNCHANGED_ERROR);
  const isAttainable = least <= allowed;
  const better = isAttainable && high < 0;
  const code = decideChange({ worse: isAttainable, better, least: low, most: upper }, tolerance);
  const judged = {
    ...finding,
    change: { value, low, high },
    pValue: Math.min(1, pValue * family),
    attainableError: least,
  };
  // Rare stalls hardly move any instance by itself.
  if (code === 'unchanged' && pooled > tolerance && pooled > upper) {
    return { ...judged, reason: { kind: 'unsteady', evidence: { kind: 'rare', pooled } } };
  }
  if (code !== 'inconclusive') return { ...judged, code };
  return { ...judged, reason: isAttainable ? { kind: 'noisy' } : countNeeded(fewest, allowed) };
}

/** Counts the instances that each run needs before a regression could be shown at all. */
function countNeeded(blocks: number, allowed: number): ChangeReason {
  let needed = blocks;
  while (attainableError(needed, needed) > allowed) needed++;
  return { kind: 'too-few-blocks', blocks, needed };
}

function toRatios({ value, low, high, pValue }: Shift): Shift {
  return { value: Math.expm1(value), low: Math.expm1(low), high: Math.expm1(high), pValue };
}
