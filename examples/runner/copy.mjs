import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExampleError } from './example.mjs';

/** What runs leave behind. All else is copied, with what was installed. */
const STATE = ['.data', '.tailgate'];

/**
 * Copies an example's folder, so that an edit does not change the reader's files.
 *
 * @param {import('./example.mjs').Example} example
 * @param {string} scratch folder to put it into
 * @returns {string} path of the copy
 */
export function copyExample({ name, folder }, scratch) {
  const parent = mkdtempSync(join(scratch, 'copy-'));
  const copy = join(parent, name);
  const filter = (path) => !STATE.includes(basename(path));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter });
  // What install.sh sources.
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(parent, 'runner'), { recursive: true });
  return copy;
}

/** Makes one edit. A text that is not there exactly once would leave the example unchanged, or change too much. */
export function replaceIn(folder, { file, old, new: replacement }) {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(old);
  if (parts.length !== 2)
    throw new ExampleError(`${file} should hold once, but holds ${parts.length - 1} times: ${old}`);
  writeFileSync(path, parts.join(replacement));
}
