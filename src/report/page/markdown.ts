import { table, toMarkdown } from '../format/markdown.ts';
import type { Phrase } from '../format/phrase.ts';
import { clean, cut } from '../format/visible.ts';
import type { PagePart } from './parts.ts';

/** Most characters of a cell. Foreign names may be longer. */
export const LONGEST_CELL = 300;

/** Writes the parts of a page as Markdown of GitHub. @param level of the highest heading, from 1 */
export function toMarkdownPage(parts: readonly PagePart[], level: number): string {
  return parts.map((part) => writePagePart(part, level)).join('\n\n');
}

function writePagePart(part: PagePart, level: number): string {
  switch (part.kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, level + part.depth))} ${write(part.text)}`;
    case 'paragraph':
      return toMarkdown(part.text);
    case 'picture':
      return `![${escapeAlt(cut(part.alt, LONGEST_CELL))}](${encodePath(part.path)})`;
    case 'table':
      return table(
        part.header.map((cell) => write(cell)),
        part.right.map((right) => (right ? '-:' : '-')),
        part.rows.map((row) => row.map(write)),
      );
  }
}

function write(phrase: Phrase): string {
  return toMarkdown(phrase.map((part) => ({ ...part, text: cut(part.text, LONGEST_CELL) }))).trim();
}

/** Escapes the text of a picture, an attribute in the end, where nothing is linked. */
function escapeAlt(text: string): string {
  return clean(text).replace(/[^\p{L}\p{N} ,.:;%()/∞–…-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
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
