import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { BLOCKS } from './paths.mjs';

/**
 * One recorded block.
 *
 * @typedef {object} RecordedBlock
 * @property {1} schemaVersion
 * @property {string} cell
 * @property {number} block  counted from 0 within its cell
 * @property {string} at  when it began, ISO 8601
 * @property {number} seconds  wall time of all of it, starts included
 * @property {object} machine
 * @property {{arm: string, rounds: object[], evidence: object | null}[]} arms  in the order in which they began;
 *   rounds as in src/measurement/measurement.ts, with the levels of a record
 */

export const pathOf = (cell, folder = BLOCKS) => join(folder, `${cell}.jsonl.gz`);

/** Each block is a gzip member of its own: members may be joined, and what is written stays as it is. */
export function appendBlock(block, folder = BLOCKS) {
  const path = pathOf(block.cell, folder);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, gzipSync(`${JSON.stringify(block)}\n`));
}

/** @returns {RecordedBlock[]} every whole block of a cell; none if it was never recorded */
export function readBlocks(cell, folder = BLOCKS) {
  return readLines(pathOf(cell, folder)).lines.map((line) => JSON.parse(line));
}

/** A recorder that was killed may have left half a block, after which nothing could be appended. */
export function repairBlocks(cell, folder = BLOCKS) {
  const path = pathOf(cell, folder);
  const { lines, whole } = readLines(path);
  if (!whole) writeFileSync(path, Buffer.concat(lines.map((line) => gzipSync(`${line}\n`))));
}

function readLines(path) {
  if (!existsSync(path)) return { lines: [], whole: true };
  const bytes = readFileSync(path);
  const read = (options) => gunzipSync(bytes, options).toString('utf8');
  let whole = true;
  let text;
  try {
    text = read();
  } catch (error) {
    if (error.code !== 'Z_BUF_ERROR') throw new Error(`${path} is damaged: ${error.message}`);
    whole = false;
    text = read({ finishFlush: constants.Z_SYNC_FLUSH });
  }
  const lines = text.split('\n');
  // What follows the last line break is nothing, or half a line.
  lines.pop();
  return { lines, whole };
}
