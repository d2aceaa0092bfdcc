import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from './paths.mjs';

/** `2 × AMD EPYC` */
export const describeMachine = () => `${cpus().length} × ${cpus()[0].model.trim()}`;

/** When and where a bench was run, as its section begins. */
export function describeRun(command) {
  const date = new Date().toISOString().slice(0, 10);
  return `\`${command}\`, ${date}, ${describeMachine()}, node ${process.versions.node}`;
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

/**
 * Replaces what a bench wrote into a page between two marks.
 *
 * @param {string} page  with a line `<!-- Written by COMMAND -->` and, after it, `<!-- End of what COMMAND writes -->`
 * @throws when a mark is missing
 */
export function replaceBetween(page, command, text) {
  const [begin, end] = [`<!-- Written by ${command} -->\n`, `<!-- End of what ${command} writes -->\n`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has no region of ${command}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n\n${page.slice(to)}`;
}
