import { printDecimal } from './decimal.ts';

/**
 * What `tailgate.yml` says, once read: checked, with defaults filled in, but not yet interpolated.
 * Templates keep their `${…}`; `config/interpolation.ts` fills them when ports are known.
 */

export type Metric =
  | { kind: 'percentile'; percent: number } // 50 … 99.999
  | { kind: 'avg' }
  | { kind: 'min' }
  | { kind: 'max' }
  | { kind: 'errors' } // fraction of requests that failed or were dropped
  | { kind: 'rate' } // achieved req/s
  | { kind: 'capacity' }
  /** Tail mean: geometric mean of the latencies from p90 to p99, ms. Compared, never an SLO. */
  | { kind: 'tail' }
  /** Fraction of requests slower than `ms`, a threshold common to both arms. Compared, never an SLO. */
  | { kind: 'slow-share'; ms: number };

/** Latencies in ms, shares as fractions (0.1 % is 0.001), rates in req/s. */
export type Unit = 'ms' | 'fraction' | 'req/s';

/** Prints `p99.9`, `avg`, `errors` …, as the SLO language has it; `tail` and `slow-share` are no words of it. */
export function printMetric(metric: Metric): string {
  return metric.kind === 'percentile' ? `p${printDecimal(metric.percent)}` : metric.kind;
}

/** The unit in which a metric is kept: latencies in ms, errors as a fraction, rates in req/s. */
export function unitOf(metric: Metric): Unit {
  switch (metric.kind) {
    case 'percentile':
    case 'avg':
    case 'min':
    case 'max':
    case 'tail':
      return 'ms';
    case 'errors':
    case 'slow-share':
      return 'fraction';
    case 'rate':
    case 'capacity':
      return 'req/s';
  }
}

/** Shares differ by amounts, latencies by factors: a tolerance of latencies does not apply to them. */
export function isShare({ kind }: Metric): boolean {
  return kind === 'errors' || kind === 'slow-share';
}

/** Far percentiles rest on few requests, and differ by more between two runs of the same code. */
export function defaultTolerance(metric: Metric): number {
  switch (metric.kind) {
    case 'percentile':
      return metric.percent < 95 ? 0.05 : 0.1;
    case 'max':
      return 0.1;
    case 'tail':
    case 'avg':
    case 'min':
    case 'rate':
    case 'capacity':
      return 0.05;
    case 'errors':
    case 'slow-share':
      return 0.001;
  }
}
