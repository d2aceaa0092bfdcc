import { escapeText, table, toMarkdown } from '../format/markdown.ts';
import type { Phrase } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Block } from './blocks.ts';

/** Most characters of a cell. Foreign names may be longer. */
export const LONGEST_CELL = 300;

/** Writes blocks as Markdown of GitHub. @param level of the highest heading, from 1 */
export function toMarkdownPage(blocks: readonly Block[], level: number): string {
  return blocks.map((block) => writeBlock(block, level)).join('\n\n');
}

function writeBlock(block: Block, level: number): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, level + block.depth))} ${write(block.text)}`;
    case 'paragraph':
      return toMarkdown(block.text);
    case 'picture':
      return `![${escapeText(cut(block.alt, LONGEST_CELL))}](${encodePath(block.path)})`;
    case 'table':
      return table(
        block.header.map((cell) => write(cell)),
        block.right.map((right) => (right ? '-:' : '-')),
        block.rows.map((row) => row.map(write)),
      );
  }
}

function write(phrase: Phrase): string {
  return toMarkdown(phrase.map((part) => ({ ...part, text: cut(part.text, LONGEST_CELL) }))).trim();
}

/** Encodes a relative path for the parentheses of a link. */
function encodePath(path: string): string {
  const encode = (name: string) =>
    encodeURIComponent(name).replace(
      /[()'*!~]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return path.split('/').map(encode).join('/');
}
