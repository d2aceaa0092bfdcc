import type { Slice } from '../measurement/measurement.ts';
import type { Metric } from '../metrics/metric.ts';
import { measureMetric } from '../metrics/metric.ts';
import { findLastChangePoint } from '../statistics/change-point.ts';
import { decideChange } from '../statistics/decision.ts';
import { geometricMean } from '../statistics/geometric-mean.ts';
import { predict } from '../statistics/prediction.ts';
import type { HistoryFinding, UncomparedFinding } from './findings.ts';

/** An earlier run of one step. */
export type HistoryRun = { commit: string | null; slices: Slice[] };

/** Earlier runs of one step that can be compared with this one, oldest first, and why others could not be. */
export type StepHistory = {
  runs: HistoryRun[];
  /** Number of records that cannot be compared, and the settings in which they differ. */
  incompatible: { records: number; differs: string[] };
};

/** Fewest records for a comparison. With fewer the t interval is so wide that nothing could ever be seen. */
export const FEWEST_RECORDS = 5;

/**
 * Least spread of the earlier values. Two values closer than this count as equal, whatever the spread of the
 * earlier ones. Two runs of one binary on one idle machine differ by about as much.
 */
const SPREAD_FLOOR = 0.02;

/** Error of the whole run, shared among its gated metrics: false `regressed` at most 1 % (one-sided). */
export const FALSE_ALARM_RATE = 0.01;

/** Confidence of `unchanged` (one-sided non-inferiority), for each metric by itself. */
const UNCHANGED_CONFIDENCE = 0.95;

/**
 * Compares a metric with earlier runs of the base branch that are on its present level.
 *
 * `regressed` needs a value above the t prediction interval, above every earlier run that has a value, and
 * above the tolerance. `unchanged` needs an interval of the change that ends below the tolerance. All else is
 * `inconclusive`.
 *
 * @param share part of the run's error rate that this metric may spend, fraction
 */
export function judgeChange(
  label: string,
  metric: Metric,
  slices: readonly Slice[],
  history: StepHistory,
  tolerance: number,
  share: number,
): HistoryFinding | UncomparedFinding {
  const looked = { label, metric, where: 'all', head: measureMetric(slices, metric), tolerance } as const;
  const runs = history.runs.map((run) => ({
    commit: run.commit,
    value: measureMetric(run.slices, metric),
  }));
  return judgeValue(looked, { ...history, runs }, share);
}

/** Compares one value, of which less is better, with those of earlier runs; see `judgeChange`. */
export function judgeValue(
  looked: Pick<HistoryFinding, 'label' | 'metric' | 'where' | 'head' | 'tolerance'>,
  history: Pick<StepHistory, 'incompatible'> & { runs: { commit: string | null; value: number }[] },
  share: number,
): HistoryFinding | UncomparedFinding {
  const { head, tolerance } = looked;
  const all = history.runs.map(({ value }) => value);
  const start = findPresentLevel(all, 'ratio', SPREAD_FLOOR);
  const earlier = all.slice(start);
  const compatible = earlier.length;
  const few = { kind: 'few-records', compatible, needed: FEWEST_RECORDS } as const;
  if (compatible === 0) {
    const { incompatible } = history;
    const none = { kind: 'uncompared', ...looked } as const;
    return incompatible.records > 0
      ? { ...none, code: 'inconclusive', reason: { ...few, incompatible } }
      : { ...none, code: 'first-run', reason: few };
  }
  // A run in which too many requests failed for a value of the percentile is no base for a distance.
  const usable = earlier.filter((value) => Number.isFinite(value) && value > 0);
  const confidence = 1 - 2 * FALSE_ALARM_RATE * share;
  const finding: HistoryFinding = {
    kind: 'history',
    ...looked,
    base: usable.length > 0 ? geometricMean(usable) : null,
    change: null,
    confidence,
    history: earlier,
    attainableError: null,
    code: 'inconclusive',
  };
  if (compatible < FEWEST_RECORDS) {
    return { ...finding, reason: start === 0 ? few : { ...few, since: history.runs[start]!.commit } };
  }
  const attainableError = 1 / (usable.length + 1);
  if (!Number.isFinite(head) && usable.length === compatible) {
    // Too many requests failed for the percentile to have a value; every earlier run had one.
    return {
      ...finding,
      attainableError,
      code: 'regressed',
      change: { value: head, low: head, high: head },
    };
  }
  if (usable.length < FEWEST_RECORDS || !Number.isFinite(head) || !(head > 0)) {
    return { ...finding, attainableError, reason: { kind: 'noisy' } };
  }
  const { change, low, high } = predict(usable, head, confidence, SPREAD_FLOOR);
  const upper = predict(usable, head, 2 * UNCHANGED_CONFIDENCE - 1, SPREAD_FLOOR).high;
  const shown = {
    worse: low > 0 && head > Math.max(...usable),
    better: high < 0 && head < Math.min(...usable),
    least: change,
    most: upper,
  };
  const code = decideChange(shown, tolerance);
  return {
    ...finding,
    change: { value: change, low, high },
    attainableError,
    code,
    ...(code === 'inconclusive' && { reason: { kind: 'noisy' } as const }),
  };
}

/** Chance of cutting a steady series of runs, fraction. */
const FALSE_CUTS = 0.01;

/**
 * Finds the first earlier run on the present level (an index), or 0 when there is no step. Runs before the
 * last step in level say nothing about today, and would only widen the interval.
 *
 * @param values of the runs, oldest first; infinities are allowed
 * @param leastStep steps smaller than this are left alone: a fraction when `scale` is `ratio`, else in the
 *   unit of the values
 */
export function findPresentLevel(
  values: readonly number[],
  scale: 'ratio' | 'difference',
  leastStep: number,
): number {
  const step = findLastChangePoint(scale === 'ratio' ? values.map(Math.log) : values, FALSE_CUTS);
  if (step === null) return 0;
  const size = step.after - step.before;
  return (scale === 'ratio' ? Math.abs(Math.expm1(size)) : Math.abs(size)) > leastStep ? step.index : 0;
}
