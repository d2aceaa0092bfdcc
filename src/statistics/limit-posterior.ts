/** One short run at a rate, and whether it met what was asked. */
export type Outcome = { rate: number; met: boolean };

/** Range of rates in which a limit is looked for. */
export type RateRange = { from: number; to: number };

/** Scales (log units) over which trials turn from met to not met: from a sharp limit to a service with much noise. */
const SCALES = [0.005, 0.012, 0.03];
/** Chance that a trial goes the wrong way for a reason that has nothing to do with its rate: a pause, a lull. */
const LAPSE = 0.03;
/** Distance of two grid points, and how far the grid goes beyond the range (log units). */
const STEP = 0.005;
const BEYOND = 0.2;

/**
 * Learns a limit from trials that were met or not. The model is a psychometric function: a trial at rate x is met with
 * the chance γ + (1 − 2γ) / (1 + exp((ln x − θ) / s)). The limit θ and the scale s are both unknown, on a grid with an
 * even prior. So a sharp limit gets a narrow interval, a noisy service a wide one, and one trial that went wrong is
 * outvoted. Kontsevich & Tyler (1999), "Bayesian adaptive estimation of psychometric slope and threshold", Vision
 * Research 39; with s known this is probabilistic bisection, Horstein (1963), and QUEST, Watson & Pelli (1983).
 *
 * @returns `quantile`: the rate below which the limit lies with a probability (fraction)
 */
export function learnLimit(outcomes: readonly Outcome[], { from, to }: RateRange) {
  const first = Math.log(from) - BEYOND;
  const points = Math.ceil((Math.log(to) + BEYOND - first) / STEP) + 1;
  const weights = new Float64Array(points);
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
  for (const column of logs) {
    for (let i = 0; i < points; i++) weights[i]! += Math.exp(column[i]! - most);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cumulative = new Float64Array(points);
  let sum = 0;
  for (let i = 0; i < points; i++) {
    sum += weights[i]! / total;
    cumulative[i] = sum;
  }
  return {
    quantile(probability: number): number {
      const at = cumulative.findIndex((share) => share >= probability);
      const index = at === -1 ? points - 1 : at;
      const before = index === 0 ? 0 : cumulative[index - 1]!;
      const part = (probability - before) / (cumulative[index]! - before || 1);
      return Math.exp(first + (index - 1 + Math.min(1, part)) * STEP + STEP / 2);
    },
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
