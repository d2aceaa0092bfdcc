import { describe, expect, it } from 'vitest';
import { parseComparedMetric } from '../../src/config/language/metric.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { listPairMetrics, listSettableMetrics, type PairMetric } from '../../src/metrics/compared.ts';
import {
  defaultTolerance,
  estimateMetric,
  isCost,
  METRIC_KINDS,
  type Metric,
  measureMetric,
  metricSchema,
  printMetric,
  rankOf,
  rowOf,
  titleOf,
} from '../../src/metrics/metric.ts';
import { makeRound } from '../fixtures.ts';

const make = (kind: (typeof METRIC_KINDS)[number]) => ({ kind, percent: 99, ms: 5 }) as Metric;
const all = METRIC_KINDS.map(make);
const LIMITS = { ms: '30ms', fraction: '1%', 'req/s': '5 req/s', MB: '300MB', plain: '40', '/s': '100/s' };

describe('each metric of the table', () => {
  it.each(METRIC_KINDS)('%s is stored, and read back as it was', (kind) => {
    const metric = metricSchema.parse(make(kind));
    expect(metricSchema.parse(JSON.parse(JSON.stringify(metric)))).toEqual(metric);
  });

  it.each(METRIC_KINDS)('%s has a place, a tolerance, a name and words of its own', (kind) => {
    const metric = make(kind);
    expect(all.filter((other) => rankOf(other) === rankOf(metric))).toEqual([metric]);
    expect(defaultTolerance(metric)).toBeGreaterThan(0);
    expect(titleOf(metric)).not.toBe('');
    expect(rowOf(metric).words.worse).not.toBe(rowOf(metric).words.better);
  });

  it.each(METRIC_KINDS.filter((kind) => rowOf({ kind }).estimate !== null))(
    '%s can be an SLO, and its value lies within its interval',
    (kind) => {
      const { slo } = parseSlo(
        `${printMetric(make(kind))} ${kind === 'rate' ? '>' : '<'} ${LIMITS[rowOf({ kind }).unit]}`,
      );
      const cost = { cpu: 0.02, memory: 80, startup: 300 };
      const slices = [1, 2, 3].map((first) => makeRound([first, 4, 5, 6, 7, 8, 9], cost));
      const clusters = slices.map((slice) => [slice]);
      const { value, low, high } = estimateMetric(slo.metric, clusters, 0.95);
      expect(value).toBeCloseTo(measureMetric(slices, slo.metric), 9);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    },
  );

  it('has a tolerance if it is compared, and is an SLO if it has an interval', () => {
    const p50: Metric = { kind: 'percentile', percent: 50 };
    const tolerances = [defaultTolerance(p50), defaultTolerance(p50, 'alone')];
    expect([...tolerances, defaultTolerance({ ...p50, percent: 95 })]).toEqual([0.05, 0.2, 0.1]);
    const dropping = Array(6).fill([makeRound(Array(900).fill(1), { dropped: 100 })]);
    expect(estimateMetric({ kind: 'errors' }, dropping, 0.95).low).toBeGreaterThan(0.05);
    expect(rowOf(parseSlo('hits.rate > 1%').slo.metric).words.worse).toBe('lower');
    for (const metric of all) {
      const { compared, estimate } = rowOf(metric);
      const name = printMetric(metric);
      const read = () => printMetric(parseComparedMetric(name));
      if (compared !== 'never') expect(read()).toBe(name);
      else expect(read).toThrow();
      if (estimate === null && metric.kind !== 'capacity') expect(() => parseSlo(`${name} < 5ms`)).toThrow();
    }
  });
});

describe('metrics that are compared', () => {
  const slos = [{ metric: make('percentile') }, { metric: make('avg') }];

  it('are p50, the percentiles of SLOs, and those that always are', () => {
    const print = ({ metric, where }: PairMetric) => `${printMetric(metric)} ${where}`;
    const inTurns = ['p50 turns', 'p99 all', 'tail turns', 'errors all', 'p50 alone'];
    expect(listPairMetrics(slos).map(print)).toEqual(inTurns);
    const alone = ['p50 all', 'p99 all', 'tail all', 'errors all'];
    expect(listPairMetrics(slos, { takesTurns: false }).map(print)).toEqual(alone);
  });

  it('are costs as well where an SLO or a setting names them', () => {
    const named = [...slos, parseSlo('cpu < 3ms').slo];
    const isAsked = ({ kind }: Metric) => kind === 'memory';
    const costs = listPairMetrics(named, { isAsked }).filter(({ metric }) => isCost(metric));
    expect(costs.map(({ metric }) => metric.kind)).toEqual(['cpu', 'memory']);
  });

  it('can be set by name', () => {
    const names = listSettableMetrics(slos).map(printMetric);
    expect(names).toEqual(['p50', 'p99', 'tail', 'errors', 'cpu', 'memory', 'startup']);
  });
});

describe('costs', () => {
  const cost = { ok: 100, cpu: 0.2, memory: 80, startup: 300 };

  it('are CPU time for each request, the highest memory and the mean start', () => {
    const slices = [makeRound([1], cost), makeRound([1], { ...cost, cpu: 0.4, memory: 90, startup: 500 })];
    expect(measureMetric(slices, { kind: 'cpu' })).toBeCloseTo(3, 9);
    expect(measureMetric(slices, { kind: 'memory' })).toBe(90);
    expect(measureMetric(slices, { kind: 'startup' })).toBe(400);
  });

  it('of one start hang together in the interval', () => {
    const start = (cpu: number) => [makeRound([1], { ...cost, cpu }), makeRound([1], { ...cost, cpu })];
    const clusters = [...Array(5).fill(0.9), ...Array(5).fill(1.25)].map(start);
    const { value, low, high } = estimateMetric({ kind: 'cpu' }, clusters, 0.96);
    expect([value, low, high].map((ms) => Math.round(100 * ms) / 100)).toEqual([10.75, 9.35, 12.15]);
  });

  it('are unknown where they are not known of all slices', () => {
    const slices = [makeRound([1], cost), makeRound([1])];
    for (const kind of ['cpu', 'memory', 'startup'] as const)
      expect(measureMetric(slices, { kind })).toBeNaN();
  });
});
