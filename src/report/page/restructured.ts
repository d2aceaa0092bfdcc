import type { Phrase, PhrasePart } from '../format/phrase.ts';
import { clean, cut } from '../format/visible.ts';
import { LONGEST_CELL } from './markdown.ts';
import type { PagePart } from './parts.ts';

/**
 * Writes the parts of a page as reStructuredText. Headings are rubrics, since the level of a heading depends on what stands before it
 * in the document. Tables are `list-table`, whose cells need no widths.
 */
export function toRestructured(parts: readonly PagePart[]): string {
  return parts.map(writePagePart).join('\n\n');
}

function writePagePart(part: PagePart): string {
  switch (part.kind) {
    case 'heading':
      return `.. rubric:: ${write(part.text)}`;
    case 'paragraph':
      return write(part.text, Number.POSITIVE_INFINITY);
    case 'picture':
      return `.. image:: ${encodeURI(part.path)}\n   :alt: ${escapeRestructured(cut(part.alt, LONGEST_CELL))}`;
    case 'table':
      return [
        '.. list-table::',
        '   :header-rows: 1',
        '',
        ...[part.header, ...part.rows].flatMap(writeRow),
      ].join('\n');
  }
}

function writeRow(cells: readonly Phrase[]): string[] {
  // A cell without any text is a comment, which shows nothing.
  return cells.map((cell, i) => `   ${i === 0 ? '*' : ' '} - ${write(cell) || '..'}`);
}

function write(phrase: Phrase, longest = LONGEST_CELL): string {
  return phrase
    .map((part) => writePart({ ...part, text: cut(clean(part.text), longest) }))
    .join('')
    .trim();
}

function writePart({ kind, text }: PhrasePart): string {
  const inner = text.trim();
  if (kind === 'text' || kind === 'link' || inner === '') return escapeRestructured(text);
  if (kind === 'strong') return `**${escapeRestructured(inner)}**`;
  // A literal has no escapes, and ends at the first pair of backticks.
  return /[`\\]/.test(inner) ? escapeRestructured(inner) : `\`\`${inner}\`\``;
}

/**
 * Escapes foreign text to running text on one line. A backslash takes the meaning from any sign; in front of a letter or
 * a digit it is not needed, but for a list such as `1.`, whose dot is escaped.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#escaping-mechanism
 */
export function escapeRestructured(text: string): string {
  return clean(text)
    .replace(/[\\*`|_<>:[\]@#^{}$~]/g, '\\$&')
    .replace(/^(\s*)([-+=.'"!(/,;?%&])/, '$1\\$2')
    .replace(/^(\s*\w+)([.)])(?=\s|$)/, '$1\\$2');
}
