import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { estimateMean } from '../statistics/mean.ts';
import type { Growth } from './findings.ts';
import type { PairedBlock } from './pair-values.ts';

/** Percentiles that are looked at: a queue moves all requests, a lock or a collector those of the tail. */
const PERCENTS = [50, 90];
/** Growth (fraction) of latency that is told, and of memory. The machine drifts by less within a soak. */
const LEAST = { latency: 0.2, memory: 0.1 };
/** Memory (MB) that any process may add: a collector has not run yet. */
const LEAST_MEMORY = 20;
/** Error of growth. It blocks nothing, but takes `met` and `unchanged` away. */
const ERROR = 0.01;
const FEWEST_PAIRS = 5;
/** Growth of the head counts if the base's is less than this part of it. */
const ALIKE = 0.5;

type Halves = { first: readonly Slice[]; second: readonly Slice[] };

/**
 * Finds growth within stretches of load on one arm alone: their second half is slower than their first, by more than a
 * fifth. Then a queue is filling, and what was measured is not what callers get a minute later.
 *
 * @param stretches slices of each stretch, in order; those with one slice tell nothing
 * @returns the first percentile that grew; null where none did
 */
export function findGrowth(stretches: readonly Slice[][]): Growth | null {
  return compareHalves('stretches', stretches.filter((slices) => slices.length > 1).map(halve));
}

/** Finds latency that grows within the soak of one arm, from its first half to its second. */
export function findSoakGrowth(soak: readonly Slice[]): Growth | null {
  const { first, second } = halve(withLoad(soak));
  const pairs = first.map((slice, i) => ({ first: [slice], second: [second[i]!] }));
  return compareHalves('soak', pairs);
}

function compareHalves(where: Growth['where'], pairs: readonly Halves[]): Growth | null {
  if (pairs.length < FEWEST_PAIRS) return null;
  for (const percent of PERCENTS) {
    const read = (slices: readonly Slice[]) => pooledQuantile(slices, percent / 100);
    const ratios = pairs.map(({ first, second }) => compareLatencies(read(first), read(second)));
    const { mean, reach } = estimateMean(ratios);
    if (!(mean - reach(ERROR) > Math.log1p(LEAST.latency))) continue;
    const readAll = (half: keyof Halves) => read(pairs.flatMap((pair) => pair[half]));
    return { where, percent, from: readAll('first'), to: readAll('second') };
  }
  return null;
}

/** Log ratio of two latencies, at most that of e: what is never answered grew, and hides not how the others scatter. */
function compareLatencies(before: number, after: number): number {
  return before === after ? 0 : Math.max(-1, Math.min(1, Math.log(after / before)));
}

/** At a low rate some slices of a soak have no request. */
const withLoad = (slices: readonly Slice[]) => slices.filter((slice) => attempts(slice) > 0);

function halve(slices: readonly Slice[]): Halves {
  const half = slices.length >> 1;
  return { first: slices.slice(0, half), second: slices.slice(slices.length - half) };
}

/**
 * Finds what the age of a process brings, or a load without a pause: latency that grows, memory that grows. What the base
 * does as well is no change.
 *
 * @param soak slices of each arm under the whole load, in order, not at the same times. Without those of the base this
 *   tells what is to be asked of it
 */
export function findAgeing(soak: PairedBlock): Growth | null {
  const grown = findSoakGrowth(soak.head);
  if (grown === null) return findLeak(soak);
  const base = halve(withLoad(soak.base));
  const read = (part: readonly Slice[]) => pooledQuantile(part, grown.percent! / 100);
  const isAlike =
    base.first.length > 0 &&
    Math.log(read(base.second) / read(base.first)) >= ALIKE * Math.log(grown.to / grown.from);
  return isAlike ? findLeak(soak) : grown;
}

/** Finds memory that grows to the end of the soak. Null without one, and where the base's does as well. */
export function findLeak({ base, head }: PairedBlock): Growth | null {
  if (head.length < 2 * FEWEST_PAIRS) return null;
  const read = (slice: Slice | undefined) => slice?.memory ?? Number.NaN;
  const growth = (slices: readonly Slice[], from = 0) => read(slices.at(-1)) - read(slices[from]);
  const all = growth(head);
  const lately = growth(head, ((2 * head.length) / 3) | 0);
  const [from, to] = [read(head[0]), read(head.at(-1))];
  if (!(all > Math.max(LEAST_MEMORY, LEAST.memory * from) && lately > all / 6)) return null;
  return growth(base) >= ALIKE * all ? null : { where: 'soak', percent: null, from, to };
}
