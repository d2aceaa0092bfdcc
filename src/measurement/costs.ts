import type { Slice } from './measurement.ts';
import { sum } from './sum.ts';

/** Lists processor time (ms) and requests of each cluster of slices. Empty where the time is not known of all. */
export function listProcessorTimes(
  clusters: readonly (readonly Slice[])[],
): { total: number; weight: number }[] {
  if (clusters.flat().some(({ cpu }) => cpu === undefined)) return [];
  return clusters.map((slices) => ({
    total: 1000 * sum(slices, ({ cpu }) => cpu!),
    weight: sum(slices, ({ ok, failed }) => ok + failed),
  }));
}

/** Returns the processor time (ms) for each request. NaN where it is not known of all slices, as for the others. */
export function processorTime(slices: readonly Slice[]): number {
  const [all] = listProcessorTimes([slices]);
  return all === undefined ? Number.NaN : all.total / all.weight;
}

/** Returns the most memory (MB) of any slice. */
export function peakMemory(slices: readonly Slice[]): number {
  return slices.length === 0 ? Number.NaN : Math.max(...slices.map(({ memory }) => memory ?? Number.NaN));
}

/** Returns the mean time (ms) from start to ready. */
export function meanStartup(slices: readonly Slice[]): number {
  return slices.reduce((sum, { startup }) => sum + (startup ?? Number.NaN), 0) / slices.length;
}
