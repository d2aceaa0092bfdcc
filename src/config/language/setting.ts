import { printDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { takeBound } from './duration.ts';
import { Tokens } from './lexer.ts';
import { type PercentRange, parsePercentWithin, printPercent, takePercent } from './percent.ts';

/** Value for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`). A name comes first. */
export type Setting<Value> = { all?: Value; byMetric: Readonly<Record<string, Value>> };

/** A change blocks only beyond both: a fraction (for `errors` a difference of shares), and a length of time (ms). */
export type Tolerance = { fraction: number; ms: number };

export type Sensitivity = {
  tolerance: Setting<Tolerance>;
  /** Fraction: 0.99 allows a false `regressed` in one run of a hundred. */
  confidence: Setting<number>;
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

/** Reads a tolerance: a fraction from 0 to 2, and for latencies a time where one is given. @throws TextError */
export function parseTolerance(text: string, ofLatency = true): Tolerance {
  return parseOrSuggest(text, (candidate) => readTolerance(candidate, ofLatency), printTolerance);
}

/** Prints a tolerance as `10%` or `10% or 2ms`. */
export function printTolerance({ fraction, ms }: Tolerance): string {
  return ms > 0 ? `${printPercent(fraction)} or ${printDecimal(ms)}ms` : printPercent(fraction);
}

function readTolerance(text: string, ofLatency: boolean): Tolerance {
  const tokens = new Tokens(text, 'percentage', '5%');
  const fraction = takePercent(tokens, TOLERANCE);
  if (tokens.ended) return { fraction, ms: 0 };
  if (!ofLatency) tokens.failExpected('nothing more: only latencies have a time');
  if (!tokens.takeWord('or')) tokens.failExpected('nothing more, or a time such as `or 2ms`');
  const ms = takeBound(tokens);
  if (!tokens.ended) tokens.failExpected('nothing more');
  return { fraction, ms };
}

/** Reads a confidence, a fraction from 0.5 to 0.9999. @throws TextError */
export function parseConfidence(text: string): number {
  return parsePercentWithin(text, CONFIDENCE);
}

/** Fraction: at most one run of a hundred on identical code is a false `regressed`. */
export const DEFAULT_CONFIDENCE = 0.99;
