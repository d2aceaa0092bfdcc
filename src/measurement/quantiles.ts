import type { Sketch, Slice } from './measurement.ts';
import { sum } from './sum.ts';

/**
 * Finds the latency (ms) below which the share `level` (fraction) of all requests of the slices lies. Failed
 * and dropped requests count as +∞, so the result is `Infinity` once they reach the level. NaN without any request.
 */
export function pooledQuantile(slices: readonly Slice[], level: number): number {
  const total = sum(slices, attempts);
  if (total === 0) return Number.NaN;
  const samples = listSamples(slices);
  const answered = countAll(samples);
  // At least n·level requests must lie at or below the result. Failed ones count, so these may be more than got
  // a response.
  if (level * total > answered || answered === 0) return Number.POSITIVE_INFINITY;
  return readQuantile(samples, level, total);
}

/** Distribution of so many values. */
export type Sample = Sketch & { count: number };

/** Lists the latencies of slices that have some. */
export function listSamples(slices: readonly Slice[]): Sample[] {
  return slices.flatMap(({ ok, latency }) => (latency === null ? [] : [{ count: ok, ...latency }]));
}

/**
 * Reads the quantile at `level` (fraction) of `total` values, of which the samples contain the smallest. Of n values it is
 * read at the position (n + 1/3) p + 1/3, interpolating between two of them, which is median-unbiased whatever
 * the distribution: type 8 of Hyndman & Fan (1996), "Sample Quantiles in Statistical Packages", The American
 * Statistician 50, 361–365. Positions beyond the ends are clamped.
 */
export function readQuantile(samples: readonly Sample[], level: number, total = countAll(samples)): number {
  const position = (total + 1 / 3) * level + 1 / 3;
  if (position <= 1) return Math.min(...samples.map(({ values }) => values[0]!));
  if (position >= countAll(samples)) return Math.max(...samples.map(({ values }) => values.at(-1)!));
  const whole = Math.floor(position);
  const value = findOrdered(samples, whole);
  if (position === whole) return value;
  return value + (position - whole) * (findNext(samples, value, whole) - value);
}

/** Finds the value at a whole position (from 1). */
function findOrdered(samples: readonly Sample[], position: number): number {
  let low = Math.min(...samples.map(({ values }) => values[0]!));
  let high = Math.max(...samples.map(({ values }) => values.at(-1)!));
  if (countAtMost(samples, low) >= position) return low;
  // 60 halvings bring any span of double precision below its own resolution.
  for (let i = 0; i < 60 && high - low > 1e-9 * Math.abs(high); i++) {
    const middle = (low + high) / 2;
    if (countAtMost(samples, middle) >= position) high = middle;
    else low = middle;
  }
  return high;
}

/** Finds the value after the one at `position`. */
function findNext(samples: readonly Sample[], value: number, position: number): number {
  if (countAtMost(samples, value) > position) return value;
  const later = samples.flatMap((sample) => {
    const below = countUpTo(sample, value);
    return below < sample.count ? [Math.max(value, readOrdered(sample, below))] : [];
  });
  return Math.min(...later);
}

/** Reads the value that this many others of a sample precede: the one that i others precede is at the level i/(n − 1). */
export function readOrdered({ levels, values, count }: Sample, before: number): number {
  const level = count > 1 ? before / (count - 1) : 0;
  const [low, high] = findStep(levels, level);
  const span = levels[high]! - levels[low]!;
  return values[low]! + (span > 0 ? (level - levels[low]!) / span : 0) * (values[high]! - values[low]!);
}

/** Rounding of levels must not lose a value. */
const ROUNDING = 1e-6;

/**
 * Counts the values of a sample up to a bound, as a whole number: k6 interpolates between order statistics, and the value
 * that i others precede is at the level i/(n − 1).
 */
function countUpTo({ levels, values, count }: Sample, bound: number): number {
  if (count === 0 || bound < values[0]!) return 0;
  if (bound >= values.at(-1)!) return count;
  const [low, high] = findStep(values, bound);
  const span = values[high]! - values[low]!;
  const level = levels[low]! + ((bound - values[low]!) / span) * (levels[high]! - levels[low]!);
  return 1 + Math.floor(level * (count - 1) + ROUNDING);
}

const countAll = (samples: readonly Sample[]) => sum(samples, ({ count }) => count);

/** Counts the values of samples up to a bound. */
export function countAtMost(samples: readonly Sample[], bound: number): number {
  return sum(samples, (sample) => countUpTo(sample, bound));
}

/** Returns the share (fraction) of all requests of the slices that took longer than `ms`, failed or were dropped. */
export function shareAbove(slices: readonly Slice[], ms: number): number {
  const total = sum(slices, attempts);
  return total === 0 ? Number.NaN : (total - countAtMost(listSamples(slices), ms)) / total;
}

/** Returns the share (fraction) of requests that failed or were dropped. */
export function failureRate(slices: readonly Slice[]): number {
  const total = sum(slices, attempts);
  return total === 0 ? Number.NaN : sum(slices, errors) / total;
}

/** Counts the errors of a slice. */
export function errors({ failed, dropped }: Slice): number {
  return failed + dropped;
}

/** Returns the rate of expected responses over the measured time (per second). */
export function achievedRate(slices: readonly Slice[]): number {
  return sum(slices, (slice) => slice.ok + slice.failed) / sum(slices, (slice) => slice.seconds);
}

/** Returns the mean latency (ms) of the requests with the expected response. NaN if there are none. */
export function meanLatency(slices: readonly Slice[]): number {
  const ok = sum(slices, (slice) => slice.ok);
  return sum(slices, (slice) => (slice.avg ?? 0) * slice.ok) / ok;
}

/** Counts the requests that were due in a slice, sent or not. */
export function attempts(slice: Slice): number {
  return slice.ok + slice.failed + slice.dropped;
}

/** Finds the neighbours of a value in an ascending list: the last one that is not above it, and the next. */
function findStep(ascending: readonly number[], value: number): [number, number] {
  let [low, high] = [0, ascending.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= value) low = middle;
    else high = middle;
  }
  return [low, high];
}
