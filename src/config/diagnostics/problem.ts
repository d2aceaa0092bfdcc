import { TextError, type TextSpan } from './text-error.ts';

/** Keys and list indices that lead from the document to a value. */
export type Path = readonly (string | number)[];

export type ProblemParts = {
  /** What is wrong, one sentence. */
  what: string;
  /** What could stand there; shown beside the caret. */
  expected?: string;
  /** The nearest right form, ready to be copied. */
  nearest?: string;
  hint?: string;
};

/** A problem at a key or value, or at a part of a text value. */
export type Problem = ProblemParts & { path: Path; on: 'key' | 'value'; span?: TextSpan };

/** A problem at its place in the file; without one it concerns the file as a whole. */
export type PlacedProblem = ProblemParts & { spot?: TextSpan };

/** Collects the problems of a configuration, so that all are told at once. */
export class Problems {
  readonly list: Problem[] = [];
  readonly #broken = new Set<string>();

  /** Adds a problem at a value, and remembers that the value cannot be relied on. */
  add(path: Path, parts: ProblemParts & { on?: 'key' | 'value'; span?: TextSpan }): void {
    this.list.push({ on: 'value', ...parts, path });
    this.markBroken(path);
  }

  /** Parses a text, a value or a key; a mistake in it becomes a problem, and undefined is returned. */
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

  /** Notes that something was meant to be here, so that its absence is not a problem of its own. */
  markBroken(path: Path): void {
    this.#broken.add(JSON.stringify(path));
  }

  isBroken(path: Path): boolean {
    return this.#broken.has(JSON.stringify(path));
  }
}
