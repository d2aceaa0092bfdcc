import { shuffle } from '../random.mjs';

/**
 * Blocks in which both arms were measured, in the order of recording, as `judgePairs` takes them.
 *
 * @param {import('../blocks.mjs').RecordedBlock[]} blocks
 * @returns {{base: object[], head: object[]}[]}
 */
export function pairArms(blocks, base, head) {
  const slicesOf = (block, name) => block.arms.find(({ arm }) => arm === name)?.slices ?? [];
  return blocks
    .map((block) => ({ base: slicesOf(block, base), head: slicesOf(block, head) }))
    .filter((pair) => pair.base.length > 0 && pair.head.length > 0);
}

/** Jobs of `size` blocks that have no block in common, in the order of recording; what is left over is not used. */
export function cutJobs(pairs, size) {
  return Array.from({ length: Math.floor(pairs.length / size) }, (_, job) =>
    pairs.slice(job * size, (job + 1) * size),
  );
}

/**
 * Jobs drawn from the blocks with replacement (bootstrap). They have blocks in common, and no drift: good for power,
 * where many jobs are wanted, but no evidence of a false-alarm rate.
 */
export function bootstrapJobs(pairs, size, count, random) {
  return Array.from({ length: count }, () =>
    Array.from({ length: size }, () => pairs[random.below(pairs.length)]),
  );
}

/**
 * Jobs of identical code: no block twice, and either arm of a block may be the head, so that what the arms differ by
 * chance is no change. Blocks drawn twice would tie, which a real run's do not; and since each block's direction is
 * tossed anew, jobs with blocks in common scatter as widely as independent ones.
 *
 * @param ways the same blocks twice: as they are, and with their arms swapped
 */
export function drawIdenticalJobs(ways, size, count, random) {
  const order = ways[0].map((_, index) => index);
  return Array.from({ length: count }, () =>
    shuffle(order, random)
      .slice(0, size)
      .map((index) => ways[random.below(2)][index]),
  );
}
