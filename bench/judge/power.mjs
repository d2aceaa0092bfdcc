import { drawJobs } from './draws.mjs';
import { slowDown, swapArms } from './jobs.mjs';
import { findRegressed, listDetectable, STUDIED } from './tailgate.mjs';

/** Also of the sign vectors of all drawn jobs: drawing them anew for each would tell nothing more. */
export const SEED = 20261124;
/** Sign vectors for drawn jobs: a quarter of the default. */
export const ROWS = 4096;

/**
 * Power where all requests of the head take longer: share of drawn jobs that are called `regressed`, by metric and by any.
 *
 * @param {number} change  fraction
 * @returns {Record<string, number>}
 */
export function measurePower(blocks, given, change, count) {
  const jobs = drawSlower(blocks, given, change, { count, seed: SEED });
  const found = jobs.map((job) => findRegressed(job, given.gates, SEED, ROWS));
  const share = (holds) => found.filter(holds).length / found.length;
  const shares = STUDIED.map((name) => [name, share((metrics) => metrics.has(name))]);
  return Object.fromEntries([['any', share(({ size }) => size > 0)], ...shares]);
}

/** Either arm of a block may be the head, so that what the arms differ by chance is no change. */
function drawSlower(blocks, given, change, options) {
  const ways = [blocks, swapArms(blocks)].map((way) => slowDown(way, 1 + change));
  return drawJobs(ways, given, options);
}

/**
 * Is the stated minimum detectable change true? How often a job is called that is slower by what another job, of identical
 * code, states; NaN where nothing is stated.
 *
 * @returns {number[]} by STUDIED
 */
export function checkDetectable(blocks, given, count) {
  const { gates } = given;
  const stated = drawSlower(blocks, given, 0, { count, seed: SEED }).map((job) =>
    listDetectable(job, gates, SEED, ROWS),
  );
  return STUDIED.map((name) => {
    const list = stated.map((changes) => changes[name]).filter((change) => change !== null);
    const found = list.flatMap((change, index) =>
      drawSlower(blocks, given, change, { count: 2, seed: SEED + 1 + index }).map((job) =>
        findRegressed(job, gates, SEED, ROWS).has(name),
      ),
    );
    return found.filter(Boolean).length / found.length;
  });
}
