import { drawJobs } from './draws.mjs';
import { slowDown, swapArms } from './jobs.mjs';
import { findMedian } from './table.mjs';
import { findRegressed, listDetectable } from './tailgate.mjs';

/** Also of the sign vectors of all drawn jobs: drawing them anew for each would tell nothing more. */
export const SEED = 20261124;
/** Sign vectors for drawn jobs: a quarter of the default. */
export const ROWS = 4096;
/** Metrics of latency whose changes are studied one by one. */
export const METRICS = ['p50', 'tail', 'p99'];

/**
 * Power where all requests of the head take longer: share of drawn jobs that are called `regressed`, by metric and by any.
 *
 * @param {number} change  fraction
 * @returns {Record<string, number>}
 */
export function measurePower(blocks, given, change, count) {
  const jobs = drawSlower(blocks, given, change, { count, seed: SEED });
  return shareFound(jobs.map((job) => findAlarms(job, given)));
}

/** Either arm of a block may be the head, so that what the arms differ by chance is no change. */
function drawSlower(blocks, given, change, options) {
  const ways = [blocks, swapArms(blocks)].map((way) => slowDown(way, 1 + change));
  return drawJobs(ways, given, options);
}

/** Metrics that Tailgate calls `regressed` at some look. */
function findAlarms(job, { gates }) {
  const found = findRegressed(job, gates, SEED, ROWS);
  return [...found, ...(found.size > 0 ? ['any'] : [])];
}

function shareFound(found) {
  return Object.fromEntries(
    ['any', ...METRICS].map((name) => [
      name,
      found.filter((alarms) => alarms.includes(name)).length / found.length,
    ]),
  );
}

/**
 * Is the stated minimum detectable change true? `median` of what jobs of identical code state, and how often another job
 * is called that is slower by what one of them states; null where nothing is stated.
 */
export function checkDetectable(blocks, given, count) {
  const { gates } = given;
  const stated = drawSlower(blocks, given, 0, { count, seed: SEED }).map((job) =>
    listDetectable(job, gates, SEED, ROWS),
  );
  return Object.fromEntries(
    METRICS.map((name) => {
      const list = stated.map((changes) => changes[name]).filter((change) => change !== null);
      const found = list.flatMap((change, index) =>
        drawSlower(blocks, given, change, { count: 2, seed: SEED + 1 + index }).map((job) =>
          findRegressed(job, gates, SEED, ROWS).has(name),
        ),
      );
      const median = findMedian(list) ?? null;
      return [name, { median, power: list.length ? found.filter(Boolean).length / found.length : null }];
    }),
  );
}
