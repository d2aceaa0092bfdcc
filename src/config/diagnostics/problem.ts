import type { YamlSource } from './source.ts';
import { drawFrame, type TextSpan } from './text-error.ts';

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

export type PrintedProblem = ProblemParts & { line: number; column: number; frame: string };

/** Longest proposal that is shown, in characters. A longer one is harder to read than the mistake. */
const LONGEST_PROPOSAL = 120;

/** Draws problems in the order of the file, each under its `file:line:column`. What an anchor repeats is drawn once. */
export function printProblems(
  source: YamlSource,
  shownAs: string,
  problems: PlacedProblem[],
): PrintedProblem[] {
  const printed = problems
    .map((problem, index) => ({ problem, index }))
    .sort((a, b) => (a.problem.spot?.offset ?? 0) - (b.problem.spot?.offset ?? 0) || a.index - b.index)
    .map(({ problem }) => printProblem(source, shownAs, problem));
  return [...new Map(printed.map((one) => [one.frame, one])).values()];
}

function printProblem(source: YamlSource, shownAs: string, problem: PlacedProblem): PrintedProblem {
  const { what, expected, nearest, hint, spot } = problem;
  const { line, column, text } = source.lineAt(spot?.offset ?? 0);
  const lines = [`${shownAs}:${line}:${column + 1}: ${what}`];
  if (spot) lines.push(drawFrame({ line: text, column, length: spot.length, lineNumber: line }, expected));
  else if (expected) lines.push(`  = ${expected}`);
  if (nearest && nearest.length <= LONGEST_PROPOSAL)
    lines.push(help(nearest.includes('\n') ? `for example:\n${nearest}` : `did you mean: ${nearest}`));
  if (hint) lines.push(help(hint));
  return { what, expected, nearest, hint, line, column: column + 1, frame: lines.join('\n') };
}

/** Prints a hint. Its further lines are indented and stand under the first. */
function help(text: string): string {
  return `  = ${text.replaceAll('\n', '\n    ')}`;
}
