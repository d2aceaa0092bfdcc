import type { Sketch, Slice } from './measurement.ts';
import { countAnswered } from './quantiles.ts';

/** Count, mean, and sum of squared distances from the mean. */
type Moments = { count: number; mean: number; squares: number };

/**
 * Returns the standard deviation (ms) of the latencies of all requests that were answered as expected, over all slices
 * together. NaN without any. A slice of n requests has its order statistics at the levels i/(n−1), as k6 interpolates
 * them. They are read from the levels that are kept, so the result is near the true one, not equal to it.
 */
export function latencyDeviation(slices: readonly Slice[]): number {
  const { count, squares } = slices.reduce(
    (all, { ok, latency }) => (latency === null || ok === 0 ? all : merge(all, readMoments(latency, ok))),
    NOTHING,
  );
  return Math.sqrt(squares / count);
}

/** Counts the requests that were answered within `ms`, for each of some rising bounds. */
export function countWithin(slices: readonly Slice[], bounds: readonly number[]): number[] {
  return bounds.map((ms) => slices.reduce((sum, slice) => sum + countAnswered(slice, ms), 0));
}

const NOTHING: Moments = { count: 0, mean: 0, squares: 0 };

/** Between two levels order statistics are evenly spaced, so that their sums have a closed form. */
function readMoments({ levels, values }: Sketch, requests: number): Moments {
  const last = requests - 1;
  let [all, first] = [NOTHING, 0];
  for (let i = 1; i < levels.length; i++) {
    const [from, to] = [levels[i - 1]! * last, levels[i]! * last];
    // Products such as 0.29 × 100 are a little off.
    const end = Math.floor(to + 1e-9 * Math.max(1, to));
    const count = end - first + 1;
    if (count < 1) continue;
    const slope = to > from ? (values[i]! - values[i - 1]!) / (to - from) : 0;
    const mean = values[i - 1]! + slope * ((first + end) / 2 - from);
    all = merge(all, { count, mean, squares: (slope ** 2 * count * (count ** 2 - 1)) / 12 });
    first = end + 1;
  }
  return all;
}

/** Merges two groups: Chan, Golub and LeVeque, Updating Formulae and a Pairwise Algorithm (1979). */
function merge(a: Moments, b: Moments): Moments {
  const count = a.count + b.count;
  if (count === 0) return NOTHING;
  const apart = b.mean - a.mean;
  return {
    count,
    mean: a.mean + (apart * b.count) / count,
    squares: a.squares + b.squares + (apart ** 2 * a.count * b.count) / count,
  };
}
