import { isRegressed } from './detectable.ts';
import {
  countBlocks,
  type PairedComparison,
  type PairedMetric,
  type PairedPlan,
} from './paired-comparison.ts';
import { isBoundAbove } from './paired-statistic.ts';
import { seedRandom } from './random.ts';
import { makeSimulator } from './residuals.ts';
import { insertPresent, sortPresent } from './signed-rank.ts';

const TRIALS = 300;

/**
 * Simulates the rest of the run for one metric, by number of the trial: the blocks measured stay, those ahead scatter
 * like the residuals around the estimate.
 */
export function simulateRest(metric: PairedMetric, comparison: PairedComparison, plan: PairedPlan) {
  const { deviations, statistic, tolerance } = metric;
  const blocks = deviations.length;
  const { looks, low, own, nonInferior } = comparison.calibration;
  const rule = { statistic, tolerance, joint: low, own };
  const ahead = looks.flatMap((look, k) => (look > blocks ? [{ look, k }] : []));
  const startRun = makeSimulator(comparison.residuals, seedRandom(plan.seed + 3));
  const measured = sortPresent(deviations);
  const runs: { k: number; ascending: Float64Array }[][] = [];
  const findRun = (trial: number) => {
    while (runs.length <= trial) {
      const draw = startRun();
      const rest = Array.from({ length: plan.planned - blocks }, () => comparison.estimate + draw());
      let [ascending, drawn] = [measured, 0];
      runs.push(
        ahead.map(({ look, k }) => {
          ascending = insertPresent(ascending, rest.slice(drawn, look - blocks));
          drawn = look - blocks;
          return { k, ascending };
        }),
      );
    }
    return runs[trial]!;
  };
  return {
    isEverRegressed: (trial: number) =>
      findRun(trial).some(({ k, ascending }) => isRegressed(ascending, k, rule)),
    isEverUnchanged: (trial: number) =>
      findRun(trial).some(({ k, ascending }) =>
        isBoundAbove(mirror(ascending), statistic, nonInferior[k]!, -tolerance),
      ),
  };
}

/** Mirrors values at zero: their upper bound becomes minus the lower bound of the mirrored ones. */
function mirror(ascending: Float64Array): Float64Array {
  return ascending.map((value) => -value).reverse();
}

/** Chance below which an outcome is not worth waiting for. */
const HOPELESS = 0.02;

/**
 * Tells whether more blocks would be futile, once half of the planned blocks are measured. They are futile when some
 * metric that is still `undecided` has no prospect of `unchanged`, and no metric has a prospect of `regressed`: then
 * the run cannot end with a clear verdict.
 *
 * @param undecided by metric; a verdict may depend on more than the comparison
 */
export function isFutile(
  metrics: readonly PairedMetric[],
  comparisons: readonly PairedComparison[],
  undecided: readonly boolean[],
  plan: PairedPlan,
): boolean {
  const blocks = countBlocks(metrics);
  if (blocks < plan.planned / 2 || blocks >= plan.planned || !undecided.includes(true)) return false;
  const rests = metrics.map((metric, i) => simulateRest(metric, comparisons[i]!, plan));
  return (
    rests.some(({ isEverUnchanged }, i) => undecided[i] && isHopeless(isEverUnchanged)) &&
    rests.every(({ isEverRegressed }) => isHopeless(isEverRegressed))
  );
}

/** Tells whether an outcome is hopeless. It ends as soon as there is hope. */
function isHopeless(happens: (trial: number) => boolean): boolean {
  let happened = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    if (happens(trial)) happened++;
    if (happened / TRIALS >= HOPELESS) return false;
  }
  return true;
}
