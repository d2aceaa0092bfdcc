/** One short run at a rate, and whether it met the goal. */
export type Outcome = { rate: number; met: boolean };

/** Range of rates in which a limit is searched for. */
export type RateRange = { from: number; to: number };

/** Where a search begins, and the size of its steps until a limit lies between two trials. */
export type SearchStart = { rate: number; factor: number };

/** Two-sided confidence of an interval, fraction. */
export const LIMIT_CONFIDENCE = 0.95;
const [LOWER, UPPER] = [(1 - LIMIT_CONFIDENCE) / 2, (1 + LIMIT_CONFIDENCE) / 2];
/** Half width of the interval (log units) at which the search ends. */
const PRECISION = 0.035;
/** Width of the interval (log units) above which a short trial suffices, and factor for a start close to the limit. */
const COARSE = 0.35;
const FINE_FACTOR = 1.3;
/** How close (log units) a trial must be to confirm the limit from its side. */
const NEAR = 0.05;
/** Trials at an end of the range that must agree before the limit is said to lie beyond it. */
const AGREEING = 2;
/** Number of trials after which a search ends with what it knows. */
export const MOST_TRIALS = 30;

/**
 * Chooses the next trial; null if the limit is known, or lies beyond the range. `coarse`: a short one suffices.
 *
 * From the start the rate goes up, or down, by a factor until one trial met the goal and one did not. Then each trial is at
 * the median of what is known, which halves the uncertainty (on a log scale, as befits rates). The search ends when the
 * interval is narrow and fresh trials close to the limit have confirmed it from both sides.
 */
export function chooseTrial({
  from,
  to,
  outcomes,
  start,
}: RateRange & { outcomes: readonly Outcome[]; start: SearchStart }) {
  if (outcomes.length >= MOST_TRIALS || findSide(outcomes, from, to) !== null) return null;
  const at = (rate: number, coarse: boolean) => ({
    rate: Math.min(to, Math.max(from, Number(rate.toPrecision(4)))),
    coarse,
  });
  if (outcomes.length === 0) return at(start.rate, start.factor > FINE_FACTOR);
  const met = outcomes.filter((outcome) => outcome.met).map(({ rate }) => rate);
  const failed = outcomes.filter((outcome) => !outcome.met).map(({ rate }) => rate);
  if (failed.length === 0) return at(Math.max(...met) * start.factor, true);
  if (met.length === 0) return at(Math.min(...failed) / start.factor, true);
  const quantile = learnLimit(outcomes, { from, to });
  const [low, middle, high] = [quantile(LOWER), quantile(0.5), quantile(UPPER)];
  const width = Math.log(high / low);
  if (width > 2 * PRECISION) return at(middle, width > COARSE);
  const isNear = (rate: number) => Math.abs(Math.log(rate / middle)) <= NEAR;
  if (!met.some((rate) => isNear(rate) && rate <= middle)) return at(quantile(0.1), false);
  return failed.some((rate) => isNear(rate) && rate >= middle) ? null : at(quantile(0.9), false);
}

/**
 * Estimates the limit from all trials of a search, with a 95 % interval. `above`: the end of the range meets the goal, so it
 * is at least `low`. `below`: the start of the range does not. Null without trials of both outcomes within the range.
 */
export function estimateLimit(outcomes: readonly Outcome[], { from, to }: RateRange) {
  const side = findSide(outcomes, from, to);
  if (side === 'above') return { kind: side, value: to, low: to, high: Number.POSITIVE_INFINITY };
  if (side === 'below') return { kind: side, value: from, low: 0, high: from };
  if (!outcomes.some(({ met }) => met) || outcomes.every(({ met }) => met)) return null;
  const quantile = learnLimit(outcomes, { from, to });
  return { kind: 'found' as const, value: quantile(0.5), low: quantile(LOWER), high: quantile(UPPER) };
}

/** Finds the end of the range beyond which the limit lies, according to trials there; otherwise null. */
function findSide(outcomes: readonly Outcome[], from: number, to: number): 'above' | 'below' | null {
  const agree = (end: number, met: boolean) => {
    const there = outcomes.filter(({ rate }) => rate === end);
    return 2 * there.filter((outcome) => outcome.met === met).length - there.length >= AGREEING;
  };
  return agree(to, true) ? 'above' : agree(from, false) ? 'below' : null;
}

/** Scales (log units) over which trials change from met to not met: from a sharp limit to a very noisy service. */
const SCALES = [0.005, 0.012, 0.03];
/** Chance that a trial goes wrong for a reason unrelated to its rate: a pause, a lull. */
const LAPSE = 0.03;
/** Distance between grid points, and how far the grid extends beyond the range (log units). */
const STEP = 0.005;
const BEYOND = 0.2;

/**
 * Learns a limit from trials that were met or not. The model is a psychometric function: a trial at rate x is met with
 * the chance γ + (1 − 2γ) / (1 + exp((ln x − θ) / s)). The limit θ and the scale s are both unknown, on a grid with a
 * flat prior. So a sharp limit gets a narrow interval, a noisy service a wide one, and one trial that went wrong is
 * outvoted. Kontsevich & Tyler (1999), "Bayesian adaptive estimation of psychometric slope and threshold", Vision
 * Research 39; with s known this is probabilistic bisection, Horstein (1963), and QUEST, Watson & Pelli (1983).
 *
 * @returns the rate below which the limit lies with a probability (fraction)
 */
export function learnLimit(
  outcomes: readonly Outcome[],
  { from, to }: RateRange,
): (probability: number) => number {
  const first = Math.log(from) - BEYOND;
  const points = Math.ceil((Math.log(to) + BEYOND - first) / STEP) + 1;
  const counts = countAlike(outcomes);
  const logs = SCALES.map((scale) =>
    Float64Array.from({ length: points }, (_, i) =>
      counts.reduce((sum, { log, met, failed }) => {
        const chance = LAPSE + (1 - 2 * LAPSE) / (1 + Math.exp((log - first - i * STEP) / scale));
        const support = met > 0 ? met * Math.log(chance) : 0;
        return sum + support + (failed > 0 ? failed * Math.log(1 - chance) : 0);
      }, 0),
    ),
  );
  const most = logs.reduce((found, column) => column.reduce((a, b) => Math.max(a, b), found), -Infinity);
  const weights = new Float64Array(points);
  for (const column of logs) for (let i = 0; i < points; i++) weights[i]! += Math.exp(column[i]! - most);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const cumulative = weights.map((weight) => {
    sum += weight / total;
    return sum;
  });
  return (probability) => {
    const at = cumulative.findIndex((share) => share >= probability);
    const index = at === -1 ? points - 1 : at;
    const before = cumulative[index - 1] ?? 0;
    const part = (probability - before) / (cumulative[index]! - before || 1);
    return Math.exp(first + (index - 1 + Math.min(1, part)) * STEP + STEP / 2);
  };
}

/** Adds up trials at one rate. */
function countAlike(outcomes: readonly Outcome[]): { log: number; met: number; failed: number }[] {
  return [...new Set(outcomes.map(({ rate }) => rate))].map((rate) => {
    const alike = outcomes.filter((outcome) => outcome.rate === rate);
    const met = alike.filter((outcome) => outcome.met).length;
    return { log: Math.log(rate), met, failed: alike.length - met };
  });
}
