import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest, TextError } from '../diagnostics/text-error.ts';
import { indexWords, nearest, quote } from '../diagnostics/words.ts';
import { Tokens, takeNumber } from './lexer.ts';

const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;
type DurationUnit = keyof typeof SECONDS;
const UNITS = Object.keys(SECONDS) as DurationUnit[];
const EXPECTED_UNIT = 'expected `ms`, `s`, `m` or `h`';

const SLIPS = indexWords<DurationUnit>({
  ms: 'msec msecs millis milliseconds',
  s: 'sec secs second seconds',
  m: 'min mins minute minutes',
  h: 'hr hrs hour hours',
});

/**
 * Reads a length of time such as `500ms`, `30s`, `2m` or `1h`.
 *
 * @returns seconds
 * @throws TextError with the place and, for known mistakes, the nearest right form
 */
export function parseDuration(text: string): number {
  return parseOrSuggest(text, readDuration, printDuration);
}

/** Reads a length of time within a range (seconds). @throws TextError */
export function parseDurationWithin(text: string, { least, most }: { least: number; most: number }): number {
  const seconds = parseDuration(text);
  if (seconds >= least && seconds <= most) return seconds;
  throw new TextError(text, {
    offset: 0,
    length: text.length,
    what: `${quote(text.trim())} is out of range.`,
    expected: `expected \`${printDuration(least)}\` to \`${printDuration(most)}\``,
  });
}

function readDuration(text: string): number {
  const tokens = new Tokens(text, 'duration', '30s');
  const seconds = takeDuration(tokens);
  if (!tokens.ended) tokens.failExpected('nothing more after the duration');
  return seconds;
}

/** Prints seconds in the largest unit that leaves a whole number: `90s`, `2m`, `500ms`. */
export function printDuration(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${printDecimal(seconds / 3600)}h`;
  if (seconds >= 60 && seconds % 60 === 0) return `${printDecimal(seconds / 60)}m`;
  return seconds > 0 && seconds < 1 ? `${printDecimal(seconds, 3)}ms` : `${printDecimal(seconds)}s`;
}

/** Takes a duration, a number and its unit, out of a longer text. @returns seconds */
export function takeDuration(tokens: Tokens): number {
  const number = takeNumber(tokens, 'a duration such as `30s`');
  const unit = tokens.next;
  if (unit.kind !== 'word') {
    tokens.fail(
      { offset: number.offset + number.length, length: 0 },
      { what: `${quote(number.text)} has no unit of time.`, expected: EXPECTED_UNIT, replacement: 's' },
    );
  }
  if (unit.text === 'ms') {
    tokens.take();
    return shiftDecimal(number.text, -3);
  }
  if (isUnit(unit.text)) {
    tokens.take();
    return Number(number.text) * SECONDS[unit.text];
  }
  const compound = readCompound(number.text + unit.text);
  if (compound !== undefined && !unit.blankBefore) {
    const what = 'A duration is one number and one unit.';
    tokens.correct(tokens.span(number, unit), what, printDuration(compound));
  }
  return tokens.fail(unit, {
    what: `${quote(unit.text)} is not a unit of time.`,
    expected: EXPECTED_UNIT,
    replacement: SLIPS.get(unit.text.toLowerCase()) ?? nearest(unit.text, UNITS),
  });
}

function isUnit(text: string): text is DurationUnit {
  return (UNITS as string[]).includes(text);
}

/** Reads a text such as `1m30s` as seconds; undefined if it has another form. */
function readCompound(text: string): number | undefined {
  if (!/^(?:\d+(?:ms|[smh]))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, digits, unit] of text.matchAll(/(?<!\d)(\d+)(ms|[smh])/g)) {
    seconds += Number(digits) * SECONDS[unit as DurationUnit];
  }
  return seconds;
}
