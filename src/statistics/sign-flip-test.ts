import { type PairedStatistic, weigh } from './paired-statistic.ts';
import { type SignRows, sumRows } from './sign-rows.ts';
import { findCriticalValues, findErrorNeeded, type Look, limitRows, orderRows } from './spending.ts';

/**
 * Group-sequential sign-flip test of many metrics at once.
 *
 * Why it is exact. The arms of a block are started and measured in random order. If the change does nothing, the
 * swapped labels of a block are just as likely, for all its metrics together. So the deviations d of a block and −d
 * have the same chance, whatever their distribution, however metrics depend on each other, and however blocks differ
 * or drift. Each row of signs g turns the data into data gD that could have been seen as well. Everything below
 * treats rows alike: ranks of |d| do not change under signs, and critical values are computed from the set of rows.
 * So the observed row is equally likely to be any of the rows. At most ⌊α(R + 1)⌋ of the R + 1 rows ever cross, at
 * this look or an earlier one. So the observed row crosses with a chance of at most α. This holds for all sign
 * vectors, and for the identity with any number of random ones (Hemerik & Goeman 2018, TEST 27, 811–825, theorem 2;
 * Phipson & Smyth 2010). A look only needs the blocks measured by then. The maximum over metrics gives the whole
 * family one error (Westfall & Young 1993, "Resampling-Based Multiple Testing").
 */

/** One value for each block, positive for worse; `NaN` where it is missing. */
export type PairedVector = { values: readonly number[]; statistic: PairedStatistic };

/** Plan of a test. `looks`: block counts at which the verdict is or was tried, ascending. */
export type Design = { planned: number; looks: readonly number[]; rows: SignRows };

/**
 * Tests a family at all the looks; errors for `worse` and for `better` are α each.
 *
 * @returns outcomes of the joint test, at the last look or before, and the p-value: one-sided, over looks and metrics. It
 *   takes longer than all the rest
 */
export function testFamily(vectors: readonly PairedVector[], design: Design, alpha: number) {
  const limit = (error: number) => limitRows(error, design, LATE);
  const tossed = tossSigns(vectors, design, 'shared');
  const sides = ([1, -1] as const).map((side) => {
    const largest = tossed.map((statistics) => maximise(statistics, side));
    const looks = order(largest, limit(alpha).at(-1)!);
    let all: Look[] | undefined;
    return {
      critical: findCriticalValues(looks, limit(alpha)),
      observed: (i: number) => tossed.map((statistics) => side * statistics[i]![0]!),
      findError: (statistics: number[]) => {
        all ??= order(largest, design.rows.count);
        return findErrorNeeded(statistics, all, limit);
      },
    };
  });
  const [worse, better] = [sides[0]!, sides[1]!];
  return vectors.map((_, i) => {
    const up = worse.observed(i);
    const down = better.observed(i);
    const isWorse = up.some((statistic, k) => statistic >= worse.critical[k]!);
    const isBetter = down.some((statistic, k) => statistic >= better.critical[k]!);
    return {
      rejected: isWorse ? ('worse' as const) : isBetter ? ('better' as const) : null,
      findPValue: () => (up.at(-1)! >= 0 ? worse.findError(up) : better.findError(down)),
    };
  });
}

/**
 * Exponent ρ: a greater one spends errors later. A change far beyond the tolerance is called early in any case. A
 * change near it, and a rare one, needs the last look.
 */
const LATE = 2;

/** Critical values of intervals, one for each look. */
export type Calibration = {
  /** Critical values of lower and upper bounds that hold for the whole family at once. */
  low: number[];
  high: number[];
  /** Critical values by vector for its own lower bound, which must lie above the tolerance. */
  own: number[][];
  /** Critical values by vector for its own upper bound, as non-inferiority needs it. */
  nonInferior: number[][];
};

/**
 * Calibrates the critical values of bounds. A bound asks for each shift whether the data minus that shift look
 * centred. So centred data are flipped: the residuals around the estimates. (A change that moves all metrics ties
 * their signs together. That makes the test of "no change" easier, but not that of "no more than the tolerance".)
 *
 * @param isQuiet by vector: nothing ever differed in it, so it is not counted in the family
 * @param alpha error of each side for the family
 * @param beta error of each vector's own bounds on either side; the lower one has α where that is greater
 */
export function calibrateBounds(
  residuals: readonly PairedVector[],
  isQuiet: readonly boolean[],
  design: Design,
  alpha: number,
  beta: number,
): Calibration {
  const limits = limitRows(alpha, design, LATE);
  const ownLimits = limitRows(beta, design, LATE);
  const lowerLimits = alpha > beta ? limits : ownLimits;
  // Data minus almost any shift have no ties. Residuals have some, since the estimate lies midway between two
  // deviations.
  const tossed = tossSigns(residuals, design, 'broken');
  const family = isQuiet.includes(false) ? residuals.flatMap((_, i) => (isQuiet[i] ? [] : [i])) : [0];
  const joint = (side: 1 | -1) =>
    tossed.map((statistics) =>
      maximise(
        family.map((i) => statistics[i]!),
        side,
      ),
    );
  const single = (i: number, side: 1 | -1) => tossed.map((statistics) => maximise([statistics[i]!], side));
  const critical = (largest: readonly Float64Array[], most: readonly number[]) =>
    findCriticalValues(order(largest, most.at(-1)!), most);
  return {
    low: critical(joint(1), limits),
    high: critical(joint(-1), limits),
    own: residuals.map((_, i) => critical(single(i, 1), lowerLimits)),
    nonInferior: residuals.map((_, i) => critical(single(i, -1), ownLimits)),
  };
}

/** Computes the statistic of every row, by look and vector. */
function tossSigns(
  vectors: readonly PairedVector[],
  design: Design,
  ties: 'shared' | 'broken',
): Float64Array[][] {
  return design.looks.map((blocks) =>
    vectors.map(({ values, statistic }) => {
      const { signed, norm } = weigh(values.slice(0, blocks), statistic, ties);
      // The statistic stays at 0 where nothing differed or was measured. It cannot reject, and takes no error from
      // the others.
      if (norm === 0) return new Float64Array(design.rows.count);
      const sums = sumRows(design.rows, signed);
      for (let row = 0; row < sums.length; row++) sums[row]! /= norm;
      return sums;
    }),
  );
}

/** Takes the largest statistic of each row, over all vectors at one look. */
function maximise(statistics: readonly Float64Array[], side: 1 | -1): Float64Array {
  const [only] = statistics;
  if (only !== undefined && statistics.length === 1) return side === 1 ? only : only.map((value) => -value);
  const largest = new Float64Array(statistics[0]?.length ?? 0).fill(Number.NEGATIVE_INFINITY);
  for (const own of statistics) {
    for (let row = 0; row < own.length; row++) {
      const value = side * own[row]!;
      if (value > largest[row]!) largest[row] = value;
    }
  }
  return largest;
}

/** Orders one row more than may cross: the first row that may not cross decides where the line is. */
function order(largest: readonly Float64Array[], crossing: number): Look[] {
  return largest.map((statistics) => orderRows(statistics, crossing + 1));
}
