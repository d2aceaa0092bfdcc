import { slowDown, swapArms } from '../judge/jobs.mjs';
import { findRegressed, judgeJob, listGates, nameMetric, STUDIED, source } from '../judge/tailgate.mjs';
import { seededRandom } from '../random.mjs';
import { bootstrapJobs, cutJobs, drawIdenticalJobs, pairArms } from './jobs.mjs';
import { HISTORY, judgeByOtava, judgeHistory, judgePeers, LEVELS, pooledValue, readLevel } from './peers.mjs';

/** Also of the sign vectors of all resampled jobs: drawing them anew for each would tell nothing more. */
const SEED = 20261121;

/** Sign vectors for resampled jobs: a quarter of the default. */
const ROWS = 4096;

/** A request of a service with stalls that takes longer than this (ms) has met one. */
const STALLED_MS = 150;

/** Blocks that make up one run for the rules with a history when blocks are taken in the order of recording. */
export const RUN_BLOCKS = 4;

/** @returns {Record<string, {hits: number, trials: number}>} of a list of {name: boolean} */
export function countAlarms(list) {
  const counts = {};
  for (const alarms of list) {
    for (const [name, alarm] of Object.entries(alarms)) {
      counts[name] ??= { hits: 0, trials: 0 };
      counts[name].trials++;
      if (alarm) counts[name].hits++;
    }
  }
  return counts;
}

/**
 * Identical code, disjoint jobs, each judged in both directions: the arms are alike, so that either may be called the
 * head. The two are not independent, and cannot both alarm: the bound for one direction is half of that for "either".
 *
 * @returns {{jobs: number, runs: number, alarms: Record<string, {hits: number, trials: number}>, verdicts: object[]}}
 *   `hits`: jobs with an alarm in either direction; `verdicts` of Tailgate, base against same
 */
export function judgeIdentical(cell, blocks, size) {
  const pairs = pairArms(blocks, 'base', 'same');
  const jobs = cutJobs(pairs, size);
  const gates = listGates(cell);
  const verdicts = jobs.map((job, index) => judgeJob(job, gates, SEED + index));
  const backwards = jobs.map((job, index) => judgeJob(swapArms(job), gates, SEED + index));
  const random = seededRandom(SEED);
  const both = [...jobs, ...jobs.map(swapArms)];
  const otava = judgeByOtava(both);
  const peers = both.map((job, index) => ({ ...judgePeers(job, random), ...otava[index] }));
  const either = jobs.map((_, index) => ({
    Tailgate: verdicts[index].code === 'regressed' || backwards[index].code === 'regressed',
    ...Object.fromEntries(
      Object.keys(peers[index]).map((name) => [name, peers[index][name] || peers[jobs.length + index][name]]),
    ),
  }));
  const runs = listRuns(pairs);
  return {
    jobs: jobs.length,
    runs: runs.length,
    alarms: { ...countAlarms(either), ...countAlarms(runs) },
    verdicts,
  };
}

/**
 * The rules with a history, in the order of recording: each run of `same` against the earlier runs of the base. The
 * other direction would see the same drift once more, so it is left out.
 */
function listRuns(pairs) {
  const runs = cutJobs(pairs, RUN_BLOCKS);
  return runs.slice(HISTORY.least).map((run, index) =>
    Object.assign(
      {},
      ...Object.entries(LEVELS).map(([metric, level]) =>
        judgeHistory(
          runs.slice(0, HISTORY.least + index).map((job) => pooledValue(job, 'base', level)),
          pooledValue(run, 'head', level),
          metric,
        ),
      ),
    ),
  );
}

/**
 * The true change of an arm: all its slices against those of the base in the same blocks. `errors` is a difference of
 * shares, the others are relative.
 */
export function measureChange(cell, blocks, arm) {
  const pairs = pairArms(blocks, 'base', arm);
  const pool = (side) => pairs.flatMap((pair) => pair[side]);
  const change = {};
  for (const { metric } of listGates(cell)) {
    if (metric.kind === 'slow-share') continue;
    const [before, after] = ['base', 'head'].map((side) => source.measureMetric(pool(side), metric));
    change[nameMetric({ metric })] = metric.kind === 'errors' ? after - before : after / before - 1;
  }
  return { blocks: pairs.length, change };
}

/**
 * Bootstrap jobs of an arm with a change: share of alarms by rule, and Tailgate's verdicts.
 *
 * @returns {{blocks: number, verdicts: object[], disjoint: {hits: number, trials: number}, stalls: object,
 *   alarms: object}} `disjoint`: jobs without a block in common that are called `regressed`
 */
export function judgeChange(cell, blocks, arm, { size, count }) {
  const random = seededRandom(SEED);
  const pairs = pairArms(blocks, 'base', arm);
  const jobs = bootstrapJobs(pairs, size, count, random);
  const gates = listGates(cell);
  const verdicts = jobs.map((job) => judgeJob(job, gates, SEED, ROWS));
  const disjoint = cutJobs(pairs, size).map((job, index) => judgeJob(job, gates, SEED + index).code);
  const otava = judgeByOtava(jobs);
  const identical = pairArms(blocks, 'base', 'same');
  const alarms = jobs.map((job, index) => ({
    Tailgate: verdicts[index].code === 'regressed',
    ...judgePeers(job, random),
    ...judgeAgainstRuns(job, identical, size, random),
    ...otava[index],
  }));
  for (const seen of alarms) Object.assign(seen, joinPercentiles(seen));
  return {
    blocks: pairs.length,
    verdicts,
    disjoint: { hits: disjoint.filter((code) => code === 'regressed').length, trials: disjoint.length },
    stalls: countStalls(pairs, jobs, verdicts),
    alarms: countAlarms(alarms),
  };
}

/** `name`: whether `name p50` or `name p99` alarms, as for somebody who watches both. */
function joinPercentiles(alarms) {
  const joined = {};
  for (const [rule, alarm] of Object.entries(alarms)) {
    const name = rule.replace(/ (p50|p99)$/, '');
    if (name !== rule) joined[name] ||= alarm;
  }
  return joined;
}

/**
 * Blocks of the head that met a stall, and of the jobs called `unchanged` those whose blocks, as far as they were
 * used, met none at all.
 */
function countStalls(pairs, jobs, verdicts) {
  const isHit = ({ head }) =>
    head.some(({ latency }) => latency !== null && latency.values.at(-1) > STALLED_MS);
  const unchanged = jobs.filter((_, index) => verdicts[index].code === 'unchanged');
  const used = (job) => job.slice(0, verdicts[jobs.indexOf(job)].used);
  return {
    blocks: pairs.filter(isHit).length,
    unchanged: unchanged.length,
    unmet: unchanged.filter((job) => !used(job).some(isHit)).length,
  };
}

/** Earlier runs for a bootstrap job: as many and as long as the rules can have them, drawn from the base's blocks. */
function judgeAgainstRuns(job, identical, size, random) {
  const earlier = bootstrapJobs(identical, size, HISTORY.most, random);
  return Object.assign(
    {},
    ...Object.entries(LEVELS).map(([metric, level]) =>
      judgeHistory(
        // The mean of the blocks' values stands for the percentile of all: pooling 64 × 16 blocks takes too long.
        earlier.map((run) => run.reduce((sum, pair) => sum + readLevel(pair.base, level), 0) / run.length),
        job.reduce((sum, pair) => sum + readLevel(pair.head, level), 0) / job.length,
        metric,
      ),
    ),
  );
}

/**
 * Power against the size of a change: jobs of identical code, the head's latencies multiplied.
 *
 * @param {number[]} changes  relative
 * @returns {{change: number, power: Record<string, number>, alarms: object}[]} `power`: share of jobs called
 *   `regressed`, by metric and by any; `alarms` of other rules at p50 or p99
 */
export function drawPowerCurve(cell, blocks, changes, { size, count }) {
  const ways = pairBothWays(blocks);
  const gates = listGates(cell);
  return changes.map((change) => {
    const jobs = drawSlowedJobs(ways, change, size, count);
    const random = seededRandom(SEED);
    const peers = jobs.map((job) => ({
      ...judgePeers(job, random),
      ...judgeAgainstRuns(job, ways.flat(), size, random),
    }));
    return { change, alarms: countAlarms(peers.map(joinPercentiles)), power: sharesRegressed(jobs, gates) };
  });
}

/**
 * Power at one change, by more jobs than a curve has.
 *
 * @param {number} change  relative
 * @returns {{jobs: number, power: Record<string, number>}} `power` as in a curve
 */
export function measurePower(cell, blocks, change, { size, count }) {
  const jobs = drawSlowedJobs(pairBothWays(blocks), change, size, count);
  return { jobs: jobs.length, power: sharesRegressed(jobs, listGates(cell)) };
}

/** Jobs of identical code with the head's latencies multiplied; more jobs begin with the same ones. */
function drawSlowedJobs(ways, change, size, count) {
  const slowed = ways.map((pairs) => slowDown(pairs, 1 + change));
  return drawIdenticalJobs(slowed, size, count, seededRandom(SEED));
}

/** Shares of the jobs that are called `regressed`, by metric and by any. */
function sharesRegressed(jobs, gates) {
  const found = jobs.map((job) => findRegressed(job, gates, SEED, ROWS));
  const shareOf = (holds) => found.filter(holds).length / found.length;
  return {
    any: shareOf((metrics) => metrics.size > 0),
    ...Object.fromEntries(STUDIED.map((name) => [name, shareOf((metrics) => metrics.has(name))])),
  };
}

function pairBothWays(blocks) {
  const pairs = pairArms(blocks, 'base', 'same');
  return [pairs, swapArms(pairs)];
}

/** Standard deviation of a block's log ratio on identical code, which has no centre but 0. */
export function measureSpread(cell, blocks) {
  const pairs = pairArms(blocks, 'base', 'same');
  const metrics = listGates(cell).filter((gate) => STUDIED.includes(nameMetric(gate)));
  return Object.fromEntries(
    metrics.map(({ metric }) => {
      const squares = source.listDeviations(metric, pairs, 1).map((deviation) => deviation ** 2);
      return [nameMetric({ metric }), Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / squares.length)];
    }),
  );
}

/** Jobs with the change that another one states. */
const OTHERS = 2;

/**
 * Is the stated minimum detectable change true? `median` of what whole jobs of identical code state, and how often
 * others are called that are slower by just what one of them states. `null` where nothing is stated.
 */
export function checkDetectable(cell, blocks, { size, count }) {
  const random = seededRandom(SEED + 1);
  const ways = pairBothWays(blocks);
  const gates = listGates(cell);
  const draw = (jobs) => drawIdenticalJobs(ways, size, jobs, random);
  const stated = draw(count).map((job) => judgeJob(job, gates, SEED, ROWS, true).detectable);
  return STUDIED.map((name) => {
    const list = stated.map((changes) => changes[name]).filter((change) => change !== null);
    if (list.length === 0) return { name, median: null, power: null };
    const called = list.flatMap((change) =>
      draw(OTHERS).map((job) => findRegressed(slowDown(job, 1 + change), gates, SEED, ROWS).has(name)),
    );
    return {
      name,
      median: list.sort((a, b) => a - b)[list.length >> 1],
      power: called.filter(Boolean).length / called.length,
    };
  });
}
