import { type PairedStatistic, weigh } from './paired-statistic.ts';
import { type SignRows, sumRows } from './sign-rows.ts';
import { findCriticalValues, findErrorNeeded, type Look, limitRows, orderRows } from './spending.ts';

/**
 * Group-sequential sign-flip test of many metrics at once.
 *
 * Why it is exact. Within a block the arms are started and measured in random order, so when the change does nothing,
 * swapping the labels of a block is as likely as not, for all its metrics together: the deviations d of a block and
 * −d have the same chance, whatever their distribution, however metrics hang together, and however blocks differ or
 * drift. Each row of signs g turns the data into data gD that could have been seen as well. Everything below treats
 * rows alike: ranks of |d| do not change under signs, and critical values are computed from the set of rows. The
 * observed row is therefore equally likely to be any of the rows, and since at most ⌊α(R + 1)⌋ of the R + 1 rows
 * ever cross, at this look or an earlier one, the observed one does with a chance of at most α. This holds for all
 * sign vectors and for the identity with any number of random ones (Hemerik & Goeman 2018, TEST 27, 811–825,
 * theorem 2; Phipson & Smyth 2010). A look only needs the blocks measured by then. The maximum over metrics makes one
 * error of the whole family (Westfall & Young 1993, "Resampling-Based Multiple Testing").
 */

/** One value for each block, positive for worse; `NaN` where it is missing. */
export type PairedVector = { values: readonly number[]; statistic: PairedStatistic };

/** `looks`: block counts at which the verdict is or was tried, ascending. */
export type Design = { planned: number; looks: readonly number[]; rows: SignRows };

export type FlipTest = {
  /** What the joint test says at the last look. */
  rejected: 'worse' | 'better' | null;
  /** One-sided in the direction of the statistic, over looks and metrics. */
  pValue: number;
};

/** Tests a family at the last of the looks; errors for `worse` and for `better` are α each. */
export function testFamily(vectors: readonly PairedVector[], design: Design, alpha: number): FlipTest[] {
  const worse = lookAt(vectors, design, 1, design.rows.count);
  const better = lookAt(vectors, design, -1, design.rows.count);
  const limit = (error: number) => limitRows(error, design.looks, design.planned, design.rows.count);
  const criticalWorse = findCriticalValues(worse.looks, limit(alpha)).at(-1)!;
  const criticalBetter = findCriticalValues(better.looks, limit(alpha)).at(-1)!;
  return vectors.map((_, i) => {
    const up = worse.observed.map((statistics) => statistics[i]!);
    const down = better.observed.map((statistics) => statistics[i]!);
    const rejected = up.at(-1)! >= criticalWorse ? 'worse' : down.at(-1)! >= criticalBetter ? 'better' : null;
    const isWorse = up.at(-1)! >= 0;
    const pValue = findErrorNeeded(isWorse ? up : down, isWorse ? worse.looks : better.looks, limit);
    return { rejected, pValue };
  });
}

/** Critical values of intervals, one for each look. */
export type Calibration = {
  /** For lower and upper bounds that hold for the whole family at once. */
  low: number[];
  high: number[];
  /** By vector: for its own upper bound, as non-inferiority needs it. */
  nonInferior: number[][];
};

/**
 * Critical values for bounds. A bound asks of each shift whether the data minus that shift look centred, so the flips
 * are those of data that are: the residuals around the estimates. (A change that moves all metrics ties their signs
 * together, which makes the test of "no change" easier, but not that of "no more than the tolerance".)
 *
 * @param alpha error of each side for the family
 * @param own error of the non-inferiority of each vector
 */
export function calibrateBounds(
  residuals: readonly PairedVector[],
  design: Design,
  alpha: number,
  own: number,
): Calibration {
  const rows = design.rows.count;
  const limits = limitRows(alpha, design.looks, design.planned, rows);
  const ownLimits = limitRows(own, design.looks, design.planned, rows);
  const critical = (side: 1 | -1, vectors: readonly PairedVector[], most: readonly number[]) =>
    findCriticalValues(lookAt(vectors, design, side, most.at(-1)!).looks, most);
  return {
    low: critical(1, residuals, limits),
    high: critical(-1, residuals, limits),
    nonInferior: residuals.map((residual) => critical(-1, [residual], ownLimits)),
  };
}

type Observed = { looks: Look[]; observed: number[][] };

/** The largest statistic of each row at each look, and that of each vector as observed. */
function lookAt(vectors: readonly PairedVector[], design: Design, side: 1 | -1, needed: number): Observed {
  const result: Observed = { looks: [], observed: [] };
  for (const blocks of design.looks) {
    const largest = new Float64Array(design.rows.count).fill(Number.NEGATIVE_INFINITY);
    const observed = vectors.map(({ values, statistic }) => {
      const { signed, norm } = weigh(values.slice(0, blocks), statistic);
      // Nothing differed, or nothing was measured: it can neither reject nor cost the others anything.
      if (norm === 0) return 0;
      const sums = sumRows(design.rows, signed);
      const scale = side / norm;
      for (let row = 0; row < sums.length; row++) {
        const value = sums[row]! * scale;
        if (value > largest[row]!) largest[row] = value;
      }
      return sums[0]! * scale;
    });
    result.looks.push(orderRows(largest, needed));
    result.observed.push(observed);
  }
  return result;
}
