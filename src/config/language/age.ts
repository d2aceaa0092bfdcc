import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';
import { Tokens, takeNumber } from './lexer.ts';

const SECONDS = { h: 3600, d: 86_400, w: 604_800 } as const;
type AgeUnit = keyof typeof SECONDS;

const SLIPS: [RegExp, AgeUnit][] = [
  [/^(?:hrs?|hours?)$/i, 'h'],
  [/^(?:days?|D)$/i, 'd'],
  [/^(?:wks?|weeks?|W)$/i, 'w'],
];

/**
 * Reads the age of a page: `12h`, `30d` or `4w`.
 *
 * @returns seconds
 * @throws TextError with the place and, for known mistakes, the nearest right form
 */
export function parseAge(text: string): number {
  return parseOrSuggest(text, readAge, printAge);
}

/** Prints seconds as `parseAge` reads them: whole days, else hours. */
export function printAge(seconds: number): string {
  const days = seconds / SECONDS.d;
  return Number.isInteger(days) ? `${days}d` : `${Math.round(seconds / SECONDS.h)}h`;
}

function readAge(text: string): number {
  const tokens: Tokens = new Tokens(text, 'age', '30d');
  const number = takeNumber(tokens, 'an age such as `30d`');
  const unit = tokens.take();
  const known = Object.hasOwn(SECONDS, unit.text) ? (unit.text as AgeUnit) : undefined;
  if (known === undefined) {
    tokens.fail(unit.kind === 'end' ? number : unit, {
      what:
        unit.kind === 'end' ? `${quote(number.text)} has no unit.` : `${quote(unit.text)} is no unit of age.`,
      expected: 'expected `h`, `d` or `w`',
      replacement:
        unit.kind === 'end' ? `${number.text}d` : SLIPS.find(([pattern]) => pattern.test(unit.text))?.[1],
    });
  }
  if (!tokens.ended) tokens.failExpected('nothing more after the age');
  const seconds = Number(number.text) * SECONDS[known];
  if (seconds < SECONDS.h || seconds > 3650 * SECONDS.d)
    tokens.fail(number, { what: 'The age is out of range.', expected: 'expected `1h` to `3650d`' });
  return seconds;
}
