import type { Slice } from './measurement.ts';

/** Lists processor time (ms) and requests of each slice. Empty where the time is not known of all. */
export function listProcessorTimes(slices: readonly Slice[]): { total: number; weight: number }[] {
  if (slices.some(({ cpu }) => cpu === undefined)) return [];
  return slices.map(({ cpu, ok, failed }) => ({ total: 1000 * cpu!, weight: ok + failed }));
}

/** Returns the processor time (ms) for each request. NaN where it is not known of all slices, as for the others. */
export function processorTime(slices: readonly Slice[]): number {
  const times = listProcessorTimes(slices);
  const total = times.reduce((sum, one) => sum + one.total, 0);
  return total / times.reduce((sum, one) => sum + one.weight, 0);
}

/** Returns the most memory (MB) of any slice. */
export function peakMemory(slices: readonly Slice[]): number {
  return slices.length === 0 ? Number.NaN : Math.max(...slices.map(({ memory }) => memory ?? Number.NaN));
}

/** Returns the mean time (ms) from start to ready. */
export function meanStartup(slices: readonly Slice[]): number {
  return slices.reduce((sum, { startup }) => sum + (startup ?? Number.NaN), 0) / slices.length;
}
