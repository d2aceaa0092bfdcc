import { printDecimal, shiftDecimal } from './decimal.ts';
import { Tokens, takeNumber } from './lexer.ts';
import { parseOrSuggest } from './text-error.ts';

/**
 * Reads `5%`.
 *
 * @returns a fraction from 0 to 1
 * @throws TextError
 */
export function parsePercent(text: string): number {
  return parseOrSuggest(text, readPercent, (fraction) => `${printDecimal(fraction, 2)}%`);
}

function readPercent(text: string): number {
  const tokens = new Tokens(text, 'percentage', '5%');
  const number = takeNumber(tokens, 'a percentage such as `5%`');
  const end = { offset: number.offset + number.length, length: 0 };
  if (tokens.ended)
    tokens.fail(end, { what: 'The percentage has no unit.', expected: 'expected `%`', replacement: '%' });
  if (/^(?:percent|pct)$/i.test(tokens.next.text)) tokens.failExpected('`%`', { replacement: '%' });
  if (tokens.next.text !== '%') tokens.failExpected('`%`');
  tokens.take();
  if (!tokens.ended) tokens.failExpected('nothing more');
  const fraction = shiftDecimal(number.text, -2);
  if (fraction > 1)
    tokens.fail(number, { what: 'The percentage is too large.', expected: 'expected at most `100%`' });
  return fraction;
}
