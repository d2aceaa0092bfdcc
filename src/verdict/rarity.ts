import { pooledQuantile } from '../measurement/quantiles.ts';
import { deepestLevel, type PairedBlock } from './pair-values.ts';

/**
 * Difference (log ratio) between the arms of one block that says that something happened in it. At p98, the deepest level
 * that a second of 300 req/s shows, 63 blocks of identical code (Node and Go) differed by a factor of 1.5 at most; in a noisy
 * hour 1 of 52 by a factor of two. A storm or a hold that a stretch meets makes a factor of 1.5 to twenty.
 */
const LARGE = Math.log(5 / 3);
/** Part of it that another block does not reach, in which nothing happened. Mere scatter reaches it. */
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
 * by much in one block and by little in another. Then most blocks are empty, and no test of typical blocks sees what the
 * others show.
 *
 * Only the sizes of differences count, and which value of a block is the smaller one, never which arm it is of. So a swap of the labels of any block changes nothing,
 * and stretches that are made longer because of this keep the sign-flip test exact.
 *
 * @param alone blocks so far, each arm alone
 */
export function areSlowRequestsRare(alone: readonly PairedBlock[]): boolean {
  const level = Math.min(0.99, deepestLevel(alone));
  if (level < LEAST_LEVEL) return false;
  const values = alone
    .map(({ base, head }) => [base, head].map((slices) => Math.log(pooledQuantile(slices, level))))
    .filter((pair) => pair.every(Number.isFinite));
  const sizes = values.map(([base, head]) => Math.abs(base! - head!));
  const faster = values.map((pair) => Math.min(...pair));
  const largest = Math.max(0, ...sizes);
  const range = Math.max(...faster) - Math.min(...faster);
  return largest > LARGE && sizes.some((size) => size < PART * largest) && range < STEADY * largest;
}
