/** Judges one cell of whole jobs, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { CELLS } from '../jobs/cells.mjs';
import { readRecorded } from '../jobs/recorded.mjs';
import { arrangeBlocks, makeCase } from './case.mjs';
import { drawJobs } from './draws.mjs';
import { checkDetectable, measurePower, ROWS, SEED } from './power.mjs';
import { judgeWhole } from './whole.mjs';

/** Slowdowns of all requests (fraction). */
const CHANGES = [0, 0.1, 0.2];
/** Fewer blocks of identical code than a job has say nothing about jobs. */
const LEAST_BLOCKS = 20;

const { name, counts } = workerData;
const cell = CELLS.find((known) => known.name === name);
const given = makeCase(cell);
const blocks = readRecorded(cell).flatMap((job) => arrangeBlocks(job.blocks, given));
parentPort.postMessage({
  blocks: blocks.length,
  ...(cell.class === 'same' ? { power: studyIdentical() } : { drawn: studyChange() }),
});

/** Jobs drawn from the blocks of all recorded ones. */
function studyChange() {
  const gated = cell.class === 'c' ? makeCase(cell, { gatesCpu: true }) : given;
  const drawn = drawJobs([blocks], gated, { count: counts.drawn, seed: SEED, replaces: true });
  const codes = drawn.map((job) => judgeWhole(job, gated, SEED, ROWS));
  const count = (...wanted) => codes.filter((code) => wanted.includes(code)).length;
  return {
    count: codes.length,
    found: count('regressed', 'missed') / codes.length,
    unchanged: count('unchanged'),
  };
}

/** Power, where there are blocks for it. */
function studyIdentical() {
  if (!given.takesTurns || blocks.length < LEAST_BLOCKS) return null;
  return {
    changes: CHANGES.map((change) => measurePower(blocks, given, change, counts.power)),
    detectable: checkDetectable(blocks, given, counts.detectable),
  };
}
