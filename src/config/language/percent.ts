import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { Tokens, takeNumber } from './lexer.ts';

export type PercentRange = {
  /** Bounds of the range, as fractions. */
  least: number;
  most: number;
  /** Hint or replacement for a fraction that is out of range. */
  explain?: (fraction: number) => { hint?: string; replacement?: string };
};

/** Reads a percentage such as `5%` as a fraction from 0 to 1. @throws TextError */
export function parsePercent(text: string): number {
  return parsePercentWithin(text, { least: 0, most: 1 });
}

/** Reads a percentage such as `5%` as a fraction in the range, both ends allowed. @throws TextError */
export function parsePercentWithin(text: string, range: PercentRange): number {
  return parseOrSuggest(text, (candidate) => readPercent(candidate, range), printPercent);
}

/** Prints a fraction as `0.1%`. */
export function printPercent(fraction: number): string {
  return `${printDecimal(fraction, 2)}%`;
}

function readPercent(text: string, range: PercentRange): number {
  const tokens = new Tokens(text, 'percentage', '5%');
  const fraction = takePercent(tokens, range);
  if (!tokens.ended) tokens.failExpected('nothing more');
  return fraction;
}

/** Takes a percentage out of a longer text. @returns a fraction in the range @throws TextError */
export function takePercent(tokens: Tokens, { least, most, explain }: PercentRange): number {
  const number = takeNumber(tokens, 'a percentage such as `5%`');
  if (tokens.ended) failOnMissingUnit(tokens, number.text, least);
  if (/^(?:percent|pct)$/i.test(tokens.next.text)) tokens.failExpected('`%`', { replacement: '%' });
  if (tokens.next.text !== '%') tokens.failExpected('`%`');
  tokens.take();
  const fraction = shiftDecimal(number.text, -2);
  if (fraction < least || fraction > most) {
    tokens.fail(number, {
      what: `The percentage is too ${fraction < least ? 'small' : 'large'}.`,
      expected: `expected ${least === 0 ? 'at most' : `\`${printPercent(least)}\` to`} \`${printPercent(most)}\``,
      ...explain?.(fraction),
    });
  }
  return fraction;
}

/** Fails on a number without `%`: `5` is short for 5 %, but `0.05` may mean 0.05 % or, in programs, 5 %. */
function failOnMissingUnit(tokens: Tokens, digits: string, least: number): never {
  const { offset, length } = tokens.previous;
  const what = 'The percentage has no unit.';
  const isShare = Number(digits) > 0 && Number(digits) < 1;
  if (!isShare) {
    tokens.fail({ offset: offset + length, length: 0 }, { what, expected: 'expected `%`', replacement: '%' });
  }
  const percent = printPercent(Number(digits));
  const hint = `A share of ${digits} is ${percent}`;
  tokens.fail(
    { offset, length },
    {
      what,
      expected: 'expected `%`',
      replacement: percent,
      hint:
        shiftDecimal(digits, -2) < least
          ? `${hint}.`
          : `${hint}; if you meant ${digits} percent, write \`${digits}%\`.`,
    },
  );
}
