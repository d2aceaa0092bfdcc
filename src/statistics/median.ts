/** Finds the middle value, or the mean of the two in the middle. NaN without values. Infinities are allowed. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const above = sorted[half] ?? Number.NaN;
  const below = sorted.length % 2 === 1 ? above : (sorted[half - 1] ?? Number.NaN);
  return below === above ? above : (below + above) / 2;
}
