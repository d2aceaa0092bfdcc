import { learnLimit, type Outcome, type RateRange } from './limit-posterior.ts';

/** Where a search begins, and how far it goes with each step until a limit lies between two trials. */
export type SearchStart = { rate: number; factor: number };

/**
 * What is known of a limit: its value with an interval of 95 %. `above`: the end of the range meets, so the limit is
 * `low` at least, and `high` is infinite. `below`: the start of the range does not meet.
 */
export type LimitEstimate = {
  kind: 'found' | 'above' | 'below';
  value: number;
  low: number;
  high: number;
};

export type SearchState = RateRange & { outcomes: readonly Outcome[]; start: SearchStart };

/** Trial to run. `coarse`: a short one does, since the limit is still far from known. */
export type NextTrial = { rate: number; coarse: boolean };

/** Two-sided confidence of an interval, fraction. */
export const LIMIT_CONFIDENCE = 0.95;
/** Half width of the interval (log units) that is narrow enough. */
const PRECISION = 0.035;
/** Width of the interval (log units) above which a short trial does, and factor of a start that is near the limit. */
const COARSE = 0.35;
const FINE_FACTOR = 1.3;
/** How near (log units) a trial must be to confirm the limit from its side. */
const NEAR = 0.05;
/** Trials at an end of the range that must agree before the limit is said to lie beyond it. */
const AGREEING = 2;
/** Trials after which a search ends with what it knows. */
export const MOST_TRIALS = 30;

/**
 * Chooses the next trial; null when the limit is known, or lies beyond the range.
 *
 * From the start the rate goes up, or down, by a factor until one trial met and one did not. Then each trial is at the
 * median of what is known, which halves the uncertainty (on a log scale, as rates are). The search ends when the
 * interval is narrow and fresh trials close to the limit have confirmed it from both sides.
 */
export function chooseTrial({ from, to, outcomes, start }: SearchState): NextTrial | null {
  if (outcomes.length >= MOST_TRIALS) return null;
  const at = (rate: number, coarse: boolean): NextTrial => ({
    rate: Math.min(to, Math.max(from, Number(rate.toPrecision(4)))),
    coarse,
  });
  if (outcomes.length === 0) return at(start.rate, start.factor > FINE_FACTOR);
  const met = outcomes.filter((outcome) => outcome.met).map(({ rate }) => rate);
  const failed = outcomes.filter((outcome) => !outcome.met).map(({ rate }) => rate);
  if (isBeyond(outcomes, from, to) !== null) return null;
  if (failed.length === 0) return at(Math.max(...met) * start.factor, true);
  if (met.length === 0) return at(Math.min(...failed) / start.factor, true);
  const known = learnLimit(outcomes, { from, to });
  const [low, middle, high] = [tailOf(0), 0.5, tailOf(1)].map((level) => known.quantile(level));
  const width = Math.log(high! / low!);
  const isNear = (rate: number) => Math.abs(Math.log(rate / middle!)) <= NEAR;
  const confirmed = [
    met.some((rate) => isNear(rate) && rate <= middle!),
    failed.some((rate) => isNear(rate) && rate >= middle!),
  ];
  if (width > 2 * PRECISION) return at(middle!, width > COARSE);
  if (!confirmed[0]) return at(known.quantile(0.1), false);
  return confirmed[1] ? null : at(known.quantile(0.9), false);
}

/** Estimates the limit from all trials of a search; null without trials of both outcomes within the range. */
export function estimateLimit(outcomes: readonly Outcome[], { from, to }: RateRange): LimitEstimate | null {
  const beyond = isBeyond(outcomes, from, to);
  if (beyond === 'above') return { kind: 'above', value: to, low: to, high: Number.POSITIVE_INFINITY };
  if (beyond === 'below') return { kind: 'below', value: from, low: 0, high: from };
  if (!outcomes.some(({ met }) => met) || outcomes.every(({ met }) => met)) return null;
  const known = learnLimit(outcomes, { from, to });
  const read = (level: number) => known.quantile(level);
  return { kind: 'found', value: read(0.5), low: read(tailOf(0)), high: read(tailOf(1)) };
}

function tailOf(side: 0 | 1): number {
  return side === 0 ? (1 - LIMIT_CONFIDENCE) / 2 : (1 + LIMIT_CONFIDENCE) / 2;
}

/** Tells whether trials at an end of the range say that the limit lies beyond it. */
function isBeyond(outcomes: readonly Outcome[], from: number, to: number): 'above' | 'below' | null {
  const agree = (rate: number, met: boolean) => {
    const there = outcomes.filter((outcome) => outcome.rate === rate);
    const agreeing = there.filter((outcome) => outcome.met === met).length;
    return agreeing - (there.length - agreeing) >= AGREEING;
  };
  if (agree(to, true)) return 'above';
  return agree(from, false) ? 'below' : null;
}
