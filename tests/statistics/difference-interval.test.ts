import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { estimateMetric, type Metric, measureMetric } from '../../src/metrics/metric.ts';
import { estimateCorrelation, estimateDifference } from '../../src/statistics/difference-interval.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

type Service = {
  pairs: number;
  requests: number;
  /** Log standard deviations of what both scenarios share in a pair, and of what each has for itself. */
  common: number;
  own: number;
  /** Correlation of a request with the one before. */
  memory: number;
  /** Share of requests with a Pareto tail (shape 1.5: it has no variance). */
  heavy?: number;
  /** Growth of the log latency from the first pair to the last. */
  drift?: number;
};

const CONFIDENCE = 0.95;

/** Draws the two slices of a scenario in a pair: latencies ten times or so apart, of which each follows from the last. */
function drawSlices(draw: Draw, level: number, { requests, memory, heavy = 0 }: Service): number[][] {
  let state = draw.normal();
  const sample = Array.from({ length: requests }, () => {
    state = memory * state + Math.sqrt(1 - memory ** 2) * draw.normal();
    const stretched = draw.uniform() < heavy ? draw.uniform() ** (-1 / 1.5) : 1;
    return 20 * stretched * Math.exp(0.5 * state + level);
  });
  const half = requests >> 1;
  return [sample.slice(0, half), sample.slice(half)];
}

/** Draws pairs in which x is exactly k times as slow as y, plus d, and tells whether the interval has 0. */
function covers(draw: Draw, service: Service, metric: Metric, factor: number, offset: number): boolean {
  const pairs = Array.from({ length: service.pairs }, (_, i) => {
    const level = service.common * draw.normal() + ((service.drift ?? 0) * i) / service.pairs;
    const x = drawSlices(draw, level + service.own * draw.normal(), service);
    const y = drawSlices(draw, level + service.own * draw.normal(), service);
    const slower = x.map((sample) => makeRound(sample.map((ms) => factor * ms + offset)));
    return { x: slower, y: y.map((sample) => makeRound(sample)) };
  });
  const estimate = (clusters: Slice[][]) => estimateMetric(metric, clusters, CONFIDENCE);
  const correlation = estimateCorrelation(
    pairs.map(({ x, y }) => [measureMetric(x, metric), measureMetric(y, metric)]),
  );
  const { low, high } = estimateDifference(
    estimate(pairs.map(({ x }) => x)),
    estimate(pairs.map(({ y }) => y)),
    { factor, offset, correlation },
  );
  return low <= 0 && 0 <= high;
}

const SERVICES: Record<string, Service> = {
  'independent requests': { pairs: 14, requests: 40, common: 0, own: 0, memory: 0 },
  'pairs that differ, and requests that hang together': {
    ...{ pairs: 14, requests: 200, common: 0.2, own: 0.03, memory: 0.5 },
  },
  'scenarios that differ for themselves': { pairs: 14, requests: 200, common: 0.1, own: 0.15, memory: 0.3 },
  'heavy tails': { pairs: 14, requests: 200, common: 0.1, own: 0.05, memory: 0.3, heavy: 0.05 },
  'a drift of two thirds': { pairs: 8, requests: 200, common: 0.05, own: 0.03, memory: 0.5, drift: 0.5 },
};

const p = (percent: number): Metric => ({ kind: 'percentile', percent });

describe('the interval of a difference between two scenarios', () => {
  it.each(Object.entries(SERVICES))('covers the true difference with %s', (_, service) => {
    const draw = seed(11);
    const share = (...parts: [Metric, number, number]) => simulate(80, () => covers(draw, service, ...parts));
    const shares = [share(p(50), 1, 10), share(p(95), 2, 0), share({ kind: 'avg' }, 1.5, 5)];
    // With 80 trials each, a true share of 95 % hardly ever looks like less than 88 %; 95 % are wanted of all together.
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.88);
    expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeGreaterThanOrEqual(0.95);
  });

  it('takes factor and offset from the value and from both ends, of which one may be infinite', () => {
    const x = { value: 20, low: 18, high: 23 };
    const y = { value: 8, low: 7, high: 10 };
    const apart = { factor: 2, offset: 1, correlation: 0 };
    const estimate = (a: typeof x, b: typeof y) => estimateDifference(a, b, apart);
    expect(estimate(x, y)).toEqual({ value: 3, low: 3 - Math.hypot(2, 4), high: 3 + Math.hypot(3, 2) });
    const failing = { value: Infinity, low: 30, high: Infinity };
    expect(estimate({ ...x, high: Infinity }, y)).toMatchObject({ value: 3, high: Infinity });
    expect(estimate(x, { ...y, high: Infinity })).toMatchObject({ value: 3, low: -Infinity });
    expect(estimate(failing, y)).toEqual({ ...failing, low: 9 });
    expect(estimate(failing, failing).low).toBe(-Infinity);
  });
});

it('correlates two scenarios by ranks, less the standard error, never negative, and not at all by few pairs', () => {
  const rising = Array.from({ length: 17 }, (_, i) => [i, i === 16 ? Infinity : 3 * i] as const);
  expect(estimateCorrelation(rising)).toBeCloseTo(0.75, 9);
  expect(estimateCorrelation(rising.map(([x, y]) => [x, -y] as const))).toBe(0);
  expect(estimateCorrelation(rising.slice(0, 3))).toBe(0);
  expect(estimateCorrelation(rising.map(([, y]) => [5, y] as const))).toBe(0);
});
