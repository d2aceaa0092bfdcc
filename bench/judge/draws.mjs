import { seededRandom } from '../random.mjs';
import { source } from './tailgate.mjs';

/**
 * Draws jobs from the blocks of a cell as a run would measure them: those with longer stretches from the block on from
 * which a run would have had them, as far as there are any.
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
    const job = [];
    let isLonger = false;
    let looks = given.scheduleLooks(null);
    while (job.length < looks.at(-1)) {
      const reason = !isLonger && given.mayBeLonger ? findReason(job) : null;
      if (reason !== null) {
        isLonger = true;
        looks = given.scheduleLooks({ after: job.length, reason });
      }
      const place = draw(isLonger);
      if (place === null) break;
      job.push(ways[random.below(ways.length)][place]);
    }
    return Object.assign(job, { looks });
  });
}

/** Why stretches alone become longer after these blocks; null where they do not. */
function findReason(job) {
  const alone = job.map((block) => block.alone);
  const all = source.pickBlocks({ blocks: job, alone }, 'all');
  return source.findLongerReason({ alone, all });
}

function listPlaces(blocks, isLong) {
  return blocks.flatMap((block, place) => (block.isLong === isLong ? [place] : []));
}

/** A recorded job as it was measured, with its looks. */
export function restoreJob(blocks, given) {
  const first = blocks.findIndex(({ isLong }) => isLong);
  const longer = first === -1 ? null : { after: first, reason: findReason(blocks.slice(0, first)) };
  return Object.assign([...blocks], { looks: given.scheduleLooks(longer) });
}
