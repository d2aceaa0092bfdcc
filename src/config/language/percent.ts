import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { match, NUMBER, refuse, within } from './text.ts';

const PERCENT = new RegExp(`^(?<number>${NUMBER}) ?%$`);

/** Reads a percentage such as `5%` as a fraction in the range, both ends allowed. @throws TextError */
export function parsePercentWithin(text: string, { least, most }: { least: number; most: number }): number {
  const { number } = match(text, PERCENT) ?? {};
  if (number === undefined) return refuse(text, 'a percentage', ['5%']);
  return within(shiftDecimal(number, -2), [least, most], printPercent);
}

/** Prints a fraction as `0.1%`. */
export function printPercent(fraction: number): string {
  return `${printDecimal(fraction, 2)}%`;
}
