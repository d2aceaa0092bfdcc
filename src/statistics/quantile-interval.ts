import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile, shareAbove } from '../measurement/quantiles.ts';
import type { Cluster, Interval } from './proportion.ts';
import { estimateProportion } from './proportion.ts';

/**
 * Estimates a confidence interval (ms) for the pooled quantile at `level` (fraction), from clusters of slices. A
 * latency x lies inside unless the share of requests above x differs from 1 − level with confidence. This is the test
 * inversion of Francisco & Fuller (1991), "Quantile estimation with a complex survey design", Annals of Statistics
 * 19, 454–469.
 *
 * It needs no randomness, as a bootstrap does, and failures may count as +∞. It is honest about a tail with few
 * requests: the upper end is `Infinity` when too few requests lie beyond the level.
 *
 * @param clusters all slices, those together that hang together; each by itself where nothing is said
 */
export function estimateQuantile(
  slices: readonly Slice[],
  level: number,
  confidence: number,
  clusters: readonly (readonly Slice[])[] = slices.map((slice) => [slice]),
): Interval {
  const point = pooledQuantile(slices, level);
  const answered = slices.flatMap((slice) => (slice.latency === null ? [] : [slice.latency]));
  if (answered.length === 0) return { low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const least = Math.min(...answered.map((sketch) => sketch.values[0]!));
  const most = Math.max(...answered.map((sketch) => sketch.values.at(-1)!));
  const allowed = 1 - level;
  const above = (value: number) => estimateProportion(clusterAbove(clusters, value), confidence);
  const isBelow = (value: number) => above(value).low > allowed;
  const isAbove = (value: number) => above(value).high < allowed;
  const top = Math.min(point, most);
  return {
    low: isBelow(most)
      ? Number.POSITIVE_INFINITY
      : isBelow(least)
        ? bisect(least, top, isBelow).before
        : least,
    high: isAbove(most) ? bisect(top, most, (value) => !isAbove(value)).after : Number.POSITIVE_INFINITY,
  };
}

function clusterAbove(clusters: readonly (readonly Slice[])[], ms: number): Cluster[] {
  return clusters
    .map((slices) => ({ slices, count: slices.reduce((sum, slice) => sum + attempts(slice), 0) }))
    .filter(({ count }) => count > 0)
    .map(({ slices, count }) => ({ hits: shareAbove(slices, ms) * count, count }));
}

/** Halvings after which an end at 0 is near enough: no relative distance to it is small. */
const MOST_HALVINGS = 100;

/** Finds the last place where `holds` is true and the first where it is not, to a relative 10⁻⁶. */
function bisect(low: number, high: number, holds: (x: number) => boolean): { before: number; after: number } {
  if (holds(high)) return { before: high, after: high };
  for (let i = 0; i < MOST_HALVINGS && high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)); i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return { before: low, after: high };
}
