import { seededRandom } from '../random.mjs';

/**
 * Draws jobs from the blocks of a cell as a run would measure them: after the first look those with longer stretches, as far
 * as there are any.
 *
 * @param {object[][]} ways  the same blocks once, or twice: as they are and with the labels exchanged, where either arm may
 *   be the head
 * @param {import('./case.mjs').Case} given
 * @param {{count: number, seed: number, replaces?: boolean}} options  `replaces`: a block may be drawn again (bootstrap).
 *   Of identical code it may not: blocks drawn twice would tie, which a real run's do not
 * @returns {object[][]} each with the property `looks`
 */
export function drawJobs(ways, given, { count, seed, replaces = false }) {
  const random = seededRandom(seed);
  const [blocks] = ways;
  return Array.from({ length: count }, () => {
    const pools = new Map([true, false].map((isLong) => [isLong, listPlaces(blocks, isLong)]));
    const draw = (isLong) => {
      const pool = [isLong, !isLong].map((kind) => pools.get(kind)).find((places) => places.length > 0);
      if (pool === undefined) return null;
      const at = random.below(pool.length);
      return replaces ? pool[at] : pool.splice(at, 1)[0];
    };
    const { looks } = given;
    const job = [];
    while (job.length < looks.at(-1)) {
      // After the first look load alone is longer.
      const place = draw(looks.length > 1 && job.length >= looks[0]);
      if (place === null) break;
      job.push(ways[random.below(ways.length)][place]);
    }
    return Object.assign(job, { looks });
  });
}

function listPlaces(blocks, isLong) {
  return blocks.flatMap((block, place) => (block.isLong === isLong ? [place] : []));
}
