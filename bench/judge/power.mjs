import { drawJobs } from './draws.mjs';
import { findRegressed, listDetectable, STUDIED } from './tailgate.mjs';

/** Also of the sign vectors of all drawn jobs: drawing them anew for each would tell nothing more. */
export const SEED = 20261124;
/** Sign vectors for drawn jobs: a quarter of the default. */
export const ROWS = 4096;
/** As in src/verdict/pair.ts: beyond it nothing is stated. */
const MOST_DETECTABLE = 10;

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

/**
 * Every answered request of the head takes longer. Either arm of a block may be the head, so that what the arms differ by
 * chance is no change.
 */
function drawSlower(blocks, given, change, options) {
  const slow = (slices) => slices.map((slice) => slowDown(slice, 1 + change));
  const join = (block, base, head) => ({
    ...block,
    ...{ base: block[base], head: slow(block[head]) },
    alone: { base: block.alone[base], head: slow(block.alone[head]) },
  });
  const ways = [
    blocks.map((block) => join(block, 'base', 'head')),
    blocks.map((block) => join(block, 'head', 'base')),
  ];
  return drawJobs(ways, given, options);
}

function slowDown(slice, factor) {
  if (slice.latency === null) return slice;
  const { levels, values } = slice.latency;
  const latency = { levels, values: values.map((value) => value * factor) };
  return { ...slice, avg: slice.avg * factor, latency };
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
    const list = stated.map((changes) => changes[name]);
    const found = list
      .filter((change) => change <= MOST_DETECTABLE)
      .flatMap((change, index) =>
        drawSlower(blocks, given, change, { count: 2, seed: SEED + 1 + index }).map((job) =>
          findRegressed(job, gates, SEED, ROWS).has(name),
        ),
      );
    return found.filter(Boolean).length / found.length;
  });
}
