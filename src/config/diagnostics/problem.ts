import { TextError, type TextSpan } from './text-error.ts';

/** Keys and list indices that lead from the document to a value. */
export type Path = readonly (string | number)[];

export type ProblemParts = {
  /** Mistake, in one sentence. */
  what: string;
  /** Text that says what could stand there; shown beside the caret. */
  expected?: string;
  /** Nearest right form, ready to be copied. */
  nearest?: string;
  hint?: string;
};

/** Problem at a key, at a value, or at a part of a text value. */
export type Problem = ProblemParts & { path: Path; on: 'key' | 'value'; span?: TextSpan };

/** Problem at its place in the file. Without `spot` it concerns the file as a whole. */
export type PlacedProblem = ProblemParts & { spot?: TextSpan };

/** Collects the problems of a configuration, so that the user sees all of them at once. */
export class Problems {
  readonly list: Problem[] = [];
  readonly #broken = new Set<string>();

  /** Adds a problem at a value, and remembers that the value cannot be relied on. */
  add(path: Path, parts: ProblemParts & { on?: 'key' | 'value'; span?: TextSpan }): void {
    this.list.push({ on: 'value', ...parts, path });
    this.markBroken(path);
  }

  /** Parses the text of a value or a key. On a mistake it adds a problem and returns undefined. */
  attempt<T>(path: Path, parse: () => T, on: 'key' | 'value' = 'value'): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      const { what, expected, hint, offset, length } = error.parts;
      this.add(path, { on, what, expected, hint, nearest: error.nearest, span: { offset, length } });
      return undefined;
    }
  }

  /** Notes that a value was meant to be here, so that its absence is not a second problem. */
  markBroken(path: Path): void {
    this.#broken.add(JSON.stringify(path));
  }

  isBroken(path: Path): boolean {
    return this.#broken.has(JSON.stringify(path));
  }
}
