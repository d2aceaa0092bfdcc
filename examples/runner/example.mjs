import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExampleError } from './gate.mjs';

const examples = fileURLToPath(new URL('..', import.meta.url));

/** What runs leave behind. All else is copied, with what was installed. */
const STATE = ['.data', '.tailgate'];

/**
 * An example, as its `example.json` declares it. All keys but `what` and `regressions` may be left out.
 *
 * @typedef {object} Example
 * @property {string} name its folder
 * @property {string} folder absolute path
 * @property {string} what one line: which system
 * @property {string} [install] a bash script in the folder that installs all that is needed, and may run again
 * @property {string[]} options of `tailgate run`, for all runs, each with its value: `["--from", "history"]` gates
 *   against the SLOs alone
 * @property {string[]} short more options, for `--short`; the last value of an option counts
 * @property {Regression[]} regressions each must end with exit code 1; `--short` makes the first one only
 *
 * @typedef {object} Regression
 * @property {string} what one line: what is slower now
 * @property {Record<string, string>} [env] variables that make it
 * @property {{file: string, old: string, new: string}[]} [replace] edits that make it, in a copy of the folder; `old`
 *   must be in `file` exactly once
 * @property {string[]} [options] more options of `tailgate run` for this run
 */

/** @returns {string[]} names of all examples that can be run, sorted */
export function listExamples() {
  return readdirSync(examples)
    .filter((name) => existsSync(join(examples, name, 'example.json')))
    .sort();
}

/**
 * @param {string} name
 * @returns {Example}
 */
export function readExample(name) {
  const known = listExamples();
  if (!known.includes(name))
    throw new ExampleError(`there is no example ${name}; there are ${known.join(', ')}`);
  const folder = join(examples, name);
  const declared = JSON.parse(readFileSync(join(folder, 'example.json'), 'utf8'));
  return { options: [], short: [], ...declared, name, folder };
}

/** Copies an example's folder into `scratch`, so that an edit does not change the reader's files. */
export function copyExample({ name, folder }, scratch) {
  const parent = mkdtempSync(join(scratch, 'copy-'));
  const copy = join(parent, name);
  const filter = (path) => !STATE.includes(basename(path));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter });
  // What install.sh sources.
  cpSync(join(examples, 'runner'), join(parent, 'runner'), { recursive: true });
  return copy;
}
