import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** A build of Tailgate by the contents of all its files: the command line itself only loads the others. */
export function nameBuild(cli) {
  const chunks = join(dirname(cli), 'chunks');
  const names = existsSync(chunks) ? readdirSync(chunks).sort() : [];
  const hash = createHash('sha256');
  for (const path of [cli, ...names.map((name) => join(chunks, name))]) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
