/**
 * Counts the fewest blocks with which a change can be called, however independent the metrics are: M · 2⁻ⁿ ≤ α, the
 * chance that identical code has the most extreme outcome, every block worse in some metric.
 *
 * @param error of one look, fraction
 */
export function countBlocksNeeded(metrics: number, error: number): number {
  return Math.max(1, Math.ceil(Math.log2(metrics / error) - 1e-9));
}

/**
 * Blocks after which identical code is mostly called unchanged. That error applies to each metric alone, so more metrics
 * do not take more blocks.
 */
const FIRST_LOOK = 10;

/**
 * Schedules the block counts after which the verdict is tried, ascending: one at which identical code is mostly called
 * unchanged, and the last. More looks find a change slightly earlier, but find other slowdowns less often.
 */
export function scheduleLooks(planned: number): number[] {
  return [...new Set([Math.min(planned, FIRST_LOOK), planned])];
}
