import { source } from '../judge/tailgate.mjs';
import { exceedsPercentage, exceedsTLimit } from '../rules/bencher.mjs';
import { permutationAlarm } from '../rules/firecracker.mjs';
import { findChangePoints, risesAt } from '../rules/otava.mjs';
import { exceedsRatio, medianExceedsRatio } from '../rules/ratio.mjs';
import { exceedsFence } from '../rules/rustc-perf.mjs';
import { autoSample } from '../rules/tachometer.mjs';

/** What a request that is never answered costs the caller (ms): k6's own percentiles have it at its timeout. */
const TIMEOUT_MS = 500;

/**
 * The rules of others on the blocks of one job, all with its total load.
 *
 * - `pooled`: one run of each revision, as long as all blocks of the job: base and head, ms.
 * - `blocks`: one value for each fresh process, in the order of measurement: arrays.
 * - `history`: earlier runs of the base, oldest first, and the new run: each as long as all blocks of one arm.
 *
 * @typedef {{name: string, takes: 'pooled' | 'blocks' | 'history',
 *   alarm: (base: any, head: any, random: object) => boolean}} Peer
 * @type {Peer[]}
 */
export const PEERS = [
  { name: 'one run, ratio > 110 %', takes: 'pooled', alarm: (base, head) => exceedsRatio(base, head, 1.1) },
  { name: 'one run, ratio > 125 %', takes: 'pooled', alarm: (base, head) => exceedsRatio(base, head, 1.25) },
  { name: 'one run, ratio > 200 %', takes: 'pooled', alarm: (base, head) => exceedsRatio(base, head, 2) },
  {
    name: 'median of blocks > 110 %',
    takes: 'blocks',
    alarm: (base, head) => medianExceedsRatio(base, head, 1.1),
  },
  {
    name: 'median of blocks > 125 %',
    takes: 'blocks',
    alarm: (base, head) => medianExceedsRatio(base, head, 1.25),
  },
  { name: 'Bencher: t limit 0.99', takes: 'history', alarm: (earlier, head) => exceedsTLimit(earlier, head) },
  { name: 'Bencher: 25 %', takes: 'history', alarm: (earlier, head) => exceedsPercentage(earlier, head) },
  {
    name: 'tachometer: 95 % interval, horizon 0 %',
    takes: 'blocks',
    alarm: (base, head) => autoSample(base, head).alarm,
  },
  {
    name: 'tachometer: 95 % interval, horizon ±10 %',
    takes: 'blocks',
    alarm: (base, head) => autoSample(base, head, [-0.1, 0.1]).alarm,
  },
  {
    name: 'Firecracker: permutations, p < 0.01 and > 5 %',
    takes: 'blocks',
    alarm: (base, head, random) => permutationAlarm(base, head, random),
  },
  {
    name: 'rustc-perf: Q3 + 3 · IQR',
    takes: 'history',
    alarm: (earlier, head) => exceedsFence(earlier, head),
  },
];
export const OTAVA = 'Otava: E-divisive';

/** Percentiles (fractions) to which each rule is applied. */
export const LEVELS = { p50: 0.5, p99: 0.99 };

/** Earlier runs that rules with a history see at most, and at least. */
export const HISTORY = { most: 64, least: 8 };

const values = new WeakMap();

/** Percentile of some slices (ms), remembered: blocks are drawn again and again. */
export function readLevel(slices, level) {
  if (!values.has(slices)) values.set(slices, new Map());
  const known = values.get(slices);
  if (!known.has(level)) known.set(level, Math.min(TIMEOUT_MS, source.pooledQuantile(slices, level)));
  return known.get(level);
}

export const blockValues = (job, arm, level) => job.map((pair) => readLevel(pair[arm], level));
export const pooledValue = (job, arm, level) =>
  readLevel(
    job.flatMap((pair) => pair[arm]),
    level,
  );

/**
 * Alarms of the rules that see a job by itself, for each percentile, as `name p50` → boolean.
 *
 * @param {object} random  of bench/random.mjs
 */
export function judgePeers(job, random) {
  const alarms = {};
  for (const [metric, level] of Object.entries(LEVELS)) {
    const seen = {
      pooled: ['base', 'head'].map((arm) => pooledValue(job, arm, level)),
      blocks: ['base', 'head'].map((arm) => blockValues(job, arm, level)),
    };
    for (const { name, takes, alarm } of PEERS) {
      if (takes !== 'history') alarms[`${name} ${metric}`] = alarm(...seen[takes], random);
    }
  }
  return alarms;
}

/** Alarms of the rules with a history. @param {number[]} earlier  oldest first */
export function judgeHistory(earlier, value, metric) {
  const used = earlier.slice(-HISTORY.most);
  return Object.fromEntries(
    PEERS.filter(({ takes }) => takes === 'history').map(({ name, alarm }) => [
      `${name} ${metric}`,
      alarm(used, value),
    ]),
  );
}

/**
 * Otava's alarms for many jobs at once: the values of the base's blocks, then the head's, as one series.
 *
 * @returns {Record<string, boolean>[]} one for each job
 */
export function judgeByOtava(jobs) {
  const metrics = Object.entries(LEVELS);
  const series = jobs.flatMap((job) =>
    metrics.map(([, level]) => [...blockValues(job, 'base', level), ...blockValues(job, 'head', level)]),
  );
  const points = findChangePoints(series);
  return jobs.map((job, index) =>
    Object.fromEntries(
      metrics.map(([metric], m) => [
        `${OTAVA} ${metric}`,
        risesAt(points[index * metrics.length + m], job.length),
      ]),
    ),
  );
}
