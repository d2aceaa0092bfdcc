import { UserError } from '../../errors.ts';
import { drawFrame } from './frame.ts';

/** A place in a text: 0-based offset and length in UTF-16 units. */
export type TextSpan = { offset: number; length: number };

export type TextErrorParts = TextSpan & {
  /** What is wrong, one sentence. */
  what: string;
  /** What could stand there; shown beside the caret. */
  expected?: string;
  hint?: string;
  /** What to put in place of the span; the nearest right form of the whole text is found with it. */
  replacement?: string;
};

/**
 * A mistake in one of the small languages inside `tailgate.yml`: SLOs, loads, durations, requests, addresses,
 * templates. Knows its place, so that the reader of the file can put the caret there.
 */
export class TextError extends UserError {
  override readonly name = 'TextError';
  readonly text: string;
  readonly parts: TextErrorParts;
  readonly offset: number;
  readonly length: number;
  /** The whole text put right, checked to be accepted; undefined when nobody can know. */
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
    this.nearest = nearest;
  }
}

/** A text with more slips than this is not repaired: what comes out would be a guess. */
const MOST_REPAIRS = 5;

/**
 * Parses; when that fails, applies the replacements that the errors bring, one by one, and adds the first text
 * that parses to the error, printed in its usual form, as the nearest right one.
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
