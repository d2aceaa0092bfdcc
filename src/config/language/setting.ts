import { printDecimal } from '../../metrics/decimal.ts';
import { parseBound } from './duration.ts';
import { parsePercentWithin, printPercent } from './percent.ts';
import { match, refuse } from './text.ts';

/** Value for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`). A name comes first. */
export type Setting<Value> = { all?: Value; byMetric: Readonly<Record<string, Value>> };

/** A change blocks only beyond both: a fraction (for `errors` a difference of shares), and a length of time (ms). */
export type Tolerance = { fraction: number; ms: number };

/**
 * Tolerances up to three times a latency. A gate that lets more through gates nothing: github-action-benchmark
 * alerts at twice the time by default (https://github.com/benchmark-action/github-action-benchmark).
 */
const TOLERANCES = { least: 0, most: 2 };

const TOLERANCE = /^(?<percent>[\d.]+ ?%)(?: or (?<time>.+))?$/;

/** Reads a tolerance: a fraction from 0 to 2, and for latencies a time where one is given. @throws TextError */
export function parseTolerance(text: string): Tolerance {
  const { percent, time } = match(text, TOLERANCE) ?? {};
  if (percent === undefined) return refuse(text, 'a tolerance', ['5%', '10% or 2ms']);
  return {
    fraction: parsePercentWithin(percent, TOLERANCES),
    ms: time === undefined ? 0 : parseBound(time),
  };
}

/** Prints a tolerance as `10%` or `10% or 2ms`. */
export function printTolerance({ fraction, ms }: Tolerance): string {
  return ms > 0 ? `${printPercent(fraction)} or ${printDecimal(ms)}ms` : printPercent(fraction);
}

/** Reads a confidence, a fraction from 0.5 to 0.9999: what more takes, no budget holds. @throws TextError */
export function parseConfidence(text: string): number {
  return parsePercentWithin(text, { least: 0.5, most: 0.9999 });
}

/** Fraction: at most one run of a hundred on identical code is a false `regressed`. */
export const DEFAULT_CONFIDENCE = 0.99;
