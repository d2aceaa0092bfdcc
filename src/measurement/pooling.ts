import type { Slice } from './measurement.ts';
import { readOrdered, type Sample } from './quantiles.ts';
import { sum } from './sum.ts';

/**
 * Pools distributions measured side by side by several k6 processes: order statistics are reconstructed, merged,
 * and read at the same levels. Quantiles themselves cannot be averaged: a mean of p95 is too low if the
 * processes differ, and the worst p99 is always too high.
 *
 * @returns null if there are no values
 */
export function poolSamples(samples: readonly Sample[]): Sample | null {
  const total = sum(samples, ({ count }) => count);
  const levels = samples.find((sample) => sample.count > 0)?.levels;
  if (levels === undefined) return null;
  const all = new Float64Array(total);
  let at = 0;
  for (const sample of samples)
    for (let before = 0; before < sample.count; before++) all[at++] = readOrdered(sample, before);
  all.sort();
  return { count: total, levels, values: levels.map((level) => readAt(all, level)) };
}

function readAt(sorted: Float64Array, level: number): number {
  const position = level * (sorted.length - 1);
  const whole = Math.floor(position);
  const value = sorted[whole]!;
  return position === whole ? value : value + (position - whole) * (sorted[whole + 1]! - value);
}

/**
 * Returns the standard deviation (ms) of the latencies of all requests with the expected response, over all slices
 * together. Approximate: order statistics are reconstructed from the stored levels. NaN if there are none.
 */
export function latencyDeviation(slices: readonly Slice[]): number {
  let [count, mean, squares] = [0, 0, 0];
  for (const { ok, latency } of slices) {
    if (latency === null) continue;
    const sample = { count: ok, ...latency };
    for (let before = 0; before < ok; before++) {
      const value = readOrdered(sample, before);
      const distance = value - mean;
      mean += distance / ++count;
      squares += distance * (value - mean);
    }
  }
  return Math.sqrt(squares / count);
}
