import type { Slice } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
import { boundTypical } from '../statistics/paired-statistic.ts';
import type { Growth } from './findings.ts';

/** Percentiles that are looked at: a queue moves all requests, a lock or a collector those of the tail. */
const PERCENTS = [50, 90];
/** Growth (fraction) within a stretch that says that a service has not settled. Scatter is well below it. */
const LEAST = 0.2;
const FEWEST_STRETCHES = 5;

/**
 * Finds growth within stretches of load on one arm alone: their second half is slower than their first, typically by
 * more than a fifth. Then a queue is filling, and what was measured is not what callers get a minute later.
 *
 * @param stretches slices of each stretch, in order; those with one slice tell nothing
 * @returns the percentile that grew most, over all requests; null where none did
 */
export function findGrowth(stretches: readonly Slice[][]): Growth | null {
  const halves = stretches
    .filter((slices) => slices.length > 1)
    .map((slices) => ({
      first: slices.slice(0, slices.length >> 1),
      second: slices.slice((slices.length + 1) >> 1),
    }));
  if (halves.length < FEWEST_STRETCHES) return null;
  const found = PERCENTS.flatMap((percent): Growth[] => {
    const read = (slices: readonly Slice[]) => pooledQuantile(slices, percent / 100);
    const ratios = halves.map(({ first, second }) => Math.log(read(second)) - Math.log(read(first)));
    const [first, second] = [
      read(halves.flatMap((half) => half.first)),
      read(halves.flatMap((half) => half.second)),
    ];
    // A false growth blocks nothing, it only takes `met` and `unchanged` away.
    const isTypical = boundTypical(ratios) > Math.log1p(LEAST);
    return isTypical && second > (1 + LEAST) * first ? [{ percent, first, second }] : [];
  });
  return found.sort((a, b) => b.second / b.first - a.second / a.first)[0] ?? null;
}
