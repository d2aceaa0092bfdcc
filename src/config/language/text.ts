import { TextError } from '../diagnostics/problem.ts';
import { joinWords, quote } from '../diagnostics/words.ts';

/** A plain decimal number, as a part of a pattern. */
export const NUMBER = String.raw`\d+(?:\.\d+)?`;

/** Parts of a text that matches a pattern, with single spaces; null if it does not match. */
export function match(text: string, pattern: RegExp): Record<string, string | undefined> | null {
  const found = pattern.exec(text.trim().replace(/\s+/g, ' '));
  return found && { ...found.groups };
}

/** Rejects a text. @param what it is not: `a load` */
export function refuse(text: string, what: string, examples: readonly string[]): never {
  throw new TextError(`${quote(text)} is not ${what}.`, `expected one such as ${joinWords(examples)}`);
}

/** Rejects a number that is out of range, as NaN is. @param print a number, as it would be written */
export function within(
  value: number,
  [least, most]: readonly [number, number],
  print: (value: number) => string,
): number {
  if (value >= least && value <= most) return value;
  throw new TextError(
    `${quote(print(value))} is out of range.`,
    `expected \`${print(least)}\` to \`${print(most)}\``,
  );
}
