const MOST_LOOKS = 4;

/**
 * Returns the chance (fraction) that identical code has the most extreme outcome: every block is worse in some
 * metric. The metrics are taken as independent. No smaller error can be promised.
 */
export function smallestAttainable(metrics: number, blocks: number): number {
  return Math.min(1, metrics * 2 ** -blocks);
}

/**
 * Counts the fewest blocks with which a change can be called, however independent the metrics are: M · 2⁻ⁿ ≤ α.
 *
 * @param alpha error of the run, fraction
 */
export function countBlocksNeeded(metrics: number, alpha: number): number {
  return Math.max(1, Math.ceil(Math.log2(metrics / alpha) - 1e-9));
}

/**
 * Blocks after which identical code is mostly called unchanged. That error belongs to each metric by itself, so it does
 * not take more blocks where there are more metrics.
 */
const LATEST_FIRST_LOOK = 10;

/**
 * Schedules the block counts after which the verdict is tried, ascending. The first one is where a change can be called
 * with the error that is due by then, α·n/N, or `LATEST_FIRST_LOOK` where many metrics would take more. The last one is
 * `planned`. At most two more are spread evenly between them.
 */
export function scheduleLooks(planned: number, metrics: number, alpha: number): number[] {
  const latest = Math.min(planned, LATEST_FIRST_LOOK);
  let first = 1;
  while (first < latest && smallestAttainable(metrics, first) > (alpha * first) / planned) first++;
  const gaps = Math.min(MOST_LOOKS - 1, planned - first);
  const looks = Array.from({ length: gaps + 1 }, (_, i) =>
    gaps === 0 ? planned : Math.round(first + ((planned - first) * i) / gaps),
  );
  return [...new Set(looks)];
}
