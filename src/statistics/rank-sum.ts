import { median } from './median.ts';

export type Shift = {
  /** Median of all differences, head − base (Hodges–Lehmann). */
  value: number;
  /** Bounds of the shift, each wrong with probability `error` at most; infinite where that cannot be attained. */
  low: number;
  high: number;
  /** Probability that two samples of one distribution differ as much in this direction, or more. */
  pValue: number;
};

/**
 * Compares two independent samples by the Wilcoxon–Mann–Whitney rank-sum statistic with its exact distribution, and
 * estimates the shift between them: Hollander, Wolfe & Chicken (2014), "Nonparametric Statistical Methods", 3rd ed.,
 * sections 4.1–4.3. Ties count against every conclusion, so that errors never exceed what is stated. Infinities are
 * allowed. Two infinities differ by 0.
 *
 * @param error one-sided error of each bound, fraction
 */
export function estimateShift(base: readonly number[], head: readonly number[], error: number): Shift {
  const differences = head.flatMap((h) => base.map((b) => (h === b ? 0 : h - b))).sort((a, b) => a - b);
  const chances = tailChances(base.length, head.length);
  // Chances are sums of fractions. Rounding must not make 1/70 greater than 1/70.
  const needed = chances.findIndex((chance) => chance <= error * (1 + 1e-9));
  const greater = differences.filter((difference) => difference > 0).length;
  return {
    value: median(differences),
    low: needed < 0 ? Number.NEGATIVE_INFINITY : differences.at(-needed)!,
    high: needed < 0 ? Number.POSITIVE_INFINITY : differences[needed - 1]!,
    pValue: chances[greater]!,
  };
}

/** Returns the least probability that the test can give: one over the ways to split all values into two samples. */
export function attainableError(base: number, head: number): number {
  let ways = 1;
  for (let i = 1; i <= head; i++) ways = (ways * (base + i)) / i;
  return 1 / ways;
}

/** Lists by number of pairs the probability, on equal samples, that at least so many are greater in the head. */
function tailChances(base: number, head: number): number[] {
  // Rows hold the probabilities of pairs won with i base and j head values. They are built up value by value (Mann &
  // Whitney 1947, "On a test of whether one of two random variables is stochastically larger than the other").
  let rows: number[][] = Array.from({ length: base + 1 }, () => [1]);
  for (let j = 1; j <= head; j++) {
    const next: number[][] = [[1]];
    for (let i = 1; i <= base; i++) {
      const largest = Array<number>(i * j + 1).fill(0);
      // The greatest value is the head's, and wins against every base value. Or it is the base's, and wins nothing.
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
