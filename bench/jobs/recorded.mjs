import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../alone/store.mjs';
import { pack, unpack } from '../lines.mjs';
import { RECORDED } from '../paths.mjs';
import { loadSource } from '../source.mjs';

/**
 * The blocks of one whole job.
 *
 * @typedef {object} RecordedJob
 * @property {string} definition  fingerprint of its cell
 * @property {string} at  when it began, ISO 8601
 * @property {Block[]} blocks
 *
 * A block as the judge reads it: slices of both arms in turns, and of each alone.
 *
 * @typedef {{base: object[], head: object[], alone: {base: object[], head: object[]}, isLong: boolean}} Block
 *   `isLong`: stretches alone were longer, to look for rare slow requests
 */

const pathOf = (cell) => join(RECORDED, 'blocks', `${cell}.jsonl.gz`);

/** An arm with so much load alone (s) had a long stretch: a second is usual, 5.5 s are long. */
const LONG_SECONDS = 3;

/** @returns {RecordedJob[]} of a cell as it is now, oldest first */
export function readRecorded(cell) {
  return unpack(pathOf(cell.name))
    .filter(({ definition }) => definition === fingerprint(cell))
    .map((job) => ({ ...job, blocks: job.blocks.map((block) => ({ ...block, isLong: isLong(block) })) }));
}

function isLong({ alone }) {
  return [alone.base, alone.head].some(
    (slices) => slices.reduce((sum, { seconds }) => sum + seconds, 0) > LONG_SECONDS,
  );
}

/** Keeps the blocks of a job beside what else is known of it. @param {object} job  as in jobs.jsonl */
export function keepBlocks({ cell, definition, at }, blocks) {
  pack({ definition, at, blocks }, pathOf(cell));
}

/**
 * Reads the blocks of a run from the one record in its folder.
 *
 * @returns {Promise<Omit<Block, 'isLong'>[] | null>} null where nothing could be judged, hence nothing was recorded
 */
export async function readRecordedBlocks(folder) {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.json'));
  if (!name) return null;
  const { readRecord } = await loadSource(['src/records/record.ts']);
  const { steps } = readRecord(readFileSync(join(folder, name), 'utf8'));
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
