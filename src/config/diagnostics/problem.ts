import type { TextSpan } from './text-error.ts';

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
