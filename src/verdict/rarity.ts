import { pooledQuantile } from '../measurement/quantiles.ts';
import { deepestLevel, type PairedBlock } from './pair-values.ts';

/**
 * Differences (log ratio) between the arms of a block that say that something happened in it: one of the first size, or two of
 * the second. Of 217 blocks of identical code of six services none differed by a factor of 2.4, and 13 by two thirds. A storm or a hold that a stretch meets makes a factor of 1.5 to twenty.
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
  const values = alone
    .map(({ base, head }) => [base, head].map((slices) => Math.log(pooledQuantile(slices, level))))
    .filter((pair) => pair.every(Number.isFinite));
  const sizes = values.map(([base, head]) => Math.abs(base! - head!)).sort((a, b) => b - a);
  const [largest = 0, second = 0] = sizes;
  const faster = values.map((pair) => Math.min(...pair));
  const range = Math.max(...faster) - Math.min(...faster);
  const isLarge = largest > ONE || second > TWO;
  return isLarge && (sizes.at(-1) ?? 0) < PART * largest && range < STEADY * largest;
}
