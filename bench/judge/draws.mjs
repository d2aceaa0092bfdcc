import { seededRandom } from '../random.mjs';

/**
 * Draws jobs from the blocks of a cell as a run would measure them: after the first look those with longer stretches, as far
 * as there are any.
 *
 * @param {object[][]} ways  the same blocks once, or twice: as they are and with the labels exchanged, where either arm may
 *   be the head
 * @param {ReturnType<typeof import('./case.mjs').makeCase>} given
 * @param {{count: number, seed: number, replaces?: boolean}} options  `replaces`: a block may be drawn again (bootstrap).
 *   Of identical code it may not: blocks drawn twice would tie, which a real run's do not
 * @returns {object[][]} each with the property `looks`
 */
export function drawJobs(ways, given, { count, seed, replaces = false }) {
  const random = seededRandom(seed);
  const { looks } = given;
  return Array.from({ length: count }, () => {
    const [usual, long] = [false, true].map((isLong) =>
      ways[0].flatMap((block, place) => (block.isLong === isLong ? [place] : [])),
    );
    const job = [];
    while (job.length < looks.at(-1) && usual.length + long.length > 0) {
      // After the first look load alone is longer.
      const isLong = looks.length > 1 && job.length >= looks[0];
      const [pool, other] = isLong ? [long, usual] : [usual, long];
      const from = pool.length > 0 ? pool : other;
      const at = random.below(from.length);
      const place = replaces ? from[at] : from.splice(at, 1)[0];
      job.push(ways[random.below(ways.length)][place]);
    }
    return Object.assign(job, { looks });
  });
}
