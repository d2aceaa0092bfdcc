/**
 * rustc-perf: a relative change is significant when it lies above Q3 + 3 · IQR of the absolute relative changes
 * between neighbours among the earlier results.
 *
 * https://github.com/rust-lang/rustc-perf/blob/master/docs/comparison-analysis.md ("What makes a test result
 * significant?"); quartiles by index as in its site/src/comparison.rs. Changes in both directions are reported; only
 * slower ones are alarms here. Its results are instruction counts, far steadier than latencies.
 *
 * @param {number[]} earlier  oldest first; the last one is what the new value is compared with
 */
export function exceedsFence(earlier, value) {
  const last = earlier.at(-1);
  return (value - last) / last > fenceOf(earlier);
}

/** Q3 + 3 · IQR of the absolute relative changes between neighbours. */
export function fenceOf(values) {
  const changes = values
    .slice(1)
    .map((value, index) => Math.abs(value - values[index]) / values[index])
    .sort((a, b) => a - b);
  const q1 = changes[Math.floor(changes.length / 4)];
  const q3 = changes[Math.floor((changes.length * 3) / 4)];
  return q3 + 3 * (q3 - q1);
}
