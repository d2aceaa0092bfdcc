/**
 * Calculates the geometric mean of positive values; `Infinity` when one of them is.
 *
 * @param weights positive, one for each value; equal ones where nothing is said
 */
export function geometricMean(
  values: readonly number[],
  weights: readonly number[] = values.map(() => 1),
): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.exp(values.reduce((sum, value, i) => sum + weights[i]! * Math.log(value), 0) / total);
}
