import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { Tokens, takeNumber } from './lexer.ts';

export type PercentRange = {
  /** Fractions. */
  least: number;
  most: number;
  /** What to say of one that is out of range. */
  explain?: (fraction: number) => { hint?: string; replacement?: string };
};

/** Reads `5%`, a fraction from 0 to 1. @throws TextError */
export function parsePercent(text: string): number {
  return parsePercentWithin(text, { least: 0, most: 1 });
}

/** Reads `5%`, a fraction in the range, both ends allowed. @throws TextError */
export function parsePercentWithin(text: string, range: PercentRange): number {
  return parseOrSuggest(text, (candidate) => readPercent(candidate, range), printPercent);
}

/** Prints a fraction as `0.1%`. */
export function printPercent(fraction: number): string {
  return `${printDecimal(fraction, 2)}%`;
}

function readPercent(text: string, { least, most, explain }: PercentRange): number {
  const tokens = new Tokens(text, 'percentage', '5%');
  const number = takeNumber(tokens, 'a percentage such as `5%`');
  if (tokens.ended) failOnMissingUnit(tokens, number.text, least);
  if (/^(?:percent|pct)$/i.test(tokens.next.text)) tokens.failExpected('`%`', { replacement: '%' });
  if (tokens.next.text !== '%') tokens.failExpected('`%`');
  tokens.take();
  if (!tokens.ended) tokens.failExpected('nothing more');
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

/** `0.05` is how programs write 5 %, and `5` is short for it; which of the two was meant, nobody can be sure. */
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
