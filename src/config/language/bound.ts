import { shiftDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';
import { Tokens, takeNumber } from './lexer.ts';
import { printLimit } from './limit.ts';

/** Powers of ten that lead to ms. */
const PLACES: Record<string, number> = { us: -3, ms: 0, s: 3 };

/**
 * Reads the bound of a bucket of latencies: `250us`, `100ms` or `1.2s`.
 *
 * @returns ms
 * @throws TextError with the place and, for known mistakes, the nearest right form
 */
export function parseBound(text: string): number {
  return parseOrSuggest(text, readBound, printBound);
}

/** Prints ms as `parseBound` reads them. */
export function printBound(ms: number): string {
  return printLimit({ kind: 'absolute', value: ms, unit: 'ms' });
}

function readBound(text: string): number {
  const tokens: Tokens = new Tokens(text, 'bound', '100ms');
  const number = takeNumber(tokens, 'a latency such as `100ms`');
  const unit = tokens.take();
  const places = Object.hasOwn(PLACES, unit.text) ? PLACES[unit.text] : undefined;
  if (places === undefined) {
    const isMissing = unit.kind === 'end';
    tokens.fail(isMissing ? number : unit, {
      what: isMissing ? `${quote(number.text)} has no unit.` : `${quote(unit.text)} is no unit of latency.`,
      expected: 'expected `us`, `ms` or `s`',
      replacement: isMissing ? `${number.text}ms` : /^[µμ]s$/.test(unit.text) ? 'us' : undefined,
    });
  }
  if (!tokens.ended) tokens.failExpected('nothing more after the bound');
  const ms = shiftDecimal(number.text, places);
  if (ms === 0) tokens.fail(number, { what: 'No request takes no time.', expected: 'expected more than 0' });
  return ms;
}
