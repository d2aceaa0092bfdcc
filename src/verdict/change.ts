import type { Metric } from '../config/config.ts';
import type { Round } from '../measurement/measurement.ts';
import { predict } from '../statistics/prediction.ts';
import { estimateMetric } from './slo.ts';
import type { ChangeCode, ChangeFinding } from './verdict.ts';

/** Earlier runs of one step that can be compared with this one, oldest first, and why others could not. */
export type StepHistory = {
  runs: Round[][];
  /** Records of the step that differ in something that matters, and in what. */
  incompatible: { records: number; differs: string[] };
};

/** With fewer the t interval is so wide that nothing could ever be seen. */
export const FEWEST_RECORDS = 5;

/**
 * Two values that differ by less are taken for equal whatever the earlier ones say: about what two runs of one
 * binary on one idle machine differ by.
 */
const SPREAD_FLOOR = 0.02;

/** Error of the whole run, shared among its gated metrics: false `regressed` at most 1 % (one-sided). */
export const FALSE_ALARM_RATE = 0.01;

/** `unchanged` is one-sided non-inferiority at this confidence, for each metric by itself. */
const UNCHANGED_CONFIDENCE = 0.95;

/**
 * Compares a metric with earlier runs of the base branch.
 *
 * `regressed` needs all of: above the t prediction interval, above every earlier run, above the tolerance.
 * `unchanged` needs the interval of the change to end below the tolerance; everything else is `inconclusive`.
 *
 * @param share of the run's error rate that this metric may spend, fraction
 */
export function judgeChange(
  label: string,
  metric: Metric,
  rounds: readonly Round[],
  history: StepHistory,
  tolerance: number,
  share: number,
): ChangeFinding {
  const readValue = (some: readonly Round[]) => estimateMetric(metric, some, 0.95).value;
  const head = readValue(rounds);
  const earlier = history.runs.map(readValue);
  const confidence = 1 - 2 * FALSE_ALARM_RATE * share;
  const finding: ChangeFinding = {
    label,
    metric,
    base: null,
    head,
    change: null,
    confidence,
    tolerance,
    history: earlier,
    attainableError: null,
    code: 'first-run',
  };
  if (earlier.length < FEWEST_RECORDS) {
    const { records, differs } = history.incompatible;
    if (earlier.length === 0 && records > 0) {
      return { ...finding, code: 'inconclusive', reason: { kind: 'incompatible-records', records, differs } };
    }
    if (earlier.length === 0) return { ...finding, reason: { kind: 'no-records' } };
    const reason = { kind: 'too-few-records', compatible: earlier.length, needed: FEWEST_RECORDS } as const;
    return { ...finding, base: geometricMean(earlier), code: 'inconclusive', reason };
  }
  const attainableError = 1 / (earlier.length + 1);
  const usable = earlier.filter((value) => Number.isFinite(value) && value > 0);
  if (usable.length < earlier.length || !(head > 0)) {
    return { ...finding, attainableError, code: 'inconclusive', reason: { kind: 'noisy-history' } };
  }
  if (!Number.isFinite(head)) {
    // So many requests failed that the percentile has no value; every earlier run had one.
    const base = geometricMean(usable);
    return {
      ...finding,
      base,
      attainableError,
      code: 'regressed',
      change: { value: head, low: head, high: head },
    };
  }
  const { typical, change, low, high } = predict(usable, head, confidence, SPREAD_FLOOR);
  const upper = predict(usable, head, 2 * UNCHANGED_CONFIDENCE - 1, SPREAD_FLOOR).high;
  const code = decide({ change, low, high, upper, tolerance, head, earlier: usable });
  return {
    ...finding,
    base: typical,
    change: { value: change, low, high },
    attainableError,
    code,
    ...(code === 'inconclusive' && { reason: { kind: 'noisy-history' } as const }),
  };
}

type Evidence = {
  change: number;
  low: number;
  high: number;
  upper: number;
  tolerance: number;
  head: number;
  earlier: number[];
};

function decide({ change, low, high, upper, tolerance, head, earlier }: Evidence): ChangeCode {
  if (low > 0 && change > tolerance && head > Math.max(...earlier)) return 'regressed';
  if (high < 0 && head < Math.min(...earlier)) return 'improved';
  return upper < tolerance ? 'unchanged' : 'inconclusive';
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
