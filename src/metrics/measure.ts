import type { Slice } from '../measurement/measurement.ts';
import {
  achievedRate,
  failureRate,
  meanLatency,
  pooledQuantile,
  shareAbove,
} from '../measurement/quantiles.ts';
import type { Metric } from './metric.ts';

/** Levels over which the tail mean is averaged. */
const TAIL_LEVELS = Array.from({ length: 10 }, (_, i) => (90 + i) / 100);

/**
 * A metric over all requests of the slices: latencies in ms, shares as fractions, rates in req/s. `Infinity` once
 * failures reach a percentile, NaN without any request; null for what slices cannot tell.
 *
 * @param deepest highest level (fraction) at which a quantile is read; higher ones are read there
 */
export function measureMetric(slices: readonly Slice[], metric: Metric, deepest = 1): number | null {
  const quantile = (level: number) => pooledQuantile(slices, Math.min(level, deepest));
  switch (metric.kind) {
    case 'percentile':
      return quantile(metric.percent / 100);
    case 'tail':
      return geometricMean(TAIL_LEVELS.map(quantile));
    case 'min':
      return pooledQuantile(slices, 0);
    case 'max':
      return pooledQuantile(slices, 1);
    case 'avg':
      return meanLatency(slices);
    case 'errors':
      return failureRate(slices);
    case 'slow-share':
      return shareAbove(slices, metric.ms);
    case 'rate':
      return achievedRate(slices);
    case 'capacity':
      return null;
  }
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
