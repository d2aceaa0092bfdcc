import type { Slice } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
import { estimateShift } from '../statistics/rank-sum.ts';
import type { ChangeReason } from './findings.ts';
import type { PairedBlock } from './pair-values.ts';
import { findStalls } from './stalls.ts';

/** Error of growth of latency. It blocks nothing, but takes `unchanged` away. */
const ERROR = 0.01;
/** Growth (fraction) of the head's latency beside the base's, and of its memory, that is told. */
const LEAST_GROWTH = 0.1;
const PERCENTS = [50, 90];
/** Memory (MB) that any process may add: a collector has not run yet. */
const LEAST_MEMORY = 20;

/**
 * Finds what the age of a process brings: stalls, latency that grows, memory that grows. Each is held against the
 * base, which was under the same load at the same time.
 *
 * @param soak slices of both arms in order; the i-th of both are of the same time
 * @returns null without a soak, and where the head ages as the base does
 */
export function judgeSoak({ base, head }: PairedBlock): ChangeReason | null {
  const count = Math.min(base.length, head.length);
  if (count < 4) return null;
  const pairs = Array.from({ length: count }, (_, i) => ({ base: [base[i]!], head: [head[i]!] }));
  const stalls = findStalls(pairs);
  if (stalls !== null) return { kind: 'stalls', ...stalls };
  return findAgeing(base, head, count) ?? findLeak(base, head);
}

/** Finds latency that grows beside the base's. */
function findAgeing(base: readonly Slice[], head: readonly Slice[], count: number): ChangeReason | null {
  for (const percent of PERCENTS) {
    const read = (slices: readonly Slice[]) => pooledQuantile(slices, percent / 100);
    const ratios = Array.from(
      { length: count },
      (_, i) => Math.log(read([head[i]!])) - Math.log(read([base[i]!])),
    );
    const half = count >> 1;
    const { low } = estimateShift(ratios.slice(0, half), ratios.slice(-half), ERROR);
    const [from, to] = [read(head.slice(0, half)), read(head.slice(-half))];
    if (low > Math.log1p(LEAST_GROWTH) && to > from)
      return { kind: 'ageing', of: 'latency', percent, from, to };
  }
  return null;
}

/** Finds memory that grows to the end, more than twice as much as the base's. */
function findLeak(base: readonly Slice[], head: readonly Slice[]): ChangeReason | null {
  const growth = (slices: readonly Slice[], from: number) =>
    (slices.at(-1)!.memory ?? Number.NaN) - (slices[from]!.memory ?? Number.NaN);
  const [from, to] = [head[0]!.memory ?? Number.NaN, head.at(-1)!.memory ?? Number.NaN];
  const all = growth(head, 0);
  const lately = growth(head, ((2 * head.length) / 3) | 0);
  const grows = all > Math.max(LEAST_MEMORY, LEAST_GROWTH * from, 2 * growth(base, 0)) && lately > all / 6;
  return grows ? { kind: 'ageing', of: 'memory', percent: null, from, to } : null;
}
