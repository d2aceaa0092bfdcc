import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { drawSignRows, testJointly } from './joint-test.ts';
import { estimateMean } from './mean.ts';

/** One metric of one step: its change (head against base, positive for worse) in each block measured. */
export type Series = {
  /** Log ratios, or differences of shares; `NaN` where the block has none. */
  values: readonly number[];
  /** Tolerance in their unit. */
  tolerance: number;
  /** Present if individual blocks say too little: the metric is read from all of them together. */
  pooled?: Pooled;
  /** Requests of an arm in a block; only for failure rates. */
  requests?: number;
};

/** Lists the values of the blocks if the head were better by a shift. They fall with it, and have a different unit. */
export type Pooled = (shift: number) => number[];

export type ChangePlan = {
  /** Block counts at which the verdict is tried, the last being the most planned; any other count ends a run cut short. */
  looks: readonly number[];
  /** One-sided chance (fraction) that identical code is called `regressed`, over all metrics and looks together. */
  error: number;
  /** Whole number of 32 bits. */
  seed: number;
  /** Number of sign vectors. Only simulations that repeat the whole comparison want fewer than the default. */
  rows?: number;
};

export type Comparison = {
  /** Change, positive for worse, with its interval of two one-sided bounds; confidence as a fraction. */
  mean: number;
  low: number;
  high: number;
  confidence: number;
  code: 'regressed' | 'improved' | 'unchanged' | 'inconclusive';
  /** Standard deviation of a block's change. NaN for a metric that is read from all blocks together. */
  spread: number;
  /** Number of blocks that have the metric on both arms. */
  count: number;
  /** False if no values of this many blocks could be called `regressed`. */
  reachable: boolean;
  /** Smallest change that would be called `regressed` in 80 % of runs; `Infinity` if unknown. */
  detectable: number;
};

/**
 * Error at the tolerance, for each metric alone, over all looks. A change of exactly the tolerance is called
 * `unchanged` at most this often, and `regressed` at most this often.
 */
export const TOLERANCE_ERROR = 0.05;
/** z for a power of 80 %. */
const POWER = 0.84;

/** Returns the change that is called in 80 % of runs: beyond the joint line, and beyond the tolerance on its own. */
export function reachOften(joint: number, own: number, tolerance: number, standardError: number): number {
  return Math.max(joint, tolerance + own) + POWER * standardError;
}

/**
 * Decides what a change is called, however it was measured. `regressed` needs two things: that there is a change, and that
 * it exceeds the tolerance.
 *
 * @param shown whether a change for the worse, or for the better, is shown at all, with the error that all metrics of a run
 *   share; and the least and the most that the head may be worse
 */
export function decideChange(
  { worse, better, least, most }: { worse: boolean; better: boolean; least: number; most: number },
  tolerance: number,
): Comparison['code'] {
  if (worse && least > tolerance) return 'regressed';
  if (better) return 'improved';
  return most < tolerance ? 'unchanged' : 'inconclusive';
}

/**
 * Compares all metrics of a run after however many blocks they have values for. Each look has an equal part of all
 * errors (Bonferroni), so it need not know about the others. `regressed` needs two things. First, the joint test rejects
 * "nothing changed", which alone keeps false alarms on identical code at `error` for the whole run. Second, the metric's own
 * lower bound is beyond its tolerance, with the same error as `unchanged`: something did become slower, so none is false.
 */
export function compareSeries(family: readonly Series[], plan: ChangePlan): Comparison[] {
  const blocks = Math.max(0, ...family.map(({ values }) => values.length));
  if (blocks === 0) return [];
  const looks = Math.max(1, plan.looks.length);
  const [ofAll, own] = [plan.error / looks, TOLERANCE_ERROR / looks];
  const { line, shown } = testJointly(
    family.map(({ values }) => values),
    ofAll,
    drawSignRows(blocks, ofAll, plan.seed, plan.rows),
  );
  return family.map((series, i) => {
    const count = series.values.filter((value) => !Number.isNaN(value)).length;
    const reachable = line ** 2 < count;
    const critical = count > 1 ? tQuantile(1 - own, count - 1) : Number.POSITIVE_INFINITY;
    // Student's t of n values is u √((n − 1) / (n − u²)), for the statistic u of the joint test.
    const joint = reachable ? line * Math.sqrt((count - 1) / (count - line ** 2)) : Number.POSITIVE_INFINITY;
    const { standardError, ...bounds } = boundChange(series, critical);
    const { low: least, high: most } = bounds;
    return {
      ...bounds,
      code: decideChange({ ...shown[i]!, least, most }, series.tolerance),
      confidence: 1 - 2 * own,
      spread: series.pooled ? Number.NaN : standardError * Math.sqrt(count),
      count,
      reachable,
      detectable: findDetectable(series, standardError, { critical, joint, count }),
    };
  });
}

/** Computes the bounds of a change. @param critical value of t of each bound */
function boundChange({ values, pooled }: Series, critical: number) {
  if (pooled) {
    const centre = findCentre(pooled);
    const [low, high] = ([-1, 1] as const).map((side) => boundPooled(pooled, centre, critical, side));
    return { mean: centre, standardError: (high! - low!) / 2 / critical, low: low!, high: high! };
  }
  const { mean, standardError } = estimateMean(values);
  // An infinite critical value says nothing, even about values without scatter.
  const reach = Number.isFinite(critical) ? critical * standardError : Number.POSITIVE_INFINITY;
  return { mean, standardError, low: mean - reach, high: mean + reach };
}

/** Farthest shift (log units) that is tried for the change of a pooled metric, and distances from there for its bounds. */
const FARTHEST = 4;
const DISTANCES = Array.from({ length: 14 }, (_, i) => 2 ** i / 1000);

/** Finds the change of a pooled metric: the shift at which the mean of the blocks' values is 0, or the middle of all such. */
function findCentre(at: Pooled): number {
  const meanAt = (shift: number) => estimateMean(at(shift)).mean;
  const [from, to] = [(shift: number) => !(meanAt(shift) > 0), (shift: number) => meanAt(shift) < 0];
  return (bisect(-FARTHEST, FARTHEST, from) + bisect(-FARTHEST, FARTHEST, to)) / 2;
}

/**
 * Finds a bound of a pooled metric: the shift nearest to its centre at which the values of the blocks are not centred, by
 * Student's t. Infinite if there is none. @param side −1 for the lower bound, 1 for the upper one
 */
function boundPooled(at: Pooled, centre: number, critical: number, side: 1 | -1): number {
  const isRejected = (distance: number) => {
    const { mean, standardError } = estimateMean(at(centre + side * distance));
    return mean !== 0 && -side * mean >= critical * standardError;
  };
  const far = DISTANCES.find(isRejected);
  if (far === undefined) return side * Number.POSITIVE_INFINITY;
  return centre + side * bisect(far / 2, far, isRejected);
}

/** Finds where a condition begins to hold between two numbers, to 0.005 %. */
function bisect(from: number, to: number, holds: (at: number) => boolean): number {
  let [near, far] = [from, to];
  while (far - near > 5e-5) {
    const middle = (near + far) / 2;
    if (holds(middle)) far = middle;
    else near = middle;
  }
  return far;
}

/** Finds the smallest change that is called in 80 % of runs with this scatter; for failures, at least that of their counts. */
function findDetectable(
  { tolerance, requests }: Series,
  standardError: number,
  { critical, joint, count }: { critical: number; joint: number; count: number },
): number {
  const seen = reachOften(joint * standardError, critical * standardError, tolerance, standardError);
  const known = Number.isNaN(seen) ? Number.POSITIVE_INFINITY : seen;
  if (requests === undefined) return known;
  // A share x of failures has a variance of x / requests in a block: the change that is called solves x = tolerance + z √(x / n).
  const scatter = 1 / Math.sqrt(requests * count);
  const solve = (z: number, beyond: number) =>
    ((z * scatter + Math.sqrt((z * scatter) ** 2 + 4 * beyond)) / 2) ** 2;
  return Math.max(known, solve(joint + POWER, 0), solve(critical + POWER, tolerance));
}
