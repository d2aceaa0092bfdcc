/**
 * Signed-rank machinery (Wilcoxon 1945) for paired deviations. Values may be infinite: only their order counts.
 * `NaN` is a missing pair.
 */

/**
 * Signed ranks: the rank of |x| among the non-zero values with the sign of x; 0 for zeros and missing values. They are
 * multiples of one half, so their sums are exact in floating point.
 *
 * @param ties share the mean of their ranks, or are broken by position
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
 * The `position`-th smallest (from 1) of the Walsh averages (x_i + x_j) / 2, i ≤ j, of ascending values, where
 * ∞ − ∞ counts as 0. −∞ below the first, ∞ beyond the last.
 *
 * Of ascending values, at least i·j − i(i − 1)/2 averages do not exceed that of the i-th and the j-th, so only few
 * can be the one looked for.
 */
export function walshAverage(ascending: ArrayLike<number>, position: number): number {
  const count = ascending.length;
  const averages = (count * (count + 1)) / 2;
  if (position < 1) return Number.NEGATIVE_INFINITY;
  if (position > averages) return Number.POSITIVE_INFINITY;
  if (position > averages / 2) {
    const mirrored = Float64Array.from(ascending, (x) => -x).reverse();
    // Subtracted, since a negative zero would be printed as one.
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
 * How many Walsh averages of ascending values do not exceed `limit`: what `walshAverage` would have to be asked many
 * times. Averages grow with either index, so the last partner that counts only moves back.
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

/** Hodges & Lehmann (1963): the median of the Walsh averages; NaN without values. */
export function estimatePseudomedian(values: readonly number[]): number {
  const ascending = sortPresent(values);
  const averages = (ascending.length * (ascending.length + 1)) / 2;
  if (averages === 0) return Number.NaN;
  const lower = walshAverage(ascending, Math.ceil(averages / 2));
  return averages % 2 === 1 ? lower : average(lower, walshAverage(ascending, averages / 2 + 1));
}

/** The values that are not missing, ascending. */
export function sortPresent(values: readonly number[]): Float64Array {
  const present = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) present[count++] = value;
  return present.subarray(0, count).sort();
}

/** As if all had been sorted by `sortPresent`; for a few more values that is sooner done. */
export function insertPresent(ascending: Float64Array, values: readonly number[]): Float64Array {
  const all = new Float64Array(ascending.length + values.length);
  all.set(ascending);
  let count = ascending.length;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    let place = count++;
    for (; place > 0 && all[place - 1]! > value; place--) all[place] = all[place - 1]!;
    all[place] = value;
  }
  return all.subarray(0, count);
}

function average(a: number, b: number): number {
  const sum = a + b;
  return Number.isNaN(sum) ? 0 : sum / 2;
}

/** Unlike a difference, right for equal infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
