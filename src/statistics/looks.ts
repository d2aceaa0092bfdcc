const MOST_LOOKS = 4;

/**
 * Chance (fraction) that identical code has the most extreme outcome possible, every block worse in some metric, when
 * the metrics have nothing to do with each other: no smaller error can be promised.
 */
export function smallestAttainable(metrics: number, blocks: number): number {
  return Math.min(1, metrics * 2 ** -blocks);
}

/**
 * Fewest blocks with which a change can be called at all, however unrelated the metrics are: M · 2⁻ⁿ ≤ α.
 *
 * @param alpha error of the run, fraction
 */
export function countBlocksNeeded(metrics: number, alpha: number): number {
  return Math.max(1, Math.ceil(Math.log2(metrics / alpha) - 1e-9));
}

/**
 * Block counts after which the verdict is tried, ascending; the last is `planned`. The first is where a change can be
 * called with the error due by then, α·n/N; between them at most two, evenly.
 */
export function scheduleLooks(planned: number, metrics: number, alpha: number): number[] {
  let first = 1;
  while (first < planned && smallestAttainable(metrics, first) > (alpha * first) / planned) first++;
  const gaps = Math.min(MOST_LOOKS - 1, planned - first);
  const looks = Array.from({ length: gaps + 1 }, (_, i) =>
    gaps === 0 ? planned : Math.round(first + ((planned - first) * i) / gaps),
  );
  return [...new Set(looks)];
}
