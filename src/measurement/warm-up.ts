import type { Slice } from './measurement.ts';
import { pooledQuantile } from './quantiles.ts';

/** A process that is cold is slower, mostly by factors; half a second of a warm one is noisy by less than this. */
const COLD = 1.25;
const SHORTEST_SECONDS = 1;

/**
 * How long a warm-up has to be: the time after which the slices of a probe have, together and in the first of them,
 * a median no more than a quarter above that of the rounds that followed. Only medians are compared: the tail of half
 * a second is all noise.
 *
 * @param probe consecutive slices from the first request on
 * @param slices what was measured afterwards on the same instance
 * @returns seconds, at least one; null when it was not over at the end of the probe
 */
export function findWarmUp(probe: readonly Slice[], slices: readonly Slice[]): number | null {
  const level = pooledQuantile(slices, 0.5);
  const isWarm = (slices: readonly Slice[]) => !(pooledQuantile(slices, 0.5) > COLD * level);
  const first = probe.findIndex((slice, index) => isWarm([slice]) && isWarm(probe.slice(index)));
  if (first === -1) return null;
  const cold = probe.slice(0, first).reduce((sum, slice) => sum + slice.seconds, 0);
  return Math.max(SHORTEST_SECONDS, cold);
}
