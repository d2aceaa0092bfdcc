import stringWidth from 'string-width';
import { UserError } from '../../errors.ts';
import type { ProblemParts } from './problem.ts';
import { sanitize } from './words.ts';

/** Place in a text: offset from 0, and length, in UTF-16 units. */
export type TextSpan = { offset: number; length: number };

export type TextErrorParts = TextSpan &
  Omit<ProblemParts, 'nearest'> & {
    /** Text to put in place of the span. It helps to find the nearest right form of the whole text. */
    replacement?: string;
  };

/**
 * Mistake in one of the small languages inside `tailgate.yml`: SLOs, loads, durations, requests, addresses,
 * templates. It knows its place in the text, so that the caret can be put there.
 */
export class TextError extends UserError {
  override readonly name = 'TextError';
  readonly text: string;
  readonly parts: TextErrorParts;
  readonly offset: number;
  readonly length: number;
  /** Whole text in a right form, which is known to parse; undefined if no such form is known. */
  readonly nearest: string | undefined;

  constructor(text: string, parts: TextErrorParts, nearest?: string) {
    const hint = [nearest === undefined ? undefined : `Did you mean: ${nearest}`, parts.hint];
    super({
      what: parts.what,
      detail: drawFrame({ line: text, column: parts.offset, length: parts.length }, parts.expected),
      hint: hint.filter(Boolean).join('\n  ') || undefined,
    });
    this.text = text;
    this.parts = parts;
    this.offset = parts.offset;
    this.length = parts.length;
    this.nearest = nearest === text ? undefined : nearest;
  }
}

/** Most mistakes that are repaired in one text. With more, the result would be a guess. */
const MOST_REPAIRS = 5;

/**
 * Parses a text. When that fails, it applies the replacements of the errors one by one. The first text that parses is
 * added to the error as the nearest right form, printed in the usual way.
 */
export function parseOrSuggest<T>(text: string, parse: (text: string) => T, print: (value: T) => string): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const repaired = repair(error, parse);
    throw new TextError(text, error.parts, repaired && print(repaired.value));
  }
}

function repair<T>(first: TextError, parse: (text: string) => T): { value: T } | undefined {
  let error = first;
  for (let step = 0; step < MOST_REPAIRS; step++) {
    const { text, parts } = error;
    if (parts.replacement === undefined) return undefined;
    try {
      const end = parts.offset + parts.length;
      return { value: parse(text.slice(0, parts.offset) + parts.replacement + text.slice(end)) };
    } catch (next) {
      if (!(next instanceof TextError)) throw next;
      error = next;
    }
  }
  return undefined;
}

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
