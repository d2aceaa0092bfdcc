import { boundSorted, isBoundAbove, isCentreRejected } from './paired-statistic.ts';
import type { Random } from './random.ts';
import { isNoResidual, makeSimulator } from './residuals.ts';
import { sortPresent } from './signed-rank.ts';

/** Data of one metric from which the planned procedure is simulated. */
export type Procedure = {
  /** Deviations minus their centre, one for each block; `NaN` for missing ones. */
  residuals: readonly number[];
  /** Tolerance in the unit of the deviations. */
  tolerance: number;
  planned: number;
  looks: readonly number[];
  /** Critical values at each look: of the joint test, as bounds have it, and of the metric's own lower bound. */
  joint: readonly number[];
  own: readonly number[];
};

type Rule = Pick<Procedure, 'tolerance' | 'joint' | 'own'>;

const TRIALS = 400;
const POWER = 0.8;

/**
 * Finds the smallest shift (in the unit of the deviations) that the procedure calls `regressed` in 80 % of simulated
 * runs. `Infinity` when there is none.
 *
 * A lower bound moves with the data. So each simulated run has a smallest shift with which it is called, at one of its
 * looks. The answer is the 80 % quantile of these shifts, and needs no search.
 */
export function findDetectableShift(procedure: Procedure, random: Random): number {
  const { looks, planned } = procedure;
  const startRun = makeSimulator(procedure.residuals, random);
  const needed = new Float64Array(TRIALS);
  for (let trial = 0; trial < TRIALS; trial++) {
    const run = Array.from({ length: planned }, startRun());
    needed[trial] = Math.min(...looks.map((blocks, k) => findShortfall(run.slice(0, blocks), k, procedure)));
  }
  return needed.sort()[Math.ceil(POWER * TRIALS) - 1]!;
}

/** Returns what is missing in all values for `regressed` at look `k`. Negative when they are great enough. */
function findShortfall(values: readonly number[], k: number, rule: Rule): number {
  const { tolerance, joint, own } = rule;
  const ascending = sortPresent(values);
  const beyond = boundSorted(ascending, own[k]!) - tolerance;
  return -Math.min(beyond, boundSorted(ascending, joint[k]!));
}

/** Tells whether ascending values are called `regressed` at look `k`. */
function isRegressed(ascending: Float64Array, k: number, rule: Rule): boolean {
  const { tolerance, joint, own } = rule;
  return isBoundAbove(ascending, own[k]!, tolerance) && isCentreRejected(ascending, joint[k]!);
}

/**
 * Finds the same for the share of failing requests. A small rise of it does not shift every block: now and then there
 * is one failure more. So failures among the `requests` of a block are drawn from a Poisson distribution. `Infinity`
 * beyond one half.
 */
export function findDetectableShare(procedure: Procedure, requests: number, random: Random): number {
  const { looks, planned } = procedure;
  const startRun = makeSimulator(procedure.residuals, random);
  const runs = Array.from({ length: TRIALS }, () => {
    const drawResidual = startRun();
    return Array.from({ length: planned }, () => {
      const residual = drawResidual();
      // A block without one more failure does not differ.
      return { residual: isNoResidual(residual) ? 0 : residual, level: random.uniform() };
    });
  });
  const power = (share: number) => {
    const quantile = poissonQuantile(share * requests);
    const called = runs.filter((run) => {
      const values = run.map(({ residual, level }) => residual + quantile(level) / requests);
      return looks.some((blocks, k) => isRegressed(sortPresent(values.slice(0, blocks)), k, procedure));
    });
    return called.length / TRIALS;
  };
  let low = 0;
  let high = 0.5;
  if (power(high) < POWER) return Number.POSITIVE_INFINITY;
  while (high - low > 0.01 * high) {
    const middle = low === 0 ? high / 8 : Math.sqrt(low * high);
    if (power(middle) >= POWER) high = middle;
    else low = middle;
    if (high < 1e-9) break;
  }
  return high;
}

/** Inverts the Poisson distribution function. It is tabulated once for many levels (fractions). */
function poissonQuantile(mean: number): (level: number) => number {
  const most = Math.ceil(mean + 8 * Math.sqrt(mean) + 10);
  const cumulated = new Float64Array(most + 1);
  let log = -mean;
  let total = 0;
  for (let k = 0; k <= most; k++) {
    total += Math.exp(log);
    cumulated[k] = total;
    log += Math.log(mean) - Math.log(k + 1);
  }
  return (level) => {
    let low = 0;
    let high = most;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulated[middle]! >= level) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
