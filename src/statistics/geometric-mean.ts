/** Calculates the geometric mean of positive values; `Infinity` when one of them is. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
