import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseBound } from './duration.ts';
import { match, NUMBER, refuse, within } from './text.ts';

/** Value for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`). A name comes first. */
export type Setting<Value> = { all?: Value; byMetric: Readonly<Record<string, Value>> };

/** A change blocks only beyond both: a fraction (for `errors` a difference of shares), and a length of time (ms). */
export type Tolerance = { fraction: number; ms: number };

/** Fraction: at most one run of a hundred on identical code is a false `regressed`. */
export const DEFAULT_CONFIDENCE = 0.99;

/**
 * Tolerances up to three times a latency. A gate that lets more through gates nothing: github-action-benchmark
 * alerts at twice the time by default (https://github.com/benchmark-action/github-action-benchmark).
 */
const TOLERANCES = { least: 0, most: 2 };

const PERCENT = new RegExp(`^(?<number>${NUMBER}) ?%$`);
const TOLERANCE = /^(?<percent>[\d.]+ ?%)(?: or (?<time>.+))?$/;

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

/** Reads a tolerance: a fraction from 0 to 2, and for latencies a time where one is given. @throws TextError */
export function parseTolerance(text: string): Tolerance {
  const { percent, time } = match(text, TOLERANCE) ?? {};
  if (percent === undefined) return refuse(text, 'a tolerance', ['5%', '10% or 2ms']);
  return { fraction: parsePercentWithin(percent, TOLERANCES), ms: time === undefined ? 0 : parseBound(time) };
}

/** Prints a tolerance as `10%` or `10% or 2ms`. */
export function printTolerance({ fraction, ms }: Tolerance): string {
  return ms > 0 ? `${printPercent(fraction)} or ${printDecimal(ms)}ms` : printPercent(fraction);
}

/** Reads a confidence, a fraction from 0.5 to 0.9999: what more takes, no budget holds. @throws TextError */
export function parseConfidence(text: string): number {
  return parsePercentWithin(text, { least: 0.5, most: 0.9999 });
}
