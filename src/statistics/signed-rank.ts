/**
 * Signed ranks (Wilcoxon 1945) of paired deviations. Values may be infinite, since only their order counts. `NaN` is a
 * missing pair.
 */

/**
 * Ranks |x| among the non-zero values and gives the rank the sign of x. Zeros and missing values have rank 0. Ranks are
 * multiples of one half, so their sums are exact in floating point.
 *
 * @param ties ties share the mean of their ranks, or are broken by position
 */
export function rankSigned(values: readonly number[], ties: 'shared' | 'broken' = 'shared'): Float64Array {
  const ranks = new Float64Array(values.length);
  const order = values.flatMap((value, i) => (Number.isNaN(value) || value === 0 ? [] : [i]));
  order.sort((a, b) => compare(Math.abs(values[a]!), Math.abs(values[b]!)));
  for (let from = 0; from < order.length; ) {
    const size = Math.abs(values[order[from]!]!);
    let to = from + 1;
    while (ties === 'shared' && to < order.length && Math.abs(values[order[to]!]!) === size) to++;
    const rank = (from + 1 + to) / 2;
    for (let i = from; i < to; i++) ranks[order[i]!] = values[order[i]!]! > 0 ? rank : -rank;
    from = to;
  }
  return ranks;
}

/**
 * Finds the `position`-th smallest (from 1) of the Walsh averages (x_i + x_j) / 2, i ≤ j, of ascending values. ∞ − ∞
 * counts as 0. The result is −∞ before the first position and ∞ after the last.
 *
 * At least i·j − i(i − 1)/2 averages do not exceed that of the i-th and the j-th value. So only few averages can be the
 * right one.
 */
export function walshAverage(ascending: ArrayLike<number>, position: number): number {
  const count = ascending.length;
  const averages = (count * (count + 1)) / 2;
  if (position < 1) return Number.NEGATIVE_INFINITY;
  if (position > averages) return Number.POSITIVE_INFINITY;
  if (position > averages / 2) {
    const mirrored = Float64Array.from(ascending, (x) => -x).reverse();
    // The result is subtracted from 0, since a negative zero would be printed with its sign.
    return 0 - smallAverage(mirrored, averages + 1 - position);
  }
  return smallAverage(ascending, position);
}

function smallAverage(ascending: ArrayLike<number>, position: number): number {
  const count = ascending.length;
  const candidates = new Float64Array((count * (count + 1)) / 2);
  let found = 0;
  for (let i = 1; i <= count; i++) {
    for (let j = i; j <= count; j++) {
      if (i * j - (i * (i - 1)) / 2 > position) break;
      candidates[found++] = average(ascending[i - 1]!, ascending[j - 1]!);
    }
  }
  return candidates.subarray(0, found).sort()[position - 1]!;
}

/**
 * Counts the Walsh averages of ascending values that do not exceed `limit`. This is quicker than many calls of
 * `walshAverage`. Averages grow with either index, so the last partner that counts only moves back.
 */
export function countAverages(ascending: ArrayLike<number>, limit: number): number {
  let total = 0;
  let last = ascending.length - 1;
  for (let i = 0; i <= last; i++) {
    while (last >= i && average(ascending[i]!, ascending[last]!) > limit) last--;
    total += last - i + 1;
  }
  return total;
}

/** Estimates the pseudomedian: the median of the Walsh averages (Hodges & Lehmann 1963). NaN without values. */
export function estimatePseudomedian(values: readonly number[]): number {
  const ascending = sortPresent(values);
  const averages = (ascending.length * (ascending.length + 1)) / 2;
  if (averages === 0) return Number.NaN;
  const lower = walshAverage(ascending, Math.ceil(averages / 2));
  return averages % 2 === 1 ? lower : average(lower, walshAverage(ascending, averages / 2 + 1));
}

/** Sorts the values that are not missing, ascending. */
export function sortPresent(values: readonly number[]): Float64Array {
  const present = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) present[count++] = value;
  return present.subarray(0, count).sort();
}

function average(a: number, b: number): number {
  const sum = a + b;
  return Number.isNaN(sum) ? 0 : sum / 2;
}

/** Compares numbers for a sort. A difference would be wrong for equal infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
