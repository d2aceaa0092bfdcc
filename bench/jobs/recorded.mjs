import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack, unpack } from '../lines.mjs';
import { BENCH_HOME } from '../paths.mjs';

/**
 * One whole job with its blocks.
 *
 * @typedef {object} RecordedJob
 * @property {string} at  when it began, ISO 8601
 * @property {string} build
 * @property {string} verdict
 * @property {Block[]} blocks
 *
 * A block as the judge reads it: slices of both arms in turns, and of each alone.
 *
 * @typedef {{base: object[], head: object[], alone: {base: object[], head: object[]}, isLong: boolean}} Block
 *   `isLong`: stretches alone were longer, since slow requests had shown to be rare
 */

const pathOf = (cell) => join(BENCH_HOME, 'recorded', `${cell}.jsonl.gz`);

/** An arm with so much load alone (s) had a long stretch: a second is usual, 5.5 s are long. */
const LONG_SECONDS = 3;

/** @returns {RecordedJob[]} of a cell, oldest first */
export function readRecorded(cell) {
  return unpack(pathOf(cell)).map((job) => ({
    ...job,
    blocks: job.blocks.map((block) => ({ ...block, isLong: isLong(block) })),
  }));
}

function isLong({ alone }) {
  return [alone.base, alone.head].some(
    (slices) => slices.reduce((sum, { seconds }) => sum + seconds, 0) > LONG_SECONDS,
  );
}

/** Keeps the blocks of a job beside what else is known of it. @param {object} job  as in jobs.jsonl, with `cell` */
export function keepBlocks({ cell, at, build, verdict }, blocks) {
  pack({ at, build, verdict, blocks }, pathOf(cell));
}

/**
 * Reads the blocks of a run from the one record in its folder.
 *
 * @returns {Omit<Block, 'isLong'>[] | null} null where nothing could be judged, hence nothing was recorded
 */
export function readRecordedBlocks(folder) {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.json'));
  if (!name) return null;
  const { steps } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const [base, head] = ['base', 'head'].map((arm) => steps.find((step) => step.arm === arm).instances);
  return head.flatMap(({ block, slices }) => {
    const beside = base.find((instance) => instance.block === block);
    if (beside === undefined) return [];
    const pick = (isTurn) => {
      const own = (all) => all.filter(({ alternating }) => (alternating === true) === isTurn);
      return { base: own(beside.slices), head: own(slices) };
    };
    return [{ ...pick(true), alone: pick(false) }];
  });
}
