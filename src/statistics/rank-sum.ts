import { median } from './median.ts';

export type Shift = {
  /** Hodges–Lehmann: the median of all differences, head − base. */
  value: number;
  /** Bounds of the shift, each wrong with probability `error` at most; infinite where that cannot be attained. */
  low: number;
  high: number;
  /** Probability that samples from one distribution look as much greater in the head, or more so. */
  pValue: number;
};

/**
 * Compares two independent samples by the Wilcoxon–Mann–Whitney rank-sum statistic with its exact distribution, and
 * estimates the shift between them: Hollander, Wolfe & Chicken (2014), "Nonparametric Statistical Methods", 3rd ed.,
 * sections 4.1–4.3. Ties count against every conclusion, so that it stays exact from above. Infinities are allowed;
 * two infinities differ by 0.
 *
 * @param error one-sided, fraction, of each bound
 */
export function estimateShift(base: readonly number[], head: readonly number[], error: number): Shift {
  const differences = head.flatMap((h) => base.map((b) => (h === b ? 0 : h - b))).sort((a, b) => a - b);
  const chances = tailChances(base.length, head.length);
  // Sums of fractions: 1/70 must pass for 1/70.
  const needed = chances.findIndex((chance) => chance <= error * (1 + 1e-9));
  const greater = differences.filter((difference) => difference > 0).length;
  return {
    value: median(differences),
    low: needed < 0 ? Number.NEGATIVE_INFINITY : differences.at(-needed)!,
    high: needed < 0 ? Number.POSITIVE_INFINITY : differences[needed - 1]!,
    pValue: chances[greater]!,
  };
}

/** Least probability that the test can give: one over the number of ways to tell the samples apart. */
export function attainableError(base: number, head: number): number {
  let ways = 1;
  for (let i = 1; i <= head; i++) ways = (ways * (base + i)) / i;
  return 1 / ways;
}

/** Probability, under no difference, that at least so many of all pairs are greater in the head; by their number. */
function tailChances(base: number, head: number): number[] {
  // Arrangements of i base and j head values by pairs won, as probabilities, built up value by value (Mann &
  // Whitney 1947, "On a test of whether one of two random variables is stochastically larger than the other").
  let rows: number[][] = Array.from({ length: base + 1 }, () => [1]);
  for (let j = 1; j <= head; j++) {
    const next: number[][] = [[1]];
    for (let i = 1; i <= base; i++) {
      const largest = Array<number>(i * j + 1).fill(0);
      // The greatest of all is one of the head's and wins against every base value, or one of the base's.
      rows[i]!.forEach((chance, won) => {
        largest[won + i]! += (chance * j) / (i + j);
      });
      next[i - 1]!.forEach((chance, won) => {
        largest[won]! += (chance * i) / (i + j);
      });
      next.push(largest);
    }
    rows = next;
  }
  const tails = [...rows[base]!];
  for (let won = tails.length - 2; won >= 0; won--) tails[won]! += tails[won + 1]!;
  return tails;
}
