import type { Round } from '../measurement/measurement.ts';
import { attempts, failureRate } from '../measurement/quantiles.ts';
import { estimateProportion } from '../statistics/proportion.ts';
import { FALSE_ALARM_RATE, FEWEST_RECORDS, type StepHistory } from './change.ts';
import type { ChangeFinding } from './verdict.ts';

/** Share of requests by which failures may rise before that blocks anything: one in a thousand. */
const TOLERANCE = 0.001;

/**
 * Compares the failure rate (failed and dropped requests) with earlier runs. Rates are often zero, where ratios and
 * logarithms say nothing; so the interval of this run's rate must lie above every earlier rate, and above their
 * pooled interval, by more than one request in a thousand.
 *
 * @param share of the run's error rate that this metric may spend, fraction
 * @returns null when nothing ever failed, or when there are too few records to compare with
 */
export function judgeFailures(
  label: string,
  rounds: readonly Round[],
  history: StepHistory,
  share: number,
): ChangeFinding | null {
  const earlier = history.runs.map(failureRate);
  const head = failureRate(rounds);
  if (earlier.length < FEWEST_RECORDS || (head === 0 && earlier.every((rate) => rate === 0))) return null;
  const confidence = 1 - 2 * FALSE_ALARM_RATE * share;
  const now = estimateProportion(rounds.map(countFailures), confidence);
  const then = estimateProportion(history.runs.map(countFailuresOfAll), confidence);
  const base = failureRate(history.runs.flat());
  const ceiling = Math.max(...earlier, then.high, base + TOLERANCE);
  const regressed = now.low > ceiling;
  const change =
    base > 0 ? { value: head / base - 1, low: now.low / base - 1, high: now.high / base - 1 } : null;
  return {
    label,
    metric: { kind: 'errors' },
    base,
    head,
    change,
    confidence,
    tolerance: TOLERANCE,
    history: earlier,
    attainableError: 1 / (earlier.length + 1),
    code: regressed ? 'regressed' : now.high < base + TOLERANCE ? 'unchanged' : 'inconclusive',
    ...(!regressed && now.high >= base + TOLERANCE && { reason: { kind: 'noisy-history' } as const }),
  };
}

function countFailures(round: Round): { hits: number; count: number } {
  return { hits: round.failed + round.dropped, count: attempts(round) };
}

function countFailuresOfAll(run: readonly Round[]): { hits: number; count: number } {
  return run.map(countFailures).reduce((a, b) => ({ hits: a.hits + b.hits, count: a.count + b.count }));
}
