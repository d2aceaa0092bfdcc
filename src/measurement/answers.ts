import { readQuantile, type Sample } from './quantiles.ts';
import { sum } from './sum.ts';

/** Expected responses to one request of a slot, of which a sample was examined: sizes in bytes, counts by status. */
export type Answers = {
  sizes: (Sample & { avg: number }) | null;
  statuses: ReadonlyMap<number, number>;
};

/** Returns the typical size (bytes) and the mean one. NaN if no size is known. */
export function measureSizes(answers: readonly Answers[]): { typical: number; mean: number; count: number } {
  const sizes = answers.flatMap(({ sizes }) => (sizes !== null && sizes.count > 0 ? [sizes] : []));
  const count = sum(sizes, (one) => one.count);
  const typical = count > 0 ? readQuantile(sizes, 0.5) : Number.NaN;
  return { typical, mean: sum(sizes, (one) => one.count * one.avg) / count, count };
}

/** Returns the share (fraction) of each status. */
export function shareStatuses(answers: readonly Answers[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { statuses } of answers)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...counts].map(([status, count]) => [status, count / total]));
}
