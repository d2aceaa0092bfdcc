import stringWidth from 'string-width';
import { UserError } from '../../errors.ts';
import type { YamlSource } from './source.ts';
import { sanitize } from './words.ts';

/** Keys and list indices that lead from the document to a value. */
export type Path = readonly (string | number)[];

/** Place in a text: offset from 0, and length, in UTF-16 units. */
export type Spot = { offset: number; length: number };

/** Tells whether a value is sent as JSON: it is below the `json` of a request of a scenario, whatever that is called. */
export const isSentAsJson = (path: Path) => path[path.indexOf('request', 2) + 1] === 'json';

/** A mistake in one sentence, and what was expected, which is shown beside the caret. */
export type Problem = { what: string; expected: string; spot: Spot };
export type PrintedProblem = Omit<Problem, 'spot'> & { line: number; column: number; frame: string };

/** A mistake, and what was expected. */
export type Mistake = [what: string, expected: string];

/** Mistake in a text with a grammar, such as an SLO, a load or a template. The code that reads the file knows its place. */
export class TextError extends UserError {
  override readonly name = 'TextError';
  declare readonly hint: string;

  constructor(what: string, expected: string) {
    super({ what, hint: expected });
  }
}

/**
 * Place in the file: a key with its value, or an item. The code that reads it adds its problems here. Those of one stage
 * are collected, so that the user sees them all at once.
 */
export class Place {
  readonly path: Path;
  readonly #source: YamlSource;
  /** Problems of the whole file so far. */
  readonly problems: Problem[];

  constructor(source: YamlSource, problems: Problem[] = [], path: Path = []) {
    this.#source = source;
    this.problems = problems;
    this.path = path;
  }

  below(...keys: Path): Place {
    return new Place(this.#source, this.problems, [...this.path, ...keys]);
  }

  /** Adds a problem with the value. */
  reject(what: string, expected: string): void {
    this.problems.push({ what, expected, spot: this.#source.find(this.path, 'value') });
  }

  /** Adds a problem with the key. */
  rejectKey(what: string, expected: string): void {
    this.problems.push({ what, expected, spot: this.#source.find(this.path, 'key') });
  }

  /** Parses the text at this place. On a mistake it adds a problem and returns undefined. */
  parse<T>(text: string, parse: (text: string) => T): T | undefined {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      this.reject(error.message, error.hint);
      return undefined;
    }
  }
}

/** Lists a value and everything below it, including keys of what is sent as JSON. */
export function listValues(place: Place, value: unknown): { place: Place; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ place, value }];
  const below = Object.entries(value).flatMap(([key, inner]) => {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    return [...(isSentAsJson(place.path) ? [{ place: at, value: key }] : []), ...listValues(at, inner)];
  });
  return [{ place, value }, ...below];
}

/** Tells whether a path is the place `at`: `*` is any name, items count as their list, `service` as one of `services`. */
export function isAt(path: Path, at: string): boolean {
  const keys = path.filter((key) => typeof key === 'string');
  if (keys[0] === 'service') keys.splice(0, 1, 'services', 'service');
  const names = at.split('.').filter(Boolean);
  return names.length === keys.length && names.every((name, index) => name === '*' || name === keys[index]);
}

/** Draws problems in the order of the file, each under its `file:line:column`. Problems repeated by an anchor are drawn once. */
export function printProblems(source: YamlSource, shownAs: string, problems: Problem[]): PrintedProblem[] {
  const printed = problems
    .toSorted((a, b) => a.spot.offset - b.spot.offset)
    .map(({ what, expected, spot }) => {
      const { line, column, text } = source.lineAt(spot.offset);
      const frame = drawFrame(text, line, column, spot.length, expected);
      const headline = `${shownAs}:${line}:${column + 1}: ${what}`;
      return { what, expected, line, column: column + 1, frame: `${headline}\n${frame}` };
    });
  return [...new Map(printed.map((one) => [one.frame, one])).values()];
}

/** Characters shown of a long line, and how many of them before the caret. */
const WINDOW = 100;
const LEAD = 60;

/**
 * Draws the line with carets under the place:
 *
 *     12 |     load: 1000 rps
 *        |           ^^^^^^^^ expected one such as `1000 req/s`
 */
function drawFrame(text: string, line: number, column: number, length: number, expected: string): string {
  const start = Math.max(0, column - LEAD);
  const before = sanitize((start > 0 ? '…' : '') + text.slice(start, column));
  const shown = sanitize(text.slice(column, start + WINDOW));
  // Tabs are repeated, so that the caret lines up whatever the tab width of the terminal.
  const padding = before.replace(/[^\t]+/g, (part) => ' '.repeat(stringWidth(part)));
  const carets = '^'.repeat(Math.max(1, stringWidth(shown.slice(0, length))));
  const margin = ' '.repeat(String(line).length);
  const quoted = `  ${line} | ${before}${shown}`.trimEnd();
  return `${quoted}\n  ${margin} | ${padding}${carets} ${expected}`;
}
