import { findShortfall } from './detectable.ts';
import {
  countBlocks,
  type PairedComparison,
  type PairedMetric,
  type PairedPlan,
} from './paired-comparison.ts';
import { boundAbove } from './paired-statistic.ts';
import { seedRandom } from './random.ts';
import { makeSimulator } from './residuals.ts';

/** Chances (fractions) of a metric to become `regressed` or `unchanged` at a look still ahead. */
export type Outlook = { regressed: number; unchanged: number };

const TRIALS = 300;

/**
 * Simulates the rest of the run for one metric: the blocks measured stay, those ahead scatter like the residuals
 * around the estimate.
 */
export function foresee(metric: PairedMetric, comparison: PairedComparison, plan: PairedPlan): Outlook {
  const { deviations, statistic, tolerance } = metric;
  const blocks = deviations.length;
  const { looks, low, own, nonInferior } = comparison.calibration;
  const procedure = { statistic, tolerance, joint: low, own };
  const ahead = looks.flatMap((look, k) => (look > blocks ? [{ look, k }] : []));
  const random = seedRandom(plan.seed + 3);
  const startRun = makeSimulator(comparison.residuals, random);
  const happened = { regressed: 0, unchanged: 0 };
  for (let trial = 0; trial < TRIALS; trial++) {
    const draw = startRun();
    const run = [...deviations];
    while (run.length < plan.planned) run.push(comparison.estimate + draw());
    const isEver = (holds: (values: number[], k: number) => boolean) =>
      ahead.some(({ look, k }) => holds(run.slice(0, look), k));
    if (isEver((values, k) => findShortfall(values, k, procedure) < 0)) happened.regressed++;
    if (isEver((values, k) => boundAbove(values, statistic, nonInferior[k]!) < tolerance))
      happened.unchanged++;
  }
  return { regressed: happened.regressed / TRIALS, unchanged: happened.unchanged / TRIALS };
}

/** Below this chance an outcome is not worth waiting for. */
const HOPELESS = 0.02;

/**
 * Whether measuring on is futile, asked after half of the planned blocks: some metric that is still `undecided` has
 * no prospect of `unchanged`, so the run as a whole cannot end well, and no metric has one of `regressed`.
 *
 * @param undecided of each metric; its verdict may depend on more than the comparison
 */
export function isFutile(
  metrics: readonly PairedMetric[],
  comparisons: readonly PairedComparison[],
  undecided: readonly boolean[],
  plan: PairedPlan,
): boolean {
  const blocks = countBlocks(metrics);
  if (blocks < plan.planned / 2 || blocks >= plan.planned || !undecided.includes(true)) return false;
  const outlooks = metrics.map((metric, i) => foresee(metric, comparisons[i]!, plan));
  return (
    outlooks.every(({ regressed }) => regressed < HOPELESS) &&
    outlooks.some(({ unchanged }, i) => undecided[i] && unchanged < HOPELESS)
  );
}
