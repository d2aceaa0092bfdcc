import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { match, NUMBER, refuse, within } from './text.ts';

/** Units of time: for seconds, the point of the number is moved by `places`, then multiplied by `factor`. */
const UNITS: Record<string, { places: number; factor: number }> = {
  us: { places: -6, factor: 1 },
  ms: { places: -3, factor: 1 },
  s: { places: 0, factor: 1 },
  m: { places: 0, factor: 60 },
  h: { places: 0, factor: 3600 },
  d: { places: 0, factor: 86_400 },
};
const TIME = new RegExp(`^(?<number>${NUMBER}) ?(?<unit>${Object.keys(UNITS).join('|')})$`);

/** Parses a duration such as `500ms`, `30s`, `2m` or `30d`. @returns seconds @throws TextError */
export function parseDuration(text: string): number {
  return parseTime(text, 0) ?? refuse(text, 'a duration', ['30s', '2m', '500ms']);
}

/** Parses a duration within a range (seconds). @throws TextError */
export function parseDurationWithin(text: string, least: number, most: number): number {
  return within(parseDuration(text), [least, most], printDuration);
}

/** Parses a latency such as `250us`, `100ms` or `1.2s`. @returns ms @throws TextError */
export function parseBound(text: string): number {
  return parseTime(text, 3) || refuse(text, 'a latency', ['100ms', '1.2s', '250us']);
}

/** Prints seconds in the largest unit that leaves a whole number: `30d`, `90s`, `2m`, `500ms`. */
export function printDuration(seconds: number): string {
  for (const unit of ['d', 'h', 'm']) {
    const amount = seconds / UNITS[unit]!.factor;
    if (amount >= 1 && Number.isInteger(amount)) return `${amount}${unit}`;
  }
  return seconds > 0 && seconds < 1 ? `${printDecimal(seconds, 3)}ms` : `${printDecimal(seconds)}s`;
}

/** Prints ms as `parseBound` reads them. */
export function printBound(value: number): string {
  if (value >= 1000) return `${printDecimal(value, -3)}s`;
  return value < 1 ? `${printDecimal(value, 3)}us` : `${printDecimal(value)}ms`;
}

/** @param places by which the point of seconds is moved */
function parseTime(text: string, places: number): number | undefined {
  const { number = '', unit = '' } = match(text, TIME) ?? {};
  const known = UNITS[unit];
  return known && shiftDecimal(number, known.places + places) * known.factor;
}
