import { countWithin } from '../../measurement/deviation.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { formatCount, formatMs, formatShare } from '../format/numbers.ts';
import type { PageGroup } from './content.ts';
import { makeTable, type PagePart, plainText } from './parts.ts';

/** Writes how many requests took how long, in the buckets between the bounds (ms). Nothing without bounds. */
export function writeHistogram({ keys, steps }: PageGroup, bounds: readonly number[]): PagePart[] {
  if (bounds.length === 0) return [];
  const show = (ms: number) => formatMs(ms, 6);
  const titles = [
    `up to ${show(bounds[0]!)}`,
    ...bounds.slice(1).map((bound, i) => `${show(bounds[i]!)} to ${show(bound)}`),
    `over ${show(bounds.at(-1)!)}`,
    'failed',
  ];
  const rows = steps.map(({ names, slices }) => ({
    names: names.map(plainText),
    cells: countBuckets(slices, bounds).map(plainText),
  }));
  return [makeTable(keys, titles, rows)];
}

function countBuckets(slices: readonly Slice[], bounds: readonly number[]): string[] {
  const ok = slices.reduce((total, slice) => total + slice.ok, 0);
  const failed = slices.reduce((total, slice) => total + slice.failed + slice.dropped, 0);
  const within = countWithin(slices, bounds);
  const counts = [...within, ok].map((count, i) => count - (within[i - 1] ?? 0));
  return [...counts, failed].map((count) =>
    count === 0 ? '0' : `${formatCount(count)} (${formatShare(count / (ok + failed))})`,
  );
}
