import { pathOfJobs } from '../jobs/recorder.mjs';
import { slowDown, swapArms } from '../judge/jobs.mjs';
import { source } from '../judge/tailgate.mjs';
import { unpack } from '../lines.mjs';
import { seededRandom, shuffle } from '../random.mjs';

/**
 * A block as the judge reads it: slices of both arms in turns, and of each alone.
 *
 * @typedef {{base: object[], head: object[], alone: {base: object[], head: object[]}, isLong: boolean}} Block
 *   `isLong`: stretches alone were longer, since slow requests had shown to be rare
 */

/**
 * Whole jobs of a cell, oldest first.
 *
 * @returns {{at: string, build: string, verdict: string, planned: number, looks: number[], blocks: Block[]}[]}
 */
export function readRecorded(cell) {
  return unpack(pathOfJobs(cell)).map(({ blocks, ...job }) => ({
    ...job,
    planned: blocks.at(-1).planned,
    looks: blocks.at(-1).looks,
    blocks: blocks.map(readBlock),
  }));
}

function readBlock({ kept, rare }) {
  const pick = (arm, turns) =>
    kept.filter((round) => round.arm === arm && round.turns === turns).flatMap(({ slices }) => slices);
  const pickBoth = (turns) => ({ base: pick('base', turns), head: pick('head', turns) });
  return { ...pickBoth(true), alone: pickBoth(false), isLong: rare };
}

/** Blocks of a run of the default budget, and those that follow where slow requests show to be rare before the first look. */
const PLANNED = 14;
const LONG = 12;

/**
 * Draws jobs of identical code from the blocks of a cell as a run would measure them: none twice, either arm may be the
 * head, and from the block on in which slow requests show to be rare those with longer stretches, as far as there are any.
 *
 * @param {Block[]} blocks
 * @param {{factor: number, count: number, seed: number, family: number}} options  `factor`: of the head's latencies;
 *   `family`: number of gated metrics
 * @returns {Block[][]} each with the property `looks`
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
    let [planned, isRare] = [PLANNED, false];
    let looks = source.scheduleLooks(planned, family, 0.01);
    while (job.length < planned) {
      if (!isRare && source.areSlowRequestsRare(job.map(({ alone }) => alone))) {
        isRare = true;
        if (job.length < looks[0]) planned = LONG + job.length;
        looks = source.scheduleLooks(planned, family, 0.01);
      }
      const index = (isRare ? long.pop() : usual.pop()) ?? usual.pop() ?? long.pop();
      if (index === undefined) break;
      job.push(ways[random.below(2)][index]);
    }
    return Object.assign(job, { looks });
  });
}
