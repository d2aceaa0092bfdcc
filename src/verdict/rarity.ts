import { deepestLevel, listDeviations, type PairedBlock } from './pair-values.ts';

/**
 * Difference (log ratio) between the arms of one block that says that something happened in it. At p98, the deepest level
 * that a second of 300 req/s shows, identical code differed by a factor of two in 1 of 52 pairs of stretches in a noisy
 * hour, and in 1 of 70 blocks of seven jobs in calmer ones. A storm or a hold that a stretch meets makes a factor of two to
 * twenty.
 */
const LARGE = Math.log(2);
/** Part of it that another block does not reach, in which nothing happened. Mere scatter reaches it. */
const PART = 0.25;
/** Lowest level (fraction) that shows slow requests. A block with fewer requests tells nothing of these. */
const LEAST_LEVEL = 0.9;

/**
 * Tells whether slow requests come so rarely that some blocks have none: the p99 of base and head, each alone, differs
 * by much in one block and by little in another. Then most blocks are empty, and no test of typical blocks sees what the
 * others show.
 *
 * Only the sizes of differences count, never which arm is slower. So a swap of the labels of any block changes nothing,
 * and stretches that are made longer because of this keep the sign-flip test exact.
 *
 * @param alone blocks so far, each arm alone
 */
export function areSlowRequestsRare(alone: readonly PairedBlock[]): boolean {
  const level = Math.min(0.99, deepestLevel(alone));
  if (level < LEAST_LEVEL) return false;
  const sizes = listDeviations({ kind: 'percentile', percent: 99 }, alone, level)
    .map(Math.abs)
    .filter((size) => !Number.isNaN(size));
  const largest = Math.max(0, ...sizes);
  return largest > LARGE && sizes.some((size) => size < PART * largest);
}
