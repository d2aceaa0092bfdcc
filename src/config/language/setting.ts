import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { parseBound } from './duration.ts';
import { match, NUMBER, refuse, within } from './text.ts';

/** Value for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`). A name takes precedence. */
export type Setting<Value> = { all?: Value; byMetric: Readonly<Record<string, Value>> };

/** A change blocks only if it exceeds both: a fraction (for `errors` a difference of shares), and a time (ms). */
export type Tolerance = { fraction: number; ms: number };

/** Fraction: at most one run in a hundred on identical code is a false `regressed`. */
export const DEFAULT_CONFIDENCE = 0.99;

/**
 * Tolerances up to three times a latency. A gate that tolerates more is useless: github-action-benchmark
 * alerts at twice the time by default (https://github.com/benchmark-action/github-action-benchmark).
 */
const TOLERANCES = { least: 0, most: 2 };

const PERCENT = new RegExp(`^(?<number>${NUMBER}) ?%$`);
const TOLERANCE = /^(?<percent>[\d.]+ ?%)(?: or (?<time>.+))?$/;

/** Parses a percentage such as `5%` as a fraction in the range, both ends allowed. @throws TextError */
export function parsePercentWithin(text: string, { least, most }: { least: number; most: number }): number {
  const { number } = match(text, PERCENT) ?? {};
  if (number === undefined) return refuse(text, 'a percentage', ['5%']);
  return within(shiftDecimal(number, -2), [least, most], printPercent);
}

/** Prints a fraction as `0.1%`. */
export function printPercent(fraction: number): string {
  return `${printDecimal(fraction, 2)}%`;
}

/** Parses a tolerance: a fraction from 0 to 2, and optionally a time for latencies. @throws TextError */
export function parseTolerance(text: string): Tolerance {
  const { percent, time } = match(text, TOLERANCE) ?? {};
  if (percent === undefined) return refuse(text, 'a tolerance', ['5%', '10% or 2ms']);
  return { fraction: parsePercentWithin(percent, TOLERANCES), ms: time === undefined ? 0 : parseBound(time) };
}

/** Prints a tolerance as `10%` or `10% or 2ms`. */
export function printTolerance({ fraction, ms }: Tolerance): string {
  return ms > 0 ? `${printPercent(fraction)} or ${printDecimal(ms)}ms` : printPercent(fraction);
}

/** Parses a confidence, a fraction from 0.5 to 0.9999: more than that would exceed any budget. @throws TextError */
export function parseConfidence(text: string): number {
  return parsePercentWithin(text, { least: 0.5, most: 0.9999 });
}
