import type { Slice } from './measurement.ts';
import { pooledQuantile } from './quantiles.ts';

/** Least factor by which a cold process is slower. A noisier slice costs at most half a second. */
const COLD = 1.15;
const SHORTEST_SECONDS = 1;

/**
 * Finds how long a warm-up has to be. After that time, the slices of a probe have a median at most 15 % above
 * that of the measured slices: all of them together, and the first of them alone. Only medians are compared, since
 * the tail of half a second is mostly noise.
 *
 * @param probe consecutive slices from the first request on, with their seconds by the clock
 * @param slices measured afterwards on the same instance
 * @param late seconds by which the probe started later than load on such an instance may
 * @returns seconds by the clock from the earliest load on, at least one; null if the process was still cold after the probe
 */
export function findWarmUp(probe: readonly Slice[], slices: readonly Slice[], late = 0): number | null {
  const level = pooledQuantile(slices, 0.5);
  const isWarm = (slices: readonly Slice[]) => !(pooledQuantile(slices, 0.5) > COLD * level);
  const first = probe.findIndex((slice, index) => isWarm([slice]) && isWarm(probe.slice(index)));
  if (first === -1) return null;
  // What ends within a slice does not show in its median: the slice after the last cold one belongs to the warm-up.
  const cold = probe.slice(0, first === 0 ? 0 : first + 1).reduce((sum, slice) => sum + slice.seconds, 0);
  return Math.max(SHORTEST_SECONDS, late + cold);
}
