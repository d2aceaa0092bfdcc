import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { CustomSample } from '../../src/measurement/custom.ts';
import { type Slice, sliceSchema } from '../../src/measurement/measurement.ts';
import { listPairMetrics, listSettableMetrics } from '../../src/metrics/compared.ts';
import {
  defaultTolerance,
  estimateMetric,
  measureMetric,
  metricSchema,
  printMetric,
} from '../../src/metrics/metric.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';

const sloOf = (text: string) => parseSlo(text).slo;

function trend(sample: readonly number[]): CustomSample {
  const { latency, avg } = makeRound(sample);
  return { type: 'trend', count: sample.length, avg: avg!, levels: latency!.levels, values: latency!.values };
}
const slice = (custom: Record<string, CustomSample>): Slice => makeRound([1, 2, 3], { seconds: 2, custom });

const [hit, counted] = [{ type: 'rate', count: 10 } as const, { type: 'counter' } as const];
const slices = [
  slice({ wait: trend([-5, 0, 5]), hits: { ...hit, hits: 9 }, orders: { ...counted, sum: 30 } }),
  slice({ wait: trend([0, 5, 10]), hits: { ...hit, hits: 7 }, orders: { ...counted, sum: 50 } }),
];
const measured = (text: string, own = slices) => measureMetric(own, sloOf(text).metric);
const estimated = (text: string, own: Slice[]) => {
  const clusters = own.map((one) => [one]);
  return estimateMetric(sloOf(text).metric, clusters, 0.95);
};

describe('a metric of the script', () => {
  it('is measured over all samples of all slices', () => {
    expect(measured('wait.max < 40')).toBe(10);
    expect(measured('wait.avg < 40')).toBeCloseTo(2.5, 9);
    expect(measured('wait.p50 < 40')).toBeCloseTo(2.5, 5);
    expect(measured('hits.rate > 50%')).toBeCloseTo(0.8, 9);
    expect(measured('orders.rate > 1/s')).toBeCloseTo(20, 9);
  });

  it('has an end at 0 where most of its values are there', () => {
    const values = [...Array(30).fill(-1), ...Array(60).fill(0), ...Array(10).fill(1)];
    const many = Array.from({ length: 12 }, () => slice({ diff: trend(values) }));
    const { low, high } = estimated('diff.p50 < 5', many);
    expect(low).toBeCloseTo(0, 9);
    expect(high).toBeCloseTo(0, 9);
  });

  it('has no value where the script did not feed it', () => {
    expect(measured('other.p95 < 40')).toBeNaN();
    expect(measured('other.rate < 4%')).toBeNaN();
    expect(measured('hits.p95 < 40')).toBeNaN();
    expect(estimated('other.p95 < 40', slices).high).toBeNaN();
  });

  it('lies within its interval, whatever its sign and unit', () => {
    const draw = seed(5);
    const many = Array.from({ length: 12 }, () => {
      const sample = Array.from({ length: 50 }, () => draw.normal());
      const hits = Math.round(40 + 5 * draw.uniform());
      return slice({
        wait: trend(sample),
        hits: { type: 'rate', hits, count: 50 },
        orders: { type: 'counter', sum: hits },
      });
    });
    const waits = ['wait.p50 < 4', 'wait.p75 < 4ms', 'wait.avg < 4'];
    for (const text of [...waits, 'hits.rate > 1%', 'orders.rate > 1/s']) {
      const { value, low, high } = estimated(text, many);
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
  });

  it.each([
    ['once, as all its limits', ['wait.p95 < 40', 'wait.p95 < 30'], ['wait.p95']],
    ['never, unless all its limits', ['orders.rate > 1/s', 'orders.rate < 100/s'], []],
    ['never, unless all its limits', ['orders.rate < 100/s', 'orders.rate > 1/s'], []],
  ])('is compared %s say which direction is better: %j', (_, texts, compared) => {
    const slos = [...texts, 'hits.rate > 80%'].map(sloOf);
    const names = (metrics: ReturnType<typeof listSettableMetrics>) =>
      metrics.filter(({ kind }) => kind === 'custom').map(printMetric);
    expect(names(listPairMetrics(slos).map(({ metric }) => metric))).toEqual([...compared, 'hits.rate']);
    expect(names(listSettableMetrics(slos))).toEqual([...compared, 'hits.rate']);
    expect(defaultTolerance(slos.at(-1)!.metric)).toBe(0.01);
  });

  it('is stored, and read back as it was', () => {
    const { metric } = sloOf('wait.p95 < 40');
    expect(metricSchema.parse(JSON.parse(JSON.stringify(metric)))).toEqual(metric);
    expect(sliceSchema.parse(JSON.parse(JSON.stringify(slices[0])))).toEqual(slices[0]);
    const { custom: _, ...old } = slices[0]!;
    expect(sliceSchema.parse(old)).toEqual(old);
  });
});
