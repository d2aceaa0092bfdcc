import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { estimateShift } from '../statistics/rank-sum.ts';
import type { Growth, Unsteadiness } from './findings.ts';
import type { PairedBlock } from './pair-values.ts';
import { countSoakStalls, countStalls, pickUneven } from './stalls.ts';

/** Error of growth of latency. It blocks nothing, but takes `unchanged` away. */
const ERROR = 0.01;
/** Growth (fraction) of latency that is told, and of memory. The machine drifts by less within a soak. */
const LEAST_GROWTH = { latency: 0.2, memory: 0.1 };
const PERCENTS = [50, 90];
/** Memory (MB) that any process may add: a collector has not run yet. */
const LEAST_MEMORY = 20;
/** Growth of the head counts if the base's is less than this part of it. */
const ALIKE = 0.5;
const FEWEST_SLICES = 8;

/**
 * Finds what the age of a process brings, or a load without a pause: stalls, latency that grows, memory that grows.
 * What the base does as well is no change.
 *
 * @param soak slices of each arm under the whole load, in order, not at the same times. Without those of the base this
 *   tells what is to be asked of it
 * @param stretches what was measured before, whose stalls count as well
 * @returns null without a soak, and where the head ages as the base does
 */
export function judgeSoak(
  { base, head }: PairedBlock,
  stretches: readonly PairedBlock[] = [],
): Unsteadiness | null {
  if (head.length < FEWEST_SLICES) return null;
  const stalls = countSoakStalls(base, head);
  if (stalls.stretches > 0) {
    // Whether the base stalls as well is asked after the first.
    if (base.length === 0) return { kind: 'stalls', ...stalls };
    const before = countStalls(stretches);
    const uneven = pickUneven({
      stretches: stalls.stretches + before.stretches,
      of: stalls.of + before.of,
      base: stalls.base + before.base,
    });
    if (uneven !== null) return { kind: 'stalls', ...uneven };
  }
  return findAgeing(base, head) ?? findLeak({ base, head });
}

function findAgeing(base: readonly Slice[], head: readonly Slice[]): Unsteadiness | null {
  const grown = findSoakGrowth(head);
  if (grown === null) return null;
  const { percent, first: from, second: to } = grown;
  if (base.length > 1) {
    const { first, second } = readHalves(base, percent);
    if (Math.log(second / first) >= ALIKE * Math.log(to / from)) return null;
  }
  return { kind: 'ageing', of: 'latency', percent, from, to };
}

/** Finds latency that grows within the soak of one arm, from its first half to its second. */
export function findSoakGrowth(all: readonly Slice[]): Growth | null {
  // At a low rate some slices have no request.
  const slices = all.filter((slice) => attempts(slice) > 0);
  if (slices.length < FEWEST_SLICES) return null;
  const half = slices.length >> 1;
  for (const percent of PERCENTS) {
    const logs = slices.map((slice) => Math.log(pooledQuantile([slice], percent / 100)));
    const { low } = estimateShift(logs.slice(0, half), logs.slice(-half), ERROR);
    if (low > Math.log1p(LEAST_GROWTH.latency)) return { percent, ...readHalves(slices, percent) };
  }
  return null;
}

function readHalves(slices: readonly Slice[], percent: number): { first: number; second: number } {
  const half = slices.length >> 1;
  const read = (part: readonly Slice[]) => pooledQuantile(part, percent / 100);
  return { first: read(slices.slice(0, half)), second: read(slices.slice(-half)) };
}

/** Finds memory that grows to the end of the soak. Null without one, and where the base's does as well. */
export function findLeak({ base, head }: PairedBlock): Unsteadiness | null {
  if (head.length < FEWEST_SLICES) return null;
  const growth = (slices: readonly Slice[], from: number) =>
    (slices.at(-1)?.memory ?? Number.NaN) - (slices[from]?.memory ?? Number.NaN);
  const [from, to] = [head[0]!.memory ?? Number.NaN, head.at(-1)!.memory ?? Number.NaN];
  const all = growth(head, 0);
  const lately = growth(head, ((2 * head.length) / 3) | 0);
  if (!(all > Math.max(LEAST_MEMORY, LEAST_GROWTH.memory * from) && lately > all / 6)) return null;
  return growth(base, 0) >= ALIKE * all ? null : { kind: 'ageing', of: 'memory', percent: null, from, to };
}
