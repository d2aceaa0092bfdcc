import stringWidth from 'string-width';
import { sanitize } from './words.ts';

/** Characters of a longer line that are shown around the caret. */
const WINDOW = 100;
const LEAD = 60;

type Spot = {
  /** The whole line, without its line break. */
  line: string;
  /** Offset in the line from 0, in UTF-16 units. The end of the line is a valid offset. */
  column: number;
  /** Length in UTF-16 units. A length of 0 still draws one caret. */
  length: number;
  /** Number of the line, from 1. Absent: the text is not in a file. */
  lineNumber?: number;
};

/**
 * Draws the line with carets under the spot:
 *
 *     12 |     load: 1000 rps
 *        |                ^^^ expected `req/s`
 */
export function drawFrame(spot: Spot, label?: string): string {
  const { line, column, length } = clip(spot);
  const before = sanitize(line.slice(0, column));
  const marked = sanitize(line.slice(column, column + length));
  const number = spot.lineNumber === undefined ? '' : `${spot.lineNumber} `;
  // Tabs are repeated, so that the caret stands right for any tab width of the terminal.
  const padding = before
    .split('\t')
    .map((part) => ' '.repeat(stringWidth(part)))
    .join('\t');
  const carets = '^'.repeat(Math.max(1, stringWidth(marked)));
  return [
    `  ${number}| ${sanitize(line)}`.trimEnd(),
    `  ${' '.repeat(number.length)}| ${padding}${carets}${label ? ` ${label}` : ''}`,
  ].join('\n');
}

function clip({ line, column, length }: Spot): { line: string; column: number; length: number } {
  const spot = { line, column, length: Math.max(0, Math.min(length, line.length - column)) };
  if (line.length <= WINDOW) return spot;
  const start = Math.max(0, Math.min(column - LEAD, line.length - WINDOW));
  const end = Math.min(line.length, start + WINDOW);
  const head = start > 0 ? '…' : '';
  return {
    line: `${head}${line.slice(start, end)}${end < line.length ? '…' : ''}`,
    column: column - start + head.length,
    length: Math.min(spot.length, end - column),
  };
}
