import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED } from '../paths.mjs';
import { compareArms, keepInfinity, reviveInfinity } from './summary.mjs';

/**
 * Runs of each arm alone, by cell.
 *
 * @typedef {Record<string, {definition: string, seconds: number, base: object[], head: object[]}>} Alone
 */
const PATH = join(RECORDED, 'alone.json');

/** @returns {Alone} */
export function readAlone(path = PATH) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8'), reviveInfinity) : {};
}

/**
 * Adds runs to one cell, and leaves those of the others, which somebody else may have added meanwhile. Runs of a cell
 * that is no longer what it was, or of another length, are dropped.
 */
export function addRun(cell, arm, run, seconds, path = PATH) {
  const alone = readAlone(path);
  const none = { definition: fingerprint(cell), seconds, base: [], head: [] };
  const entry = findRuns(alone, cell, seconds) ?? none;
  entry[arm].push(run);
  alone[cell.name] = entry;
  writeFileSync(`${path}.new`, `${JSON.stringify(alone, keepInfinity, 1)}\n`);
  renameSync(`${path}.new`, path);
}

/** Runs of a cell as it is now; of any length without `seconds`. */
export function findRuns(alone, cell, seconds) {
  const entry = alone[cell.name];
  const isCurrent = entry?.definition === fingerprint(cell) && (!seconds || entry.seconds === seconds);
  return isCurrent ? entry : null;
}

/** What the change of a cell is, by each arm alone; null without runs of both. */
export function findReference(alone, cell) {
  const entry = findRuns(alone, cell);
  if (!entry || entry.base.length === 0 || entry.head.length === 0) return null;
  return compareArms(entry.base, entry.head);
}

/** Changes when services or load of a cell do. */
export function fingerprint({ name, service, base, head, load, slo, shared, script, oneProcessor }) {
  const parts = { name, service, base, head, load, slo, shared, script, oneProcessor };
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
