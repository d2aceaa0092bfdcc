import { slowDown, swapArms } from '../judge/jobs.mjs';
import { source } from '../judge/tailgate.mjs';
import { seededRandom, shuffle } from '../random.mjs';

/** Blocks of a run of the default budget, and those that follow where slow requests show to be rare before the first look. */
const PLANNED = 14;
const LONG = 12;

/** Looks of a run whose stretches alone became longer after so many blocks; null: they did not. */
export function scheduleLooks(longAfter, family) {
  const looks = source.scheduleLooks(PLANNED, family, 0.01);
  const isEarly = longAfter !== null && longAfter < looks[0];
  return isEarly ? source.scheduleLooks(LONG + longAfter, family, 0.01) : looks;
}

/**
 * Draws jobs of identical code from the blocks of a cell as a run would measure them: none twice, either arm may be the
 * head, and from the block on in which slow requests show to be rare those with longer stretches, as far as there are any.
 *
 * @param {import('../jobs/recorded.mjs').Block[]} blocks
 * @param {{factor: number, count: number, seed: number, family: number}} options  `factor`: of the head's latencies;
 *   `family`: number of gated metrics
 * @returns {import('../jobs/recorded.mjs').Block[][]} each with the property `looks`
 */
export function drawJobs(blocks, { factor, count, seed, family }) {
  const random = seededRandom(seed);
  const ways = [blocks, swapArms(blocks)].map((way) => slowDown(way, factor));
  const order = blocks.map((_, index) => index);
  return Array.from({ length: count }, () => {
    const [long, usual] = [true, false].map((isLong) =>
      shuffle(order, random).filter((index) => blocks[index].isLong === isLong),
    );
    const job = [];
    let isRare = false;
    let looks = scheduleLooks(null, family);
    while (job.length < looks.at(-1)) {
      if (!isRare && source.areSlowRequestsRare(job.map(({ alone }) => alone))) {
        isRare = true;
        looks = scheduleLooks(job.length, family);
      }
      const index = (isRare ? long.pop() : usual.pop()) ?? usual.pop() ?? long.pop();
      if (index === undefined) break;
      job.push(ways[random.below(2)][index]);
    }
    return Object.assign(job, { looks });
  });
}
