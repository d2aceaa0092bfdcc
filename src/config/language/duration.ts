import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { match, NUMBER, refuse, within } from './text.ts';

/** Units of time: seconds are the number, its point moved by `places`, times `factor`. */
const UNITS: Record<string, { places: number; factor: number }> = {
  us: { places: -6, factor: 1 },
  ms: { places: -3, factor: 1 },
  s: { places: 0, factor: 1 },
  m: { places: 0, factor: 60 },
  h: { places: 0, factor: 3600 },
  d: { places: 0, factor: 86_400 },
  w: { places: 0, factor: 604_800 },
};
const TIME = new RegExp(`^(?<number>${NUMBER}) ?(?<unit>[a-z]+)$`);

/** Reads a length of time such as `500ms`, `30s`, `2m` or `1h`. @returns seconds @throws TextError */
export function parseDuration(text: string): number {
  return parseTime(text, 0) ?? refuse(text, 'a duration', ['30s', '2m', '500ms']);
}

/** Reads a length of time within a range (seconds). @throws TextError */
export function parseDurationWithin(text: string, least: number, most: number): number {
  return within(parseDuration(text), [least, most], printDuration);
}

/** Reads an age from one hour to ten years: `12h`, `30d` or `4w`. @returns seconds @throws TextError */
export function parseAge(text: string): number {
  return within(parseDuration(text), [3600, 3650 * 86_400], printAge);
}

/** Prints seconds as `parseAge` reads them: whole days, else hours. */
export function printAge(seconds: number): string {
  const days = seconds / 86_400;
  return Number.isInteger(days) ? `${days}d` : `${Math.round(seconds / 3600)}h`;
}

/** Reads a length of latency such as `250us`, `100ms` or `1.2s`. @returns ms @throws TextError */
export function parseBound(text: string): number {
  return parseTime(text, 3) || refuse(text, 'a latency', ['100ms', '1.2s', '250us']);
}

/** Prints seconds in the largest unit that leaves a whole number: `90s`, `2m`, `500ms`. */
export function printDuration(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${printDecimal(seconds / 3600)}h`;
  if (seconds >= 60 && seconds % 60 === 0) return `${printDecimal(seconds / 60)}m`;
  return seconds > 0 && seconds < 1 ? `${printDecimal(seconds, 3)}ms` : `${printDecimal(seconds)}s`;
}

/** Prints ms as `parseBound` reads them: in the unit with the shortest number. */
export function printBound(value: number): string {
  const ms = `${printDecimal(value)}ms`;
  const s = `${printDecimal(value, -3)}s`;
  const us = `${printDecimal(value, 3)}us`;
  if (value >= 1000) return s.length < ms.length ? s : ms;
  return value < 1 && us.length <= ms.length ? us : ms;
}

/** @param places by which the point of seconds is moved */
function parseTime(text: string, places: number): number | undefined {
  const { number = '', unit = '' } = match(text, TIME) ?? {};
  const known = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return known && shiftDecimal(number, known.places + places) * known.factor;
}
