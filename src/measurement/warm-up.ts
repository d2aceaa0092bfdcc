import type { Round } from './measurement.ts';
import { pooledQuantile } from './quantiles.ts';

/** A slice this near to the level of the measured rounds counts as warm; the noise of a slice is about as large. */
const NEAR = 0.15;
const SHORTEST_SECONDS = 1;

/**
 * How long a warm-up has to be: the time after which every slice of a probe has its median within 15 % of the
 * rounds' that followed. Only medians are compared: tails of half a second are all noise.
 *
 * @param probe consecutive slices from the first request on
 * @param rounds what was measured afterwards on the same instance
 * @returns seconds, at least one; null when it was not over at the end of the probe
 */
export function findWarmUp(probe: readonly Round[], rounds: readonly Round[]): number | null {
  const level = pooledQuantile(rounds, 0.5);
  const isWarm = (slice: Round) => {
    const value = pooledQuantile([slice], 0.5);
    return !Number.isFinite(value) || Math.abs(value / level - 1) <= NEAR;
  };
  const last = probe.findLastIndex((slice) => !isWarm(slice));
  if (last === probe.length - 1) return null;
  const cold = probe.slice(0, last + 1).reduce((sum, slice) => sum + slice.seconds, 0);
  return Math.max(SHORTEST_SECONDS, cold);
}
