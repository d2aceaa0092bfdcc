import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { BLOCKS } from './paths.mjs';

/** Version of the files' format. In version 1 `slices` was `rounds`. */
export const BLOCK_VERSION = 2;

/**
 * One recorded block.
 *
 * @typedef {object} RecordedBlock
 * @property {2} schemaVersion
 * @property {string} cell
 * @property {number} block  counted from 0 within its cell
 * @property {string} at  when it began, ISO 8601
 * @property {number} seconds  wall time of all of it, starts included
 * @property {object} machine
 * @property {{arm: string, slices: object[], evidence: object | null}[]} arms  in the order in which they began;
 *   slices as in src/measurement/measurement.ts, with the levels of a record
 */

export const pathOf = (cell, folder = BLOCKS) => join(folder, `${cell}.jsonl.gz`);

/** Each block is a gzip member of its own: members may be joined, and what is written stays as it is. */
export function appendBlock(block, folder = BLOCKS) {
  const path = pathOf(block.cell, folder);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, gzipSync(`${JSON.stringify(block)}\n`));
}

/**
 * @returns {RecordedBlock[]} every whole block of a cell; none if it was never recorded
 * @throws when the file is damaged, or of another version
 */
export function readBlocks(cell, folder = BLOCKS) {
  const path = pathOf(cell, folder);
  const blocks = readLines(path).lines.map((line) => JSON.parse(line));
  const other = blocks.find(({ schemaVersion }) => schemaVersion !== BLOCK_VERSION);
  if (other === undefined) return blocks;
  const age = other.schemaVersion > BLOCK_VERSION ? 'a newer' : 'an older';
  throw new Error(
    `${path} is of ${age} format (version ${other.schemaVersion}; this bench reads ${BLOCK_VERSION}): move it away and record anew`,
  );
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
