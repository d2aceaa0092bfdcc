import { seededRandom } from '../random.mjs';
import { drawJobs } from './draws.mjs';
import { slowDown, swapArms } from './jobs.mjs';
import { findMedian } from './table.mjs';
import { findRegressed, listDetectable } from './tailgate.mjs';

/** Also of the sign vectors of all drawn jobs: drawing them anew for each would tell nothing more. */
export const SEED = 20261124;
/** Sign vectors for drawn jobs: a quarter of the default. */
export const ROWS = 4096;
/** Metrics of latency whose changes are studied one by one. */
export const METRICS = ['p50', 'p99', 'tail'];

/**
 * Power where all requests of the head take longer: share of drawn jobs that are called `regressed`, by metric and by any,
 * and the middle 90 % of that share over sets of blocks drawn with replacement (bootstrap over blocks).
 *
 * @param {number} change  fraction
 * @param {{jobs: number, sets: number, jobsOfSet: number}} draws
 * @returns {Record<string, {power: number, low: number, high: number}>}
 */
export function measurePower(blocks, given, change, draws) {
  const share = (from, count, seed) =>
    shareFound(drawSlower(from, given, change, { count, seed }).map((job) => findAlarms(job, given)));
  const own = share(blocks, draws.jobs, SEED);
  const random = seededRandom(SEED);
  const sets = Array.from({ length: draws.sets }, (_, index) => {
    const set = blocks.map(() => blocks[random.below(blocks.length)]);
    return share(set, draws.jobsOfSet, SEED + index);
  });
  return Object.fromEntries(
    Object.entries(own).map(([name, power]) => [
      name,
      { power, ...findMiddle(sets.map((set) => set[name])) },
    ]),
  );
}

/** Either arm of a block may be the head, so that what the arms differ by chance is no change. */
function drawSlower(blocks, given, change, options) {
  const ways = [blocks, swapArms(blocks)].map((way) => slowDown(way, 1 + change));
  return drawJobs(ways, given, options);
}

/** The middle 90 %. */
export function findMiddle(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (level) => sorted[Math.min(sorted.length - 1, Math.floor(level * sorted.length))];
  return { low: at(0.05), high: at(0.95) };
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
