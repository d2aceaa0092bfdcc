import { type Decision, decideChange } from './decision.ts';
import { findDetectableShare, findDetectableShift } from './detectable.ts';
import { boundAbove, boundBelow, isReachable, type PairedStatistic, weigh } from './paired-statistic.ts';
import { type Random, seedRandom } from './random.ts';
import { takeResiduals } from './residuals.ts';
import { type Calibration, calibrateBounds, type Design, testFamily } from './sign-flip-test.ts';
import { countRows, drawSignRows } from './sign-rows.ts';
import { estimatePseudomedian } from './signed-rank.ts';

/** Deviations of a metric that is read from all blocks together. */
export type PooledDeviations = {
  /** Change over all blocks. */
  estimate: number;
  /** Lists what each block adds to the statistic, were the head better by a shift: at no shift, `deviations`. It falls with it. */
  at: (shift: number) => number[];
};

/** One metric of one step: a deviation (head against base, positive for worse) for each block measured. */
export type PairedMetric = {
  /** Log ratios, or differences of shares; `NaN` where the block has none. */
  deviations: readonly number[];
  /** Present where blocks by themselves say too little. */
  pooled?: PooledDeviations;
  /** Tolerance in the unit of the deviations. */
  tolerance: number;
  /** Change that is none, where that is larger than the tolerance: see `findSlack`. */
  slack?: number;
  /** One-sided error of the family it belongs to: metrics with the same error share it. */
  alpha: number;
  /** Requests of an arm in a block; of failure rates only. */
  requests?: number;
};

export type PairedPlan = {
  /** Blocks at most, and the block counts at which the verdict is tried. */
  planned: number;
  looks: readonly number[];
  /** Whole number of 32 bits. */
  seed: number;
  /** Sign vectors. Only simulations that repeat the whole comparison want fewer than the default. */
  rows?: number;
};

export type PairedComparison = {
  code: Decision;
  /** False when no data of that many blocks could be called `regressed`. */
  reachable: boolean;
  estimate: number;
  /** Bounds that hold for all metrics of the family at all looks, each with an error of α. */
  low: number;
  high: number;
  /** Bounds by which the change is held against the tolerance, each with an error of 5 % for this metric by itself. */
  own: { low: number; high: number };
  /** Computes the probability on identical code, over family and looks, in the direction of the estimate. */
  findPValue: () => number;
  /** Blocks that have the metric in both arms. */
  count: number;
  /** Standard deviation of the deviations; NaN unless all are finite. */
  spread: number;
  /** Residuals and critical values with which the rest of the run can be simulated. */
  residuals: number[];
  calibration: { looks: number[]; low: number[]; own: number[]; nonInferior: number[] };
};

/**
 * Error at the tolerance, for each metric by itself, over all looks. A change of exactly the tolerance is called
 * `unchanged` at most so often, and `regressed` at most so often.
 */
export const TOLERANCE_ERROR = 0.05;

/**
 * Compares all metrics of a run after as many blocks as they have deviations. Earlier looks are repeated from the first
 * blocks. A run cut short between looks is judged with the error due by then.
 *
 * `regressed` needs two things. First, the joint test rejects "nothing changed". That alone keeps false alarms on
 * identical code at α for the whole run. Second, the metric's own lower bound is beyond its tolerance, with the same
 * error as `unchanged`. A larger error is no harm there: something did become slower, so the call is no false alarm.
 * With bounds at α that hold for all metrics at once, a change of twice the tolerance would take more than twice the
 * blocks.
 */
export function comparePairs(metrics: readonly PairedMetric[], plan: PairedPlan): PairedComparison[] {
  const blocks = countBlocks(metrics);
  const random = seedRandom(plan.seed + 1);
  const results: PairedComparison[] = new Array(metrics.length);
  for (const alpha of new Set(metrics.map((metric) => metric.alpha))) {
    const family = metrics.flatMap((metric, i) => (metric.alpha === alpha ? [i] : []));
    const members = family.map((i) => metrics[i]!);
    const compared = compareFamily(members, alpha, blocks, plan, random);
    for (const [j, i] of family.entries()) results[i] = compared[j]!;
  }
  return results;
}

/** Amounts count where all blocks together are compared. */
function statisticOf({ pooled }: PairedMetric): PairedStatistic {
  return pooled ? 'sum' : 'signed-rank';
}

function countBlocks(metrics: readonly PairedMetric[]): number {
  return Math.max(0, ...metrics.map((metric) => metric.deviations.length));
}

function compareFamily(
  metrics: readonly PairedMetric[],
  alpha: number,
  blocks: number,
  plan: PairedPlan,
  random: Random,
): PairedComparison[] {
  const planned = Math.max(plan.planned, blocks);
  const rows = drawSignRows(planned, plan.rows ?? countRows(alpha), plan.seed);
  const looks = [...new Set([...plan.looks, blocks])].sort((a, b) => a - b);
  const now = looks.indexOf(blocks);
  const vectors = metrics.map((metric) => ({ values: metric.deviations, statistic: statisticOf(metric) }));
  const tests = testFamily(vectors, { planned, looks: looks.slice(0, now + 1), rows }, alpha);
  const estimates = metrics.map(({ deviations, pooled }) =>
    pooled ? pooled.estimate : estimatePseudomedian(deviations),
  );
  const residuals = metrics.map(
    ({ deviations, pooled }, i) => pooled?.at(estimates[i]!) ?? takeResiduals(deviations, estimates[i]!),
  );
  const design: Design = { planned, looks, rows };
  const bounds = calibrate(metrics, residuals, design, alpha, random);
  return metrics.map((metric, i) => {
    const { deviations, tolerance, slack = 0, pooled } = metric;
    const below = (critical: number) =>
      pooled ? boundPooled(pooled, critical, -1) : boundBelow(deviations, critical);
    const above = (critical: number) =>
      pooled ? boundPooled(pooled, critical, 1) : boundAbove(deviations, critical);
    const low = below(bounds.low[now]!);
    const high = above(bounds.high[now]!);
    const own = below(bounds.own[i]![now]!);
    const upper = above(bounds.nonInferior[i]![now]!);
    const count = deviations.filter((value) => !Number.isNaN(value)).length;
    const { rejected, findPValue } = tests[i]!;
    const shown = {
      worse: rejected === 'worse',
      better: rejected === 'better' && high < 0,
      least: own,
      most: upper,
    };
    return {
      code: decideChange(shown, tolerance, Math.max(tolerance, slack)),
      reachable: isReachable(count, statisticOf(metric), bounds.low[now]!),
      count,
      estimate: estimates[i]!,
      low,
      high,
      own: { low: own, high: upper },
      findPValue,
      spread: standardDeviation(deviations),
      residuals: residuals[i]!,
      calibration: { looks, low: bounds.low, own: bounds.own[i]!, nonInferior: bounds.nonInferior[i]! },
    };
  });
}

/** Calibrates the bounds of all looks. Blocks still ahead are drawn from the measured ones, as whole blocks. */
function calibrate(
  metrics: readonly PairedMetric[],
  residuals: readonly number[][],
  design: Design,
  alpha: number,
  random: Random,
): Calibration {
  const blocks = countBlocks(metrics);
  const again = Array.from({ length: design.planned - blocks }, () => random.index(blocks));
  const vectors = metrics.map((metric, i) => {
    const own = residuals[i]!;
    const values = [...own, ...again.map((block) => own[block] ?? Number.NaN)];
    return { values, statistic: statisticOf(metric) };
  });
  const isQuiet = metrics.map(({ deviations }) => deviations.every((d) => d === 0 || Number.isNaN(d)));
  return calibrateBounds(vectors, isQuiet, design, alpha, TOLERANCE_ERROR);
}

/** Farthest shift (log units) that is tried for a bound, and how near it is found. */
const FARTHEST_SHIFT = 8;
const NEAR = 1e-3;

/**
 * Finds a bound of a pooled metric: the shift nearest to the estimate that is rejected, as `boundBelow` finds it for
 * values of blocks. Infinite where none is.
 *
 * @param side −1 for the lower bound, 1 for the upper one
 */
function boundPooled({ estimate, at }: PooledDeviations, critical: number, side: 1 | -1): number {
  const isRejected = (shift: number) => {
    const { signed, norm } = weigh(at(shift), 'sum');
    return norm > 0 && (-side * signed.reduce((sum, value) => sum + value, 0)) / norm >= critical;
  };
  if (!Number.isFinite(estimate) || critical === Number.POSITIVE_INFINITY)
    return Number.isNaN(estimate) ? Number.NaN : side * Number.POSITIVE_INFINITY;
  let [near, far] = [0, 0.05];
  while (!isRejected(estimate + side * far)) {
    near = far;
    far *= 2;
    if (far > FARTHEST_SHIFT) return side * Number.POSITIVE_INFINITY;
  }
  while (far - near > NEAR * Math.max(0.05, far)) {
    const middle = (near + far) / 2;
    if (isRejected(estimate + side * middle)) far = middle;
    else near = middle;
  }
  return estimate + side * far;
}

function standardDeviation(values: readonly number[]): number {
  const present = values.filter((value) => !Number.isNaN(value));
  const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
  return Math.sqrt(present.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (present.length - 1));
}

/**
 * Finds the smallest change (in the unit of the deviations) that this procedure, as planned, calls `regressed` in 80
 * % of runs. `Infinity` when none is found.
 */
export function findDetectable(metric: PairedMetric, comparison: PairedComparison, plan: PairedPlan): number {
  // A shift does not move all blocks alike then, and nobody can tell by simple means what would have been seen.
  if (metric.pooled) return Number.POSITIVE_INFINITY;
  const { looks, low, own } = comparison.calibration;
  const procedure = {
    residuals: comparison.residuals,
    tolerance: metric.tolerance,
    planned: Math.max(plan.planned, looks.at(-1)!),
    looks,
    joint: low,
    own,
  };
  const random = seedRandom(plan.seed + 2);
  return metric.requests === undefined
    ? findDetectableShift(procedure, random)
    : findDetectableShare(procedure, metric.requests, random);
}
