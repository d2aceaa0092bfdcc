import type { Slice } from '../measurement/measurement.ts';
import { attempts, countAtMost, listSamples, pooledQuantile } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { estimateMean } from './mean.ts';
import { estimateProportion, type Interval } from './proportion.ts';

/**
 * Estimates the pooled quantile (ms) at `level` (fraction) with a confidence interval, from clusters of slices. A latency x
 * lies inside unless the share of requests above x differs from 1 − level with confidence. This is the test inversion of
 * Francisco & Fuller (1991), "Quantile estimation with a complex survey design", Annals of Statistics 19, 454–469.
 *
 * It needs no randomness, unlike a bootstrap, and failures may count as +∞. It is honest about a tail with few
 * requests: the upper end is `Infinity` if too few requests lie beyond the level.
 *
 * If clusters differ by factors, their shares above x are skewed: the few fast ones have both a small share and little
 * scatter. So the interval is at least as wide as that of Student's t for the logarithms of their own quantiles.
 *
 * @param clusters slices, grouped with those that belong together
 */
export function estimateQuantile(
  clusters: readonly (readonly Slice[])[],
  level: number,
  confidence: number,
): Interval & { value: number } {
  const value = pooledQuantile(clusters.flat(), level);
  const answered = clusters.flatMap(listSamples);
  if (answered.length === 0) return { value, low: Number.POSITIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const counted = clusters
    .map((slices) => ({ samples: listSamples(slices), count: sum(slices, attempts) }))
    .filter(({ count }) => count > 0);
  const above = (ms: number) =>
    estimateProportion(
      counted.map(({ samples, count }) => ({
        hits: ((count - countAtMost(samples, ms)) / count) * count,
        count,
      })),
      confidence,
    );
  const allowed = 1 - level;
  const isBelow = (ms: number) => above(ms).low > allowed;
  const isAbove = (ms: number) => above(ms).high < allowed;
  const least = Math.min(...answered.map(({ values }) => values[0]!));
  const most = Math.max(...answered.map(({ values }) => values.at(-1)!));
  const top = Math.min(value, most);
  const low = isBelow(most)
    ? Number.POSITIVE_INFINITY
    : isBelow(least)
      ? bisect(least, top, isBelow).before
      : least;
  const high = isAbove(most) ? bisect(top, most, (ms) => !isAbove(ms)).after : Number.POSITIVE_INFINITY;
  const own = estimateMean(clusters.map((slices) => Math.log(pooledQuantile(slices, level))));
  // Clusters of unequal size are worth fewer: Kish (1965), "Survey Sampling", section 11.7.
  const unequal =
    (counted.length * sum(counted, ({ count }) => count ** 2)) / sum(counted, ({ count }) => count) ** 2;
  // NaN if a cluster has no finite quantile.
  const factor = Math.exp(own.reach((1 - confidence) / 2) * Math.sqrt(unequal)) || 1;
  return { value, low: Math.min(low, value / factor), high: Math.max(high, value * factor) };
}

/** Number of halvings after which an end at 0 is close enough: no relative distance to it is small. */
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
