import { readOrdered, type Sample } from './quantiles.ts';
import { sum } from './sum.ts';

/**
 * Pools distributions that several k6 processes have measured side by side: order statistics are read back, put in one
 * order, and read at the same levels. Quantiles themselves cannot be averaged: a mean of p95 is too low where the
 * processes differ, and the worst p99 is too high everywhere.
 *
 * @returns null without any value
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

/**
 * Pools codes: numbers that mean something by themselves, so nothing is read between them.
 *
 * @param counted each code with how often it came
 */
export function poolCodes(
  counted: readonly { value: number; count: number }[],
  levels: readonly number[],
): number[] {
  const sorted = [...counted].sort((a, b) => a.value - b.value);
  const total = sum(sorted, ({ count }) => count);
  let [index, upTo] = [0, sorted[0]?.count ?? 0];
  return levels.map((level) => {
    while (upTo <= Math.round(level * (total - 1)) && index < sorted.length - 1)
      upTo += sorted[++index]!.count;
    return sorted[index]!.value;
  });
}

function readAt(sorted: Float64Array, level: number): number {
  const position = level * (sorted.length - 1);
  const whole = Math.floor(position);
  const value = sorted[whole]!;
  return position === whole ? value : value + (position - whole) * (sorted[whole + 1]! - value);
}
