import type { Slice } from '../measurement/measurement.ts';
import { decideChange, TOLERANCE_ERROR } from '../statistics/change.ts';
import { geometricMean, predict } from '../statistics/mean.ts';
import type { HistoryFinding, UncomparedFinding } from './findings.ts';

/** Values, or slices, of earlier runs that can be compared with this one, oldest first, and how many others cannot. */
export type History<Run> = { runs: Run[]; incompatible: number };
export type StepHistory = History<Slice[]>;

/** Most earlier runs that are used. Those further back say little about today's code. */
export const MOST_RECORDS = 20;

/** Fewest records for a comparison. With fewer the t interval is so wide that nothing could ever be seen. */
const FEWEST_RECORDS = 5;

/**
 * Least spread of the earlier values. Two values closer than this count as equal, whatever the spread of the
 * earlier ones. Two runs of one binary on one idle machine differ by about as much.
 */
const SPREAD_FLOOR = 0.02;

/**
 * Compares a latency with those of earlier runs of the base branch.
 *
 * `regressed` needs a value worse than the t prediction interval, than every earlier run that has a value, and
 * than the tolerance. `unchanged` needs an interval of the change that ends below the tolerance. All else is
 * `inconclusive`.
 *
 * @param error one-sided chance of a false alarm that this metric may spend, fraction
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
  // A run in which too many requests failed for a value of the percentile is no base for a distance.
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
