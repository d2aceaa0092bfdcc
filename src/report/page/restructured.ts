import type { Phrase, PhrasePart } from '../format/phrase.ts';
import { clean, cut } from '../format/visible.ts';
import type { Block } from './blocks.ts';
import { LONGEST_CELL } from './markdown.ts';

/**
 * Writes blocks as reStructuredText. Headings are rubrics, since the level of a heading depends on what stands before it
 * in the document. Tables are `list-table`, whose cells need no widths.
 */
export function toRestructured(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).join('\n\n');
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `.. rubric:: ${write(block.text)}`;
    case 'paragraph':
      return write(block.text, Number.POSITIVE_INFINITY);
    case 'picture':
      return `.. image:: ${encodeURI(block.path)}\n   :alt: ${escapeRestructured(cut(block.alt, LONGEST_CELL))}`;
    case 'table':
      return [
        '.. list-table::',
        '   :header-rows: 1',
        '',
        ...[block.header, ...block.rows].flatMap(writeRow),
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
  if (kind === 'text' || inner === '') return escapeRestructured(text);
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
