import type { Sample } from './quantiles.ts';

/**
 * Pools distributions that several k6 processes have measured side by side: order statistics are read back, put in one
 * order, and read at the same levels. Quantiles themselves cannot be averaged: a mean of p95 is too low where the
 * processes differ, and the worst p99 is too high everywhere.
 *
 * @returns null without any value
 */
export function poolSamples(samples: readonly Sample[]): Sample | null {
  const count = samples.reduce((sum, sample) => sum + sample.count, 0);
  const levels = samples.find((sample) => sample.count > 0)?.levels;
  if (levels === undefined) return null;
  const all = new Float64Array(count);
  let at = 0;
  for (const sample of samples) at = readBack(sample, all, at);
  all.sort();
  return { count, levels, values: levels.map((level) => readAt(all, level)) };
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
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let [index, upTo] = [0, sorted[0]?.count ?? 0];
  return levels.map((level) => {
    while (upTo <= Math.round(level * (total - 1)) && index < sorted.length - 1)
      upTo += sorted[++index]!.count;
    return sorted[index]!.value;
  });
}

/** Reads the order statistics of a sample: the one that i others precede is at the level i/(n − 1). */
function readBack({ count, levels, values }: Sample, into: Float64Array, from: number): number {
  let high = 1;
  for (let i = 0; i < count; i++) {
    const level = count > 1 ? i / (count - 1) : 0;
    while (levels[high]! < level && high < levels.length - 1) high++;
    const span = levels[high]! - levels[high - 1]!;
    const part = Math.min(1, Math.max(0, (level - levels[high - 1]!) / span));
    into[from + i] = values[high - 1]! + part * (values[high]! - values[high - 1]!);
  }
  return from + count;
}

function readAt(sorted: Float64Array, level: number): number {
  const position = level * (sorted.length - 1);
  const whole = Math.floor(position);
  const value = sorted[whole]!;
  return position === whole ? value : value + (position - whole) * (sorted[whole + 1]! - value);
}
