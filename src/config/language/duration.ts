import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest, TextError } from '../diagnostics/text-error.ts';
import { indexWords, joinWords, nearest, quote } from '../diagnostics/words.ts';
import { Tokens, takeNumber } from './lexer.ts';
import { printLimit } from './limit.ts';

/** Units of time: seconds are the number, its point moved by `places`, times `factor`. */
const UNITS = {
  us: { places: -6, factor: 1 },
  ms: { places: -3, factor: 1 },
  s: { places: 0, factor: 1 },
  m: { places: 0, factor: 60 },
  h: { places: 0, factor: 3600 },
  d: { places: 0, factor: 86_400 },
  w: { places: 0, factor: 604_800 },
};
type TimeUnit = keyof typeof UNITS;

const SLIPS = indexWords<TimeUnit>({
  us: 'µs μs usec usecs micros microseconds',
  ms: 'msec msecs millis milliseconds',
  s: 'sec secs second seconds',
  m: 'min mins minute minutes',
  h: 'hr hrs hour hours',
  d: 'day days',
  w: 'wk wks week weeks',
});

/** Times of one kind, as errors call them: the first unit of `usual` is proposed where there is none. */
type TimeKind = { name: string; of: string; example: string; units: readonly TimeUnit[]; usual: TimeUnit };

const DURATION: TimeKind = {
  name: 'duration',
  of: 'time',
  example: '30s',
  units: ['ms', 's', 'm', 'h'],
  usual: 's',
};
const AGE: TimeKind = { name: 'age', of: 'age', example: '30d', units: ['h', 'd', 'w'], usual: 'd' };
const BOUND: TimeKind = {
  name: 'bound',
  of: 'latency',
  example: '100ms',
  units: ['us', 'ms', 's'],
  usual: 'ms',
};

type Range = { least: number; most: number };
const AGES: Range = { least: 3600, most: 3650 * 86_400 };

/**
 * Reads a length of time such as `500ms`, `30s`, `2m` or `1h`.
 *
 * @returns seconds
 * @throws TextError with the place and, for known mistakes, the nearest right form
 */
export function parseDuration(text: string): number {
  return parseTime(text, DURATION, printDuration);
}

/** Reads a length of time within a range (seconds). @throws TextError */
export function parseDurationWithin(text: string, range: Range): number {
  return checkRange(text, parseDuration(text), range, printDuration);
}

/** Reads an age from one hour to ten years: `12h`, `30d` or `4w`. @returns seconds @throws TextError */
export function parseAge(text: string): number {
  return checkRange(text, parseTime(text, AGE, printAge), AGES, printAge);
}

/** Reads the bound of a bucket of latencies: `250us`, `100ms` or `1.2s`. @returns ms @throws TextError */
export function parseBound(text: string): number {
  const ms = parseTime(text, BOUND, printBound, 3);
  if (ms > 0) return ms;
  const span = { offset: 0, length: text.length };
  throw new TextError(text, { ...span, what: 'No request takes no time.', expected: 'expected more than 0' });
}

/** Prints seconds in the largest unit that leaves a whole number: `90s`, `2m`, `500ms`. */
export function printDuration(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${printDecimal(seconds / 3600)}h`;
  if (seconds >= 60 && seconds % 60 === 0) return `${printDecimal(seconds / 60)}m`;
  return seconds > 0 && seconds < 1 ? `${printDecimal(seconds, 3)}ms` : `${printDecimal(seconds)}s`;
}

/** Prints seconds as `parseAge` reads them: whole days, else hours. */
export function printAge(seconds: number): string {
  const days = seconds / UNITS.d.factor;
  return Number.isInteger(days) ? `${days}d` : `${Math.round(seconds / UNITS.h.factor)}h`;
}

/** Prints ms as `parseBound` reads them. */
export function printBound(ms: number): string {
  return printLimit({ kind: 'absolute', value: ms, unit: 'ms' });
}

/** Takes a duration, a number and its unit, out of a longer text. @returns seconds */
export function takeDuration(tokens: Tokens): number {
  return takeTime(tokens, DURATION);
}

/** Takes a length of latency, a number and its unit, out of a longer text. @returns ms */
export function takeBound(tokens: Tokens): number {
  return takeTime(tokens, BOUND, 3);
}

/** @param places by which the point of seconds is moved */
function parseTime(text: string, kind: TimeKind, print: (time: number) => string, places = 0): number {
  const read = (candidate: string) => {
    const tokens: Tokens = new Tokens(candidate, kind.name, kind.example);
    const time = takeTime(tokens, kind, places);
    if (!tokens.ended) tokens.failExpected(`nothing more after the ${kind.name}`);
    return time;
  };
  return parseOrSuggest(text, read, print);
}

function takeTime(tokens: Tokens, { name, of, example, units, usual }: TimeKind, places = 0): number {
  const number = takeNumber(tokens, `${name === 'age' ? 'an' : 'a'} ${name} such as \`${example}\``);
  const unit = tokens.next;
  const expected = `expected ${joinWords(units)}`;
  if (unit.kind !== 'word') {
    const behind = { offset: number.offset + number.length, length: 0 };
    const what = `${quote(number.text)} has no unit of ${of}.`;
    tokens.fail(behind, { what, expected, replacement: usual });
  }
  const known = units.find((each) => each === unit.text);
  if (known) {
    tokens.take();
    return shiftDecimal(number.text, UNITS[known].places + places) * UNITS[known].factor;
  }
  const compound = readCompound(number.text + unit.text);
  if (compound !== undefined && !unit.blankBefore && units === DURATION.units) {
    const what = 'A duration is one number and one unit.';
    tokens.correct(tokens.span(number, unit), what, printDuration(compound));
  }
  const slip = SLIPS.get(unit.text.toLowerCase());
  return tokens.fail(unit, {
    what: `${quote(unit.text)} is not a unit of ${of}.`,
    expected,
    replacement: units.find((each) => each === slip) ?? nearest(unit.text, units),
  });
}

function checkRange(
  text: string,
  seconds: number,
  { least, most }: Range,
  print: typeof printDuration,
): number {
  if (seconds >= least && seconds <= most) return seconds;
  throw new TextError(text, {
    offset: 0,
    length: text.length,
    what: `${quote(text.trim())} is out of range.`,
    expected: `expected \`${print(least)}\` to \`${print(most)}\``,
  });
}

/** Reads a text such as `1m30s` as seconds; undefined if it has another form. */
function readCompound(text: string): number | undefined {
  if (!/^(?:\d+(?:ms|[smh]))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, digits, unit] of text.matchAll(/(?<!\d)(\d+)(ms|[smh])/g)) {
    const { places, factor } = UNITS[unit as TimeUnit];
    seconds += shiftDecimal(digits!, places) * factor;
  }
  return seconds;
}
