import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { printPercent } from '../../src/config/language/percent.ts';
import type { Setting, Tolerance } from '../../src/config/language/setting.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { replaceTolerances, resolveSensitivity } from '../../src/config/sensitivity.ts';
import { listSettableMetrics } from '../../src/metrics/compared.ts';
import { type Metric, printMetric } from '../../src/metrics/metric.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { comparedMetric, percentage } from './arbitraries.ts';
import { FILE, SMALL } from './configs.ts';

const p = (percent: number): Metric => ({ kind: 'percentile', percent });
const TAIL: Metric = { kind: 'tail' };
const ERRORS: Metric = { kind: 'errors' };
const SLOW: Metric = { kind: 'slow-share', ms: 30 };
const UNSET: Setting<number> = { byMetric: {} };

/** Settings as one reads them: tolerances are fractions, without a time. */
type Given = { tolerance?: Setting<number>; confidence?: Setting<number> };

function makeSensitivity({ tolerance = UNSET, confidence = UNSET }: Given) {
  const whole = (fraction: number): Tolerance => ({ fraction, ms: 0 });
  const byMetric = Object.fromEntries(
    Object.entries(tolerance.byMetric).map(([name, each]) => [name, whole(each)]),
  );
  const all = tolerance.all === undefined ? {} : { all: whole(tolerance.all) };
  return { tolerance: { ...all, byMetric }, confidence };
}

function resolve(metric: Metric, suite: Given, scenario: Given = {}) {
  const config = makeConfig({
    baseline: { kind: 'paired', onBaseFailure: 'invalid', sensitivity: makeSensitivity(suite) },
  });
  return resolveSensitivity(config, makeScenario({ sensitivity: makeSensitivity(scenario) }), metric);
}

describe('the sensitivity of a metric', () => {
  test('is 5 % in the middle, 10 % from p95 on and a thousandth of the requests, at 99 %', () => {
    const metrics = [p(50), p(94.9), p(95), p(99.999), TAIL, ERRORS, SLOW];
    const resolved = metrics.map((metric) => resolve(metric, {}));
    expect(resolved.map(({ tolerance }) => tolerance)).toEqual([0.05, 0.05, 0.1, 0.1, 0.05, 0.001, 0.0003]);
    expect(new Set(resolved.map(({ confidence }) => confidence))).toEqual(new Set([0.99]));
  });

  test('is what stands nearest: the scenario before the suite, the metric before all', () => {
    const suite = { all: 0.1, byMetric: { p99: 0.2 } };
    const scenario = { all: 0.3, byMetric: { p99: 0.4 } };
    const tolerance = (own: Setting<number>, whole: Setting<number>, metric = p(99)) =>
      resolve(metric, { tolerance: whole }, { tolerance: own }).tolerance;
    expect(tolerance(scenario, suite)).toBe(0.4);
    expect(tolerance({ ...scenario, byMetric: {} }, suite)).toBe(0.3);
    expect(tolerance(UNSET, suite)).toBe(0.2);
    expect(tolerance(UNSET, { ...suite, byMetric: {} })).toBe(0.1);
    expect(tolerance({ byMetric: { p50: 0.9 } }, suite)).toBe(0.2);
    expect(tolerance({ byMetric: { p99: 0 } }, suite)).toBe(0);
    expect(tolerance(UNSET, suite, p(99.9))).toBe(0.1);
  });

  test('is the larger of a fraction and a time, by what the metric was before', () => {
    const config = parseConfig(`${SMALL}baseline:\n  tolerance: 10% or 2ms\n`, FILE);
    const at = (before: number, metric = p(99)) =>
      resolveSensitivity(config, config.scenarios[0]!, metric, 'all', () => before).tolerance;
    expect([40, 20, 8, 1].map((before) => at(before))).toEqual([0.1, 0.1, 0.25, 2]);
    expect(at(Number.NaN)).toBe(0.1);
    expect(at(8, ERRORS)).toBe(0.001);
  });

  test('leaves shares of requests alone when a tolerance is for all latencies', () => {
    const tolerance = { all: 0.2, byMetric: { errors: 0.03 } };
    expect(resolve(ERRORS, { tolerance: { all: 0.2, byMetric: {} } }).tolerance).toBe(0.001);
    expect(resolve(ERRORS, { tolerance }, { tolerance: { all: 0.3, byMetric: {} } }).tolerance).toBe(0.03);
    expect(resolve(SLOW, { tolerance }).tolerance).toBe(0.0003);
    expect(resolve(TAIL, { tolerance }).tolerance).toBe(0.2);
  });

  test('gives way to one tolerance for a whole run, if it is of a latency or a capacity', () => {
    const byMetric = { p99: 0.02, capacity: 0.04, errors: 0.03, cpu: 0.06 };
    const sensitivity = makeSensitivity({ tolerance: { byMetric } });
    const config = makeConfig({
      scenarios: [makeScenario({ sensitivity })],
      baseline: { kind: 'paired', onBaseFailure: 'invalid', sensitivity },
    });
    const replaced = replaceTolerances(config, 0.25);
    const metrics: Metric[] = [p(99), { kind: 'capacity' }, ERRORS, { kind: 'cpu' }];
    const resolved = metrics.map((metric) => resolveSensitivity(replaced, replaced.scenarios[0]!, metric));
    expect(resolved.map(({ tolerance }) => tolerance)).toEqual([0.25, 0.25, 0.03, 0.06]);
  });

  test('has a confidence for all that is for all', () => {
    const confidence = { all: 0.9, byMetric: { errors: 0.95 } };
    const resolved = [p(50), TAIL, ERRORS, SLOW].map((metric) => resolve(metric, { confidence }).confidence);
    expect(resolved).toEqual([0.9, 0.9, 0.95, 0.9]);
  });

  test('is what the file says, whatever digits the name and the number have', () => {
    fc.assert(
      fc.property(comparedMetric, percentage, (metric, fraction) => {
        const text = `${SMALL}baseline:\n  tolerance:\n    ${printMetric(metric)}: ${printPercent(fraction)}\n`;
        const config = parseConfig(text, FILE);
        expect(resolveSensitivity(config, config.scenarios[0]!, metric).tolerance).toBe(fraction);
      }),
      { numRuns: 300 },
    );
  });
});

const COSTS = ['cpu', 'memory', 'startup'];

test('settings may name p50, the percentiles of the SLOs, the tail, errors and costs', () => {
  const slos = ['p99.9 < 1s', 'p90 < 5ms', 'avg < 5ms', 'p50 < 5ms', 'p90 <= 4ms'].map(
    (text) => parseSlo(text).slo,
  );
  expect(listSettableMetrics(slos).map(printMetric)).toEqual([
    'p50',
    'p90',
    'p99.9',
    'tail',
    'errors',
    ...COSTS,
  ]);
  expect(listSettableMetrics([]).map(printMetric)).toEqual(['p50', 'tail', 'errors', ...COSTS]);
});
