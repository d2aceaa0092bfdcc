import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../alone/store.mjs';
import { appendLine, readLines } from '../lines.mjs';
import { RECORDED } from '../paths.mjs';

const PATH = join(RECORDED, 'jobs.jsonl');

export const appendJob = (job, path = PATH) => appendLine(job, path);

/** Jobs of cells as they are now, oldest first. @param {import('./cells.mjs').Cell[]} cells */
export function readJobs(cells, path = PATH) {
  const definitions = new Map(cells.map((cell) => [cell.name, fingerprint(cell)]));
  return readLines(path).filter(({ cell, definition }) => definitions.get(cell) === definition);
}

/** A build of Tailgate by the contents of its command line. */
export function nameBuild(cli) {
  return createHash('sha256').update(readFileSync(cli)).digest('hex').slice(0, 12);
}
