import stringWidth from 'string-width';
import type { YamlSource } from './source.ts';
import { sanitize } from './words.ts';

/** Keys and list indices that lead from the document to a value. */
export type Path = readonly (string | number)[];

export type ProblemParts = {
  /** Mistake, in one sentence. */
  what: string;
  /** What could stand there; shown beside the caret. */
  expected?: string | undefined;
  hint?: string | undefined;
};

/** Place in a text: offset from 0, and length, in UTF-16 units. */
export type Spot = { offset: number; length: number };

/** Without `spot` it concerns the file as a whole. */
export type Problem = ProblemParts & { spot?: Spot | undefined };

export type PrintedProblem = ProblemParts & { line: number; column: number; frame: string };

/** Draws problems in the order of the file, each under its `file:line:column`. What an anchor repeats is drawn once. */
export function printProblems(
  source: YamlSource,
  shownAs: string,
  problems: readonly Problem[],
): PrintedProblem[] {
  const printed = problems
    .toSorted((a, b) => (a.spot?.offset ?? 0) - (b.spot?.offset ?? 0))
    .map((problem) => printProblem(source, shownAs, problem));
  return [...new Map(printed.map((one) => [one.frame, one])).values()];
}

function printProblem(
  source: YamlSource,
  shownAs: string,
  { what, expected, hint, spot }: Problem,
): PrintedProblem {
  const { line, column, text } = source.lineAt(spot?.offset ?? 0);
  const lines = [
    `${shownAs}:${line}:${column + 1}: ${what}`,
    ...(spot ? drawFrame(text, { column, length: spot.length, line }, expected) : []),
    ...(!spot && expected ? [`  = ${expected}`] : []),
    ...(hint ? [`  = ${hint.replaceAll('\n', '\n    ')}`] : []),
  ];
  return { what, expected, hint, line, column: column + 1, frame: lines.join('\n') };
}

/** Characters of a longer line that are shown, and those before the caret. */
const WINDOW = 100;
const LEAD = 60;

/**
 * Draws the line with carets under the spot:
 *
 *     12 |     load: 1000 rps
 *        |           ^^^^^^^^ expected one such as `1000 req/s`
 */
function drawFrame(
  text: string,
  { column, length, line }: { column: number; length: number; line: number },
  label = '',
): string[] {
  const start = text.length <= WINDOW ? 0 : Math.max(0, Math.min(column - LEAD, text.length - WINDOW));
  const end = start + WINDOW;
  const [head, tail] = [start > 0 ? '…' : '', text.length > end ? '…' : ''];
  const before = sanitize(head + text.slice(start, column));
  const marked = sanitize(text.slice(column, Math.min(column + length, end)));
  // Tabs are repeated, so that the caret stands right for any tab width of the terminal.
  const padding = before.replace(/[^\t]+/g, (part) => ' '.repeat(stringWidth(part)));
  const carets = '^'.repeat(Math.max(1, stringWidth(marked)));
  return [
    `  ${line} | ${head}${sanitize(text.slice(start, end))}${tail}`.trimEnd(),
    `  ${' '.repeat(String(line).length)} | ${padding}${carets} ${label}`.trimEnd(),
  ];
}
