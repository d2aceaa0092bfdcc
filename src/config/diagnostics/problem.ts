import { drawFrame } from './frame.ts';
import type { YamlSource } from './source.ts';
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

  /** Adds a problem that needs no more than what is wrong with a value, and what could stand there. */
  reject(path: Path, what: string, expected?: string): void {
    this.add(path, { what, expected });
  }

  /** The same of a key. */
  rejectKey(path: Path, what: string, expected?: string): void {
    this.add(path, { on: 'key', what, expected });
  }

  /** Parses a text value; a mistake in it becomes a problem, and undefined is returned. */
  attempt<T>(path: Path, parse: () => T): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      this.addTextError(path, error);
      return undefined;
    }
  }

  addTextError(path: Path, error: TextError): void {
    const { what, expected, hint, offset, length } = error.parts;
    this.add(path, { what, expected, hint, nearest: error.nearest, span: { offset, length } });
  }

  /** Notes that something was meant to be here, so that its absence is not a problem of its own. */
  markBroken(path: Path): void {
    this.#broken.add(JSON.stringify(path));
  }

  isBroken(path: Path): boolean {
    return this.#broken.has(JSON.stringify(path));
  }
}

export type PrintedProblem = ProblemParts & { line: number; column: number; frame: string };

/** A longer one is harder to read than the mistake. */
const LONGEST_PROPOSAL = 120;

/** Draws problems in the order of the file, each under its `file:line:column`. */
export function printProblems(
  source: YamlSource,
  shownAs: string,
  problems: PlacedProblem[],
): PrintedProblem[] {
  return problems
    .map((problem, index) => ({ problem, index }))
    .sort((a, b) => (a.problem.spot?.offset ?? 0) - (b.problem.spot?.offset ?? 0) || a.index - b.index)
    .map(({ problem }) => printProblem(source, shownAs, problem));
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

/** Further lines of a hint stand under its first one. */
function help(text: string): string {
  return `  = ${text.replaceAll('\n', '\n    ')}`;
}
