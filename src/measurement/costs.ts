import type { Slice } from './measurement.ts';
import { sum } from './sum.ts';

/** Lists CPU time (ms) and requests of each cluster of slices. Empty unless all slices have a time. */
export function listProcessorTimes(
  clusters: readonly (readonly Slice[])[],
): { total: number; weight: number }[] {
  if (clusters.flat().some(({ cpu }) => cpu === undefined)) return [];
  return clusters.map((slices) => ({
    total: 1000 * sum(slices, ({ cpu }) => cpu!),
    weight: sum(slices, ({ ok, failed }) => ok + failed),
  }));
}

/** Returns the CPU time (ms) per request. NaN unless all slices have it; likewise below. */
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
