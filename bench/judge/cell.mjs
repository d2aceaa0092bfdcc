/** Judges one cell of whole jobs, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { CELLS } from '../jobs/cells.mjs';
import { readRecorded } from '../jobs/recorded.mjs';
import { seededRandom } from '../random.mjs';
import { arrangeBlocks, makeCase } from './case.mjs';
import { drawJobs, restoreJob } from './draws.mjs';
import { swapArms } from './jobs.mjs';
import { checkDetectable, findMiddle, measurePower, ROWS, SEED } from './power.mjs';
import { findMedian } from './table.mjs';
import { isFound } from './targets.mjs';
import { judgeWhole } from './whole.mjs';

/** Slowdowns of all requests (fraction). */
const CHANGES = [0, 0.1, 0.2, 0.3];
/** Fewer blocks of identical code than a job has say nothing about jobs. */
const LEAST_BLOCKS = 20;

const { name, counts } = workerData;
const cell = CELLS.find((known) => known.name === name);
const given = makeCase(cell);
const jobs = readRecorded(cell).map((job) => ({ ...job, blocks: arrangeBlocks(job.blocks, given) }));
const blocks = jobs.flatMap((job) => job.blocks);
parentPort.postMessage({
  name,
  wall: given.wall,
  startSeconds: measureStarts(),
  blocks: blocks.length,
  long: blocks.filter(({ isLong }) => isLong).length,
  replayed: jobs.map((job) => ({
    at: job.at,
    code: replay(job.blocks).code,
    isLong: job.blocks.some(({ isLong }) => isLong),
  })),
  ...(cell.class === 'same' ? studyIdentical() : { drawn: studyChange() }),
});

/** Typical time (s) until both arms of a block are ready. */
function measureStarts() {
  const starts = jobs
    .flatMap((job) => job.blocks)
    .map(({ base, head }) => Math.max(...[...base, ...head].map(({ startup }) => startup ?? 0)) / 1000);
  return findMedian(starts) ?? 0;
}

function replay(own) {
  return judgeWhole(restoreJob(own, given), given, SEED);
}

/** Jobs drawn from the blocks of all recorded ones, and the same of sets of blocks drawn with replacement. */
function studyChange() {
  const gated = cell.class === 'c' ? makeCase(cell, { gatesCpu: true }) : given;
  const draw = (from, count, seed) => drawJobs([from], gated, { count, seed, replaces: true });
  const judge = (job) => judgeWhole(job, gated, SEED, ROWS);
  const drawn = draw(blocks, counts.drawn, SEED);
  const verdicts = drawn.map(judge);
  const random = seededRandom(SEED);
  const sets = Array.from({ length: counts.sets }, (_, index) => {
    const set = blocks.map(() => blocks[random.below(blocks.length)]);
    return shareOf(draw(set, counts.jobsOfSet, SEED + index).map(judge), isBlocked);
  });
  return {
    count: drawn.length,
    found: { share: shareOf(verdicts, isBlocked), ...findMiddle(sets) },
    unchanged: verdicts.filter(({ code }) => code === 'unchanged').length,
    met: verdicts.filter(({ isMet }) => isMet).length,
    byMetric: countMetrics(verdicts),
  };
}

function isBlocked({ code }) {
  return isFound({ verdict: code });
}

function shareOf(list, holds) {
  return list.filter(holds).length / list.length;
}

function countMetrics(verdicts) {
  const found = {};
  for (const { regressed } of verdicts)
    for (const metric of regressed) found[metric] = (found[metric] ?? 0) + 1;
  return found;
}

/** Disjoint jobs, each as it was and with the labels exchanged; power where there are blocks for it. */
function studyIdentical() {
  const either = jobs.filter((job) => {
    return [job.blocks, swapArms(job.blocks)].some((way) => replay(way).code === 'regressed');
  }).length;
  if (!given.takesTurns || blocks.length < LEAST_BLOCKS) return { either, power: null };
  return {
    either,
    power: {
      changes: CHANGES.map((change) => ({
        change,
        found: measurePower(blocks, given, change, counts.power),
      })),
      detectable: checkDetectable(blocks, given, counts.detectable),
    },
  };
}
