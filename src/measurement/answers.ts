import { trendQuantile } from './custom.ts';
import type { Sketch } from './measurement.ts';

/** Answers as expected to one request of a slot, of which a sample was looked at: sizes in bytes, counts by status. */
export type Answers = {
  sizes: (Sketch & { count: number; avg: number }) | null;
  statuses: ReadonlyMap<number, number>;
};

/** Returns the typical size (bytes) and the mean one. NaN where no size is known. */
export function measureSizes(answers: readonly Answers[]): { typical: number; mean: number; count: number } {
  const sizes = answers.flatMap(({ sizes }) => (sizes === null ? [] : [sizes]));
  const count = sizes.reduce((sum, one) => sum + one.count, 0);
  return {
    typical: trendQuantile(
      sizes.map((one) => ({ ...one, type: 'trend' as const })),
      0.5,
    ),
    mean: sizes.reduce((sum, one) => sum + one.count * one.avg, 0) / count,
    count,
  };
}

/** Returns the share (fraction) of each status. */
export function shareStatuses(answers: readonly Answers[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { statuses } of answers)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...counts].map(([status, count]) => [status, count / total]));
}
