import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from './paths.mjs';

/** When and where a bench was run, as its section begins. */
export function describeRun(command) {
  const date = new Date().toISOString().slice(0, 10);
  return `\`${command}\`, ${date}, ${cpus().length} × ${cpus()[0].model.trim()}, node ${process.versions.node}`;
}

/**
 * A bench replaces its own section of the results, or adds it at the end, and leaves the others as they are.
 *
 * @param {string} title  of the section
 * @param {string} text  with the title as its first line
 */
export function writeSection(title, text, path = join(REPOSITORY, 'bench', 'RESULTS.md')) {
  const sections = readFileSync(path, 'utf8').split(/^(?=## )/m);
  const index = sections.findIndex((section) => section.startsWith(`## ${title}\n`));
  sections.splice(index === -1 ? sections.length : index, 1, text);
  writeFileSync(path, `${sections.map((section) => section.trimEnd()).join('\n\n')}\n`);
}
