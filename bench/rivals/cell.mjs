/** Judges one cell in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { readBlocks } from '../blocks.mjs';
import { CELLS } from '../cells.mjs';
import { countBlockSeconds, source } from '../judge/tailgate.mjs';
import { pairArms } from './jobs.mjs';
import {
  checkDetectable,
  drawPowerCurve,
  judgeChange,
  judgeIdentical,
  measureChange,
  measurePower,
  measureSpread,
} from './study.mjs';

const CHANGES = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5];

const { name, size, counts } = workerData;
const cell = CELLS.find((known) => known.name === name);
const blocks = readBlocks(name);
const arms = cell.arms.slice(2).filter(({ name: arm }) => pairArms(blocks, 'base', arm).length >= size / 2);
const base = blocks.flatMap(({ arms: measured }) => measured.find(({ arm }) => arm === 'base').slices);
const seconds = base.reduce((sum, slice) => sum + slice.seconds, 0) / base.length;

parentPort.postMessage({
  name,
  recorded: {
    blocks: blocks.length,
    from: blocks[0].at,
    to: blocks.at(-1).at,
    wallSeconds: blocks.reduce((sum, block) => sum + block.seconds, 0),
    machine: blocks.at(-1).machine,
    sliceSeconds: seconds,
    blockSeconds: countBlockSeconds(cell, size),
    others: medianOf(blocks.flatMap((block) => block.arms.map((arm) => arm.evidence?.others ?? Number.NaN))),
    discarded: blocks
      .flatMap((block) => block.arms)
      .reduce((sum, arm) => sum + (arm.evidence?.discarded ?? 0), 0),
    base: Object.fromEntries([0.5, 0.95, 0.99].map((level) => [level, source.pooledQuantile(base, level)])),
  },
  rate: cell.rate,
  neighbour: cell.neighbour,
  spread: measureSpread(cell, blocks),
  identical: judgeIdentical(cell, blocks, size),
  sameChange: measureChange(cell, blocks, 'same'),
  // What resampled jobs of identical code are called, beside those with a change; proof is what disjoint jobs are.
  same: arms.length === 0 ? null : judgeChange(cell, blocks, 'same', { size, count: counts.power }),
  changes: arms.map((arm) => ({
    arm: arm.name,
    true: measureChange(cell, blocks, arm.name),
    ...judgeChange(cell, blocks, arm.name, { size, count: counts.power }),
  })),
  // For the targets, which are about idle machines.
  tenth: cell.neighbour ? null : measurePower(cell, blocks, 0.1, { size, count: counts.target }),
  curve: drawPowerCurve(cell, blocks, CHANGES, { size, count: counts.curve }),
  detectable: checkDetectable(cell, blocks, { size, count: counts.detectable }),
});

function medianOf(list) {
  const known = list.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return known[known.length >> 1] ?? null;
}
