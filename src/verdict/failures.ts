import type { Slice } from '../measurement/measurement.ts';
import { attempts, errors, failureRate } from '../measurement/quantiles.ts';
import { decideChange } from '../statistics/decision.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import type { HistoryFinding } from './findings.ts';
import { FALSE_ALARM_RATE, FEWEST_RECORDS, findPresentLevel, type StepHistory } from './history.ts';

/**
 * Compares the failure rate (failed and dropped requests) with earlier runs on its present level. Rates are
 * often zero, where ratios and logarithms say nothing. So the interval of this run's rate must lie above
 * every earlier rate, and above their pooled interval, by more than the tolerance.
 *
 * @param tolerance rise of the rate (a difference of shares) that blocks nothing
 * @param share part of the run's error rate that this metric may spend, fraction
 * @returns null when nothing ever failed, or when there are too few records to compare with
 */
export function judgeFailures(
  label: string,
  slices: readonly Slice[],
  history: StepHistory,
  tolerance: number,
  share: number,
): HistoryFinding | null {
  const all = history.runs.map((run) => failureRate(run.slices));
  const start = findPresentLevel(all, 'difference', tolerance);
  const earlier = all.slice(start);
  const head = failureRate(slices);
  if (all.length < FEWEST_RECORDS || (head === 0 && earlier.every((rate) => rate === 0))) return null;
  const runs = history.runs.slice(start).map((run) => run.slices);
  const confidence = 1 - 2 * FALSE_ALARM_RATE * share;
  const now = estimateProportion(slices.map(countFailures), confidence);
  const then = estimateProportion(runs.map(countFailuresOfAll), confidence);
  const base = failureRate(runs.flat());
  const finding: HistoryFinding = {
    kind: 'history',
    label,
    metric: { kind: 'errors' },
    where: 'all',
    base,
    head,
    change: { value: head - base, low: now.low - base, high: now.high - base },
    confidence,
    tolerance,
    history: earlier,
    attainableError: 1 / (earlier.length + 1),
    code: 'inconclusive',
  };
  if (earlier.length < FEWEST_RECORDS) {
    const [since, compatible] = [history.runs[start]!.commit, earlier.length];
    const reason = { kind: 'few-records', since, compatible, needed: FEWEST_RECORDS } as const;
    return { ...finding, change: null, attainableError: null, reason };
  }
  const worse = now.low > Math.max(...earlier, then.high);
  const shown = { worse, better: false, least: now.low - base, most: now.high - base };
  const code = decideChange(shown, tolerance);
  return code === 'inconclusive' ? { ...finding, reason: { kind: 'noisy' } } : { ...finding, code };
}

function countFailures(slice: Slice): { hits: number; count: number } {
  return { hits: errors(slice), count: attempts(slice) };
}

function countFailuresOfAll(run: readonly Slice[]): { hits: number; count: number } {
  return run.map(countFailures).reduce((a, b) => ({ hits: a.hits + b.hits, count: a.count + b.count }));
}
