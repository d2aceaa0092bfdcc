import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../paths.mjs';

/**
 * Apache Otava: E-divisive change points in each of many series, with its defaults (window 50, p < 0.001, magnitude 0;
 * https://otava.apache.org/docs/ and otava/analysis.py of apache-otava 0.8.0). One call for all: Python starts slowly.
 *
 * @param {number[][]} series  finite values, oldest first
 * @returns {{index: number, change: number, p: number}[][]} `change`: relative, of the means before and after
 * @throws when services/install.mjs has not been run
 */
export function findChangePoints(series) {
  const script = fileURLToPath(new URL('./change_points.py', import.meta.url));
  const input = JSON.stringify(series);
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (error || status !== 0) throw new Error(`Otava: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

/** A reported rise anywhere from half-way through the base's values on: the alarm that a reader would get. */
export function risesAt(points, base) {
  return points.some(({ index, change }) => change > 0 && index >= base / 2);
}
