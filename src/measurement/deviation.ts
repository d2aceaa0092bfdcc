import type { Sketch, Slice } from './measurement.ts';
import { levelAt } from './quantiles.ts';

/** Most points that are read from the distribution of one slice. */
const MOST_POINTS = 2000;

/**
 * Returns the standard deviation (ms) of the latencies of all requests that were answered as expected, over all slices
 * together. NaN without any. A slice of n requests has its order statistics at the levels i/(n−1), as k6 interpolates
 * them. They are read from the levels that are kept, so the result is near the true one, not equal to it.
 */
export function latencyDeviation(slices: readonly Slice[]): number {
  const points = slices.flatMap(({ ok, latency }) => {
    if (latency === null || ok === 0) return [];
    const values = readOrderStatistics(latency, ok);
    return values.map((value) => ({ value, weight: ok / values.length }));
  });
  const mean = average(points);
  return Math.sqrt(average(points.map(({ value, weight }) => ({ value: (value - mean) ** 2, weight }))));
}

/** Counts the requests that were answered within `ms`, for each of some rising bounds, as whole numbers. */
export function countWithin(slices: readonly Slice[], bounds: readonly number[]): number[] {
  return bounds.map((ms) =>
    Math.round(
      slices.reduce((sum, { ok, latency }) => sum + (latency === null ? 0 : ok * levelAt(latency, ms)), 0),
    ),
  );
}

function readOrderStatistics({ levels, values }: Sketch, requests: number): number[] {
  const count = Math.min(requests, MOST_POINTS);
  let above = 1;
  return Array.from({ length: count }, (_, index) => {
    const level = count === 1 ? 0.5 : index / (count - 1);
    while (above < levels.length - 1 && levels[above]! < level) above++;
    const [from, to] = [levels[above - 1]!, levels[above] ?? 1];
    const [low, high] = [values[above - 1]!, values[above] ?? values[above - 1]!];
    return to > from ? low + ((high - low) * (level - from)) / (to - from) : high;
  });
}

function average(points: readonly { value: number; weight: number }[]): number {
  const total = points.reduce((sum, { value, weight }) => sum + value * weight, 0);
  return total / points.reduce((sum, { weight }) => sum + weight, 0);
}
