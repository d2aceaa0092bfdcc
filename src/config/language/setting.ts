import { printDecimal } from '../../metrics/decimal.ts';
import { type PercentRange, parsePercentWithin } from './percent.ts';

/** Number for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`). A name comes first. */
export type Setting = { all?: number; byMetric: Readonly<Record<string, number>> };

export type Sensitivity = {
  /** Fraction; smaller changes never block. For `errors` it is a difference of shares. */
  tolerance: Setting;
  /** Fraction: 0.99 allows a false `regressed` in one run of a hundred. */
  confidence: Setting;
};

/**
 * Tolerances up to three times a latency. A gate that lets more through gates nothing: github-action-benchmark
 * alerts at twice the time by default (https://github.com/benchmark-action/github-action-benchmark).
 */
const TOLERANCE: PercentRange = {
  least: 0,
  most: 2,
  explain: (fraction) =>
    fraction > 2 ? { hint: 'A service three times as slow would pass. A limit of its own is an SLO.' } : {},
};

const CONFIDENCE: PercentRange = {
  least: 0.5,
  most: 0.9999,
  explain: (fraction) =>
    fraction > 0.5
      ? {
          hint: 'With N starts of each revision the evidence is 1 in 2^N at best: past `99.99%` that takes more starts than a budget holds.',
        }
      : {
          hint: 'It is the share of runs on identical code that raise no false alarm; below `50%` most of them would.',
          // The user meant the chance of an error; the confidence is 100 % minus that.
          replacement: fraction > 0 && fraction <= 0.1 ? printDecimal(100 - fraction * 100) : undefined,
        },
};

/** Reads the tolerance of a latency, a fraction from 0 to 2. @throws TextError */
export function parseTolerance(text: string): number {
  return parsePercentWithin(text, TOLERANCE);
}

/** Reads a confidence, a fraction from 0.5 to 0.9999. @throws TextError */
export function parseConfidence(text: string): number {
  return parsePercentWithin(text, CONFIDENCE);
}

/** Fraction: at most one run of a hundred on identical code is a false `regressed`. */
export const DEFAULT_CONFIDENCE = 0.99;
