import { processorTime } from '../measurement/costs.ts';
import type { Slice } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
import { deepestLevel, type PairedBlock } from './pair-values.ts';

/**
 * Differences (log ratio) between the arms of a block that say that something happened in it: one of the first size, or
 * two of the second. Identical code stays below them. A storm or a hold that a stretch meets goes far beyond.
 */
const ONE = Math.log(3);
const TWO = Math.log(5 / 3);
/** Part of the largest that another block does not reach, in which nothing happened. Mere scatter reaches it. */
const PART = 0.25;
/**
 * By how much the faster arms of the blocks may differ among themselves, as part of the largest difference between the arms. A
 * service whose p99 jumps by itself, as one whose garbage collector runs often, has large differences now and then, but in
 * whatever arm. Where rare requests of one arm make them, the other arm is steady.
 */
const STEADY = 2 / 3;
/** Lowest level (fraction) that shows slow requests. A block with fewer requests tells nothing of these. */
const LEAST_LEVEL = 0.9;

/**
 * Tells whether slow requests come so rarely that some blocks have none: the p99 of base and head, each alone, differs
 * by very much in one block, or by much in two, and by little in another. Then most blocks are empty, and no test of typical blocks sees what the
 * others show.
 *
 * Only sizes count, never which arm is slower. So a swap of the labels of any block changes nothing, and stretches that are
 * made longer because of this keep the sign-flip test exact.
 *
 * @param alone blocks so far, each arm alone
 */
export function areSlowRequestsRare(alone: readonly PairedBlock[]): boolean {
  const level = Math.min(0.99, deepestLevel(alone));
  if (level < LEAST_LEVEL) return false;
  const { sizes, range } = compareArms(alone, (slices) => pooledQuantile(slices, level));
  const [largest = 0, second = 0] = sizes;
  const isLarge = largest > ONE || second > TWO;
  return isLarge && (sizes.at(-1) ?? 0) < PART * largest && range < STEADY * largest;
}

/**
 * Difference (log ratio) in processor time for each request that one block must have: identical code stays below it, and
 * a storm on all processors goes far beyond.
 */
const MUCH_WORK = Math.log(1.25);
/** Largest typical difference (log ratio) of the p50 that is none. */
const SAME_P50 = Math.log(1.05);

/**
 * Tells whether the processors work more for one arm, though its typical request takes no longer: something works in the
 * background, and requests that meet it may be rare. Only sizes count here, too.
 *
 * @param blocks all stretches of the blocks so far
 */
export function hidesWork(blocks: readonly PairedBlock[]): boolean {
  const { sizes, range } = compareArms(blocks, processorTime);
  const typical = compareArms(blocks, (slices) => pooledQuantile(slices, 0.5)).sizes;
  const [largest = 0] = sizes;
  const isSame = typical.length > 1 && typical[typical.length >> 1]! < SAME_P50;
  return largest > MUCH_WORK && range < STEADY * largest && isSame;
}

/** Why load alone becomes longer: slow requests come in some blocks only, or one arm works where no request shows it. */
export type LongerReason = 'rare' | 'hidden-work';

/**
 * Finds out whether load alone becomes longer from now on, and why; null where it does not.
 *
 * @param blocks the blocks so far: each arm alone, and all stretches
 */
export function findLongerReason(blocks: { alone: PairedBlock[]; all: PairedBlock[] }): LongerReason | null {
  // Processor time tells it with more certainty, and earns more blocks.
  if (hidesWork(blocks.all)) return 'hidden-work';
  return areSlowRequestsRare(blocks.alone) ? 'rare' : null;
}

/** Factor between lengths of slices that are meant to differ. */
const LONGER = 1.2;

/**
 * Tells whether stretches alone became longer: each is cut into the same number of slices. After the first block all of them
 * may have another length, where a service is slow to start.
 */
export function becameLonger(alone: readonly PairedBlock[]): boolean {
  const lengths = alone
    .slice(1)
    .flatMap(({ base, head }) => [...base, ...head].map(({ seconds }) => seconds));
  return Math.max(...lengths) > LONGER * Math.min(...lengths);
}

/**
 * Compares a value of both arms block by block.
 *
 * @returns sizes of the differences (log ratio), largest first, and by how much the lower arms differ among themselves
 */
function compareArms(
  blocks: readonly PairedBlock[],
  measure: (slices: Slice[]) => number,
): { sizes: number[]; range: number } {
  const values = blocks
    .map(({ base, head }) => [base, head].map((slices) => Math.log(measure(slices))))
    .filter((pair) => pair.every(Number.isFinite));
  const lower = values.map((pair) => Math.min(...pair));
  return {
    sizes: values.map(([base, head]) => Math.abs(base! - head!)).sort((a, b) => b - a),
    range: Math.max(...lower) - Math.min(...lower),
  };
}
