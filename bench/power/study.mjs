import { boundAbove } from '../bounds.mjs';
import { swapArms } from '../judge/jobs.mjs';
import { findRegressed, judgeJob, nameMetric, source } from '../judge/tailgate.mjs';
import { seededRandom } from '../random.mjs';
import { pairedTAlarm } from '../rules/paired-t.mjs';
import { drawJobs, scheduleLooks } from './jobs.mjs';

const SEED = 20261124;
/** Sign vectors for drawn jobs: a quarter of the default. */
const ROWS = 4096;
const ALPHA = 0.01;
/** Metrics of latency whose changes are studied one by one. */
export const METRICS = ['p50', 'p99', 'tail'];

/** Disjoint recorded jobs of identical code, each judged as it was and with the labels exchanged. */
export function judgeRecorded(jobs, gates) {
  const either = jobs.filter(({ blocks }, index) => {
    const first = blocks.findIndex(({ isLong }) => isLong);
    const looks = scheduleLooks(first === -1 ? null : first, gates.length);
    const judge = (way) => judgeJob(Object.assign([...way], { looks }), gates, SEED + index);
    return [blocks, swapArms(blocks)].some((way) => judge(way).code === 'regressed');
  }).length;
  return { jobs: jobs.length, either, bound: boundAbove(either, jobs.length) / 2 };
}

/** Standard deviation of a block's log ratio of identical code, which has no centre but 0. */
export function measureNoise(blocks, gates) {
  const alone = blocks.map((block) => block.alone);
  const { length } = blocks;
  return Object.fromEntries(
    source
      .readGates({ label: 'cell', metrics: gates, blocks, alone }, [length])
      .filter(({ metric }) => METRICS.includes(nameMetric(metric)))
      .map(({ metric, deviations }) => [
        nameMetric(metric),
        Math.sqrt(deviations.reduce((sum, x) => sum + x * x, 0) / length),
      ]),
  );
}

/** By how many drawn jobs and sets of blocks a power is known. */
const DRAWS = { jobs: 200, sets: 20, jobsOfSet: 40 };

/**
 * Power where all requests of the head take longer: share of drawn jobs that are called `regressed`, by metric and by any,
 * and the middle 90 % of that share over sets of blocks drawn with replacement (bootstrap over blocks).
 *
 * @param {number} change  fraction
 * @returns {Record<string, {power: number, low: number, high: number}>}
 */
export function measurePower(blocks, gates, change, draws = DRAWS) {
  const share = (from, count, seed) => {
    const jobs = drawJobs(from, { factor: 1 + change, count, seed, family: gates.length });
    return shareFound(jobs.map((job) => findAlarms(job, gates)));
  };
  const own = share(blocks, draws.jobs, SEED);
  const random = seededRandom(SEED);
  const sets = Array.from({ length: draws.sets }, (_, index) => {
    const set = blocks.map(() => blocks[random.below(blocks.length)]);
    return share(set, draws.jobsOfSet, SEED + index);
  });
  return Object.fromEntries(
    Object.entries(own).map(([name, power]) => {
      const sorted = sets.map((set) => set[name]).sort((a, b) => a - b);
      return [name, { power, low: sorted[Math.floor(0.05 * sets.length)], high: sorted.at(-1) }];
    }),
  );
}

/** Metrics that Tailgate calls `regressed` at some look, and those that the rival does at the end (`t: p50`). */
function findAlarms(job, gates) {
  const found = findRegressed(job, gates, SEED, ROWS);
  const alone = job.map((block) => block.alone);
  const rivals = source
    .readGates({ label: 'cell', metrics: gates, blocks: job, alone }, job.looks)
    .filter(({ metric }) => METRICS.includes(nameMetric(metric)))
    .filter(({ deviations, tolerance }) =>
      pairedTAlarm(deviations, { alpha: ALPHA, family: gates.length, tolerance }),
    )
    .map(({ metric }) => `t: ${nameMetric(metric)}`);
  return [...found, ...(found.size > 0 ? ['any'] : []), ...rivals, ...(rivals.length > 0 ? ['t: any'] : [])];
}

function shareFound(found) {
  const names = ['any', ...METRICS].flatMap((name) => [name, `t: ${name}`]);
  return Object.fromEntries(
    names.map((name) => [name, found.filter((alarms) => alarms.includes(name)).length / found.length]),
  );
}

/**
 * Is the stated minimum detectable change true? `median` of what jobs of identical code state, and how often another job
 * is called that is slower by what one of them states; null where nothing is stated.
 */
export function checkDetectable(blocks, gates, count) {
  const draw = (factor, seed, jobs) => drawJobs(blocks, { factor, count: jobs, seed, family: gates.length });
  const stated = draw(1, SEED, count).map((job) => judgeJob(job, gates, SEED, ROWS, true).detectable);
  return Object.fromEntries(
    METRICS.map((name) => {
      const list = stated.map((changes) => changes[name]).filter((change) => change !== null);
      const found = list.flatMap((change, index) =>
        draw(1 + change, SEED + 1 + index, 2).map((job) => findRegressed(job, gates, SEED, ROWS).has(name)),
      );
      const median = list.sort((a, b) => a - b)[list.length >> 1] ?? null;
      return [name, { median, power: list.length ? found.filter(Boolean).length / found.length : null }];
    }),
  );
}
