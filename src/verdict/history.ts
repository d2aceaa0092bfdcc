import type { Slice } from '../measurement/measurement.ts';
import { decideChange, TOLERANCE_ERROR } from '../statistics/change.ts';
import { geometricMean, predict } from '../statistics/mean.ts';
import type { HistoryFinding, UncomparedFinding } from './findings.ts';

/** Values, or slices, of comparable earlier runs, oldest first, and the number of others. */
export type History<Run> = { runs: Run[]; incompatible: number };
export type StepHistory = History<Slice[]>;

/** Maximum number of earlier runs that are used. Older ones say little about today's code. */
export const MOST_RECORDS = 20;

/** Minimum number of records for a comparison. With fewer, the t interval is too wide to see anything. */
const FEWEST_RECORDS = 5;

/**
 * Smallest assumed spread of the earlier values. Two values closer than this count as equal, however close the
 * earlier ones are. Two runs of one binary on one idle machine differ by about as much.
 */
const SPREAD_FLOOR = 0.02;

/**
 * Compares a latency with those of earlier runs of the base branch.
 *
 * `regressed` needs a value worse than the t prediction interval, than every earlier run that has a value, and
 * than the tolerance. `unchanged` needs an interval of the change that ends below the tolerance. Everything else is
 * `inconclusive`.
 *
 * @param error one-sided chance of a false alarm available to this metric, fraction
 */
export function judgeHistory(
  looked: Pick<HistoryFinding, 'label' | 'metric' | 'where' | 'head' | 'tolerance'>,
  { runs, incompatible }: History<number>,
  error: number,
): HistoryFinding | UncomparedFinding {
  const few = { kind: 'few-records', compatible: runs.length, needed: FEWEST_RECORDS } as const;
  if (runs.length === 0) {
    const none = { kind: 'uncompared', ...looked } as const;
    return incompatible > 0
      ? { ...none, code: 'inconclusive', reason: { ...few, incompatible } }
      : { ...none, code: 'first-run', reason: few };
  }
  const { head } = looked;
  // A run without a value, because too many requests failed, cannot serve as a reference.
  const usable = runs.filter((value) => Number.isFinite(value) && value > 0);
  const confidence = 1 - 2 * error;
  const base = usable.length > 0 ? geometricMean(usable) : null;
  const finding = { kind: 'history', ...looked, base, change: null, confidence, history: runs } as const;
  const noisy = { code: 'inconclusive', reason: { kind: 'noisy' } } as const;
  if (runs.length < FEWEST_RECORDS) return { ...finding, code: 'inconclusive', reason: few };
  // Too many requests failed for the percentile to have a value; every earlier run had one.
  if (!Number.isFinite(head) && usable.length === runs.length)
    return { ...finding, code: 'regressed', change: { value: head, low: head, high: head } };
  if (usable.length < FEWEST_RECORDS || !Number.isFinite(head) || !(head > 0))
    return { ...finding, ...noisy };
  const { change: value, low, high } = predict(usable, head, confidence, SPREAD_FLOOR);
  const shown = {
    worse: low > 0 && head > Math.max(...usable),
    better: high < 0 && head < Math.min(...usable),
    least: value,
    most: predict(usable, head, 1 - 2 * TOLERANCE_ERROR, SPREAD_FLOOR).high,
  };
  const code = decideChange(shown, looked.tolerance);
  return {
    ...finding,
    change: { value, low, high },
    ...(code === 'inconclusive' ? noisy : { code }),
  };
}
