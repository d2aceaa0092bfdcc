/**
 * One run against one earlier run: an alarm when the new value is more than `factor` times the earlier one.
 *
 * github-action-benchmark: `alert-threshold`, default "200%"
 * (https://github.com/benchmark-action/github-action-benchmark#alert-threshold-optional). 125 % and 110 % are what
 * users set instead.
 */
export function exceedsRatio(base, head, factor) {
  return head / base > factor;
}

/**
 * The naive rival with the same blocks: medians of the blocks' values, and a ratio. No published tool is meant; it is
 * what one would write down first.
 */
export function medianExceedsRatio(base, head, factor) {
  return exceedsRatio(median(base), median(head), factor);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
