/** Statistic of every row at one look (row 0 was observed), and rows by falling statistic. */
export type Look = { statistics: Float64Array; order: Uint32Array };

/** Orders rows by falling statistic: the first `needed` of them, and those that tie with the last of these. */
export function orderRows(statistics: Float64Array, needed: number): Look {
  const sorted = pickUpper(statistics, needed).sort();
  const least = sorted[Math.max(0, sorted.length - needed)]!;
  const rows: number[] = [];
  for (let row = 0; row < statistics.length; row++) if (statistics[row]! >= least) rows.push(row);
  return { statistics, order: Uint32Array.from(rows).sort((a, b) => statistics[b]! - statistics[a]!) };
}

/** Cuts below which rows are not sorted. Statistics have a variance of 1, so most rows lie below 1. */
const CUTS = [2, 1.5, 1];

/** Picks the statistics above the highest cut that leaves enough of them, or all. */
function pickUpper(statistics: Float64Array, needed: number): Float64Array {
  const upper = new Float64Array(statistics.length);
  for (const cut of CUTS) {
    let count = 0;
    for (const statistic of statistics) if (statistic >= cut) upper[count++] = statistic;
    if (count >= needed) return upper.subarray(0, count);
  }
  return Float64Array.from(statistics);
}

/**
 * Finds a critical value for each look: the smallest with which no more than `limits[k]` rows have crossed at look k or
 * before. A row crosses when its statistic is not below the critical value. `Infinity` where none can cross.
 */
export function findCriticalValues(looks: readonly Look[], limits: readonly number[]): number[] {
  const crossed = new Uint8Array(looks[0]?.statistics.length ?? 0);
  let spent = 0;
  return looks.map(({ statistics, order }, k) => {
    const left = limits[k]! - spent;
    const fresh: number[] = [];
    for (let i = 0; i < order.length && fresh.length <= left; i++) {
      if (crossed[order[i]!] === 0) fresh.push(order[i]!);
    }
    // No row may cross that ties with the first one too many.
    const barred = fresh.length > left ? statistics[fresh[left]!]! : Number.NEGATIVE_INFINITY;
    const crossing = fresh.filter((row) => statistics[row]! > barred);
    for (const row of crossing) crossed[row] = 1;
    spent += crossing.length;
    // Rows that crossed before may be beyond the line as well. They cost nothing more.
    const last = order.findLast((row) => statistics[row]! > barred);
    return last === undefined ? Number.POSITIVE_INFINITY : statistics[last]!;
  });
}

/**
 * Counts the rows that may have crossed at each look. An error of `alpha` is spent as α·t^ρ, where t is the share of
 * the planned blocks: Lan & DeMets (1983), Biometrika 70, 659–663; Kim & DeMets (1987), Biometrika 74, 149–154.
 *
 * @param rho 1 spends the error in step with the blocks; more leaves more of it for the last look
 */
export function limitRows(
  alpha: number,
  { looks, planned, rows }: { looks: readonly number[]; planned: number; rows: { count: number } },
  rho = 1,
): number[] {
  // 1e-9 is for rounding: 0.07 · 100 is 7.000000000000001, and other products are a little too small.
  return looks.map((blocks) =>
    Math.floor(alpha * (Math.min(blocks, planned) / planned) ** rho * rows.count + 1e-9),
  );
}

/**
 * Finds the smallest error (fraction) with which the observed statistic would have crossed at some look. This is its
 * p-value.
 *
 * @param looks all rows ordered
 * @param limit rows that may have crossed at each look when an error is spent
 */
export function findErrorNeeded(
  observed: readonly number[],
  looks: readonly Look[],
  limit: (alpha: number) => number[],
): number {
  const rows = looks[0]!.statistics.length;
  const crosses = (count: number) =>
    findCriticalValues(looks, limit(count / rows)).some((critical, k) => observed[k]! >= critical);
  let low = 0;
  let high = rows;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (crosses(middle)) high = middle;
    else low = middle;
  }
  return high / rows;
}
