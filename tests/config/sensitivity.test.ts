import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import type { Setting, Tolerance } from '../../src/config/language/setting.ts';
import { printPercent } from '../../src/config/language/setting.ts';
import { mergeTolerances, replaceTolerances, resolveSensitivity } from '../../src/config/sensitivity.ts';
import { type Metric, printMetric } from '../../src/metrics/metric.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { comparedMetric, percentage } from './arbitraries.ts';
import { FILE, problemsOf, SMALL } from './configs.ts';

const p = (percent: number): Metric => ({ kind: 'percentile', percent });
const TAIL: Metric = { kind: 'tail' };
const ERRORS: Metric = { kind: 'errors' };
const UNSET: Setting<number> = { byMetric: {} };

/** Settings as one reads them: tolerances are fractions, without a time. */
function make({ all, byMetric }: Setting<number>): Setting<Tolerance> {
  const whole = (fraction: number): Tolerance => ({ fraction, ms: 0 });
  const named = Object.fromEntries(Object.entries(byMetric).map(([name, each]) => [name, whole(each)]));
  return { ...(all !== undefined && { all: whole(all) }), byMetric: named };
}

function resolve(metric: Metric, suite: Setting<number>, scenario = UNSET) {
  const tolerances = mergeTolerances(make(scenario), make(suite));
  return resolveSensitivity(makeConfig(), makeScenario({ tolerances }), metric);
}

describe('the sensitivity of a metric', () => {
  test('is 5 % in the middle, 10 % from p95 on and a thousandth of the requests, at 99 %', () => {
    const metrics = [p(50), p(94.9), p(95), p(99.999), TAIL, ERRORS];
    const resolved = metrics.map((metric) => resolve(metric, UNSET));
    expect(resolved.map(({ tolerance }) => tolerance)).toEqual([0.05, 0.05, 0.1, 0.1, 0.05, 0.001]);
    expect(new Set(resolved.map(({ confidence }) => confidence))).toEqual(new Set([0.99]));
  });

  test('is what stands nearest: the scenario before the suite, the metric before all', () => {
    const suite = { all: 0.1, byMetric: { p99: 0.2 } };
    const scenario = { all: 0.3, byMetric: { p99: 0.4 } };
    const tolerance = (own: Setting<number>, whole: Setting<number>, metric = p(99)) =>
      resolve(metric, whole, own).tolerance;
    expect(tolerance(scenario, suite)).toBe(0.4);
    expect(tolerance({ ...scenario, byMetric: {} }, suite)).toBe(0.3);
    expect(tolerance(UNSET, suite)).toBe(0.2);
    expect(tolerance(UNSET, { ...suite, byMetric: {} })).toBe(0.1);
    expect(tolerance({ byMetric: { p50: 0.9 } }, suite)).toBe(0.2);
    expect(tolerance({ byMetric: { p99: 0 } }, suite)).toBe(0);
    expect(tolerance(UNSET, suite, p(99.9))).toBe(0.1);
    // Shares of requests have a tolerance by name only.
    expect(tolerance(UNSET, suite, ERRORS)).toBe(0.001);
    expect(tolerance({ all: 0.3, byMetric: {} }, { byMetric: { errors: 0.03 } }, ERRORS)).toBe(0.03);
  });

  test('is the larger of a fraction and a time, by what the metric was before', () => {
    const config = parseConfig(`${SMALL}baseline:\n  tolerance: 10% or 2ms\n`, FILE);
    const at = (before: number, metric = p(99)) =>
      resolveSensitivity(config, config.scenarios[0]!, metric, 'all', () => before).tolerance;
    expect([40, 20, 8, 1].map((before) => at(before))).toEqual([0.1, 0.1, 0.25, 2]);
    expect(at(Number.NaN)).toBe(0.1);
    expect(at(8, ERRORS)).toBe(0.001);
  });

  test('gives way to one tolerance for a whole run, if it is of a latency or a capacity', () => {
    const byMetric = { p99: 0.02, capacity: 0.04, errors: 0.03, cpu: 0.06 };
    const tolerances = make({ byMetric });
    const config = makeConfig({
      scenarios: [makeScenario({ tolerances })],
      baseline: { kind: 'paired', tolerances },
    });
    const replaced = replaceTolerances(config, { fraction: 0.25, ms: 2 });
    const metrics: Metric[] = [p(99), { kind: 'capacity' }, ERRORS, { kind: 'cpu' }];
    const resolved = metrics.map((metric) => resolveSensitivity(replaced, replaced.scenarios[0]!, metric));
    expect(resolved.map(({ tolerance }) => tolerance)).toEqual([0.25, 0.25, 0.03, 0.06]);
    const brief = resolveSensitivity(replaced, replaced.scenarios[0]!, p(99), 'all', () => 4);
    expect(brief.tolerance).toBe(0.5);
  });

  test('is what the file says, whatever digits the name and the number have', () => {
    fc.assert(
      fc.property(comparedMetric, percentage, (metric, fraction) => {
        const slo = metric.kind === 'percentile' ? printMetric(metric) : 'p99';
        const text = `${SMALL.replace('p99', slo)}baseline:\n  tolerance:\n    ${printMetric(metric)}: ${printPercent(fraction)}\n`;
        const config = parseConfig(text, FILE);
        expect(resolveSensitivity(config, config.scenarios[0]!, metric).tolerance).toBe(fraction);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the file', () => {
  const suite = (text: string) => `${SMALL}baseline:\n  ${text}\n`;
  const scenario = (text: string) => `${SMALL}    ${text}\n`;

  test('sets tolerances for all metrics or by metric, alike for the suite and a scenario', () => {
    const read = (text: string) => parseConfig(text, FILE);
    const byMetric = {
      p99: { fraction: 0, ms: 0 },
      p50: { fraction: 2, ms: 1.5 },
      errors: { fraction: 1, ms: 0 },
    };
    const text = 'tolerance: {p99.0: 0%, p50: 200% or 1.5ms, errors: 100%}';
    expect(read(suite(text)).baseline.tolerances).toEqual({ byMetric });
    expect(read(suite(text)).scenarios[0]!.tolerances).toEqual({ byMetric });
    expect(read(scenario(text)).scenarios[0]!.tolerances).toEqual({ byMetric });
    const all = { all: { fraction: 0.05, ms: 0 }, byMetric: {} };
    expect(read(suite('tolerance: 5%')).scenarios[0]!.tolerances).toEqual(all);
    expect(read(suite('confidence: 99.99%')).baseline.confidence).toBe(0.9999);
  });

  test.each(['{p999: 5%}', '{avg: 5%}', '5% or 2', '1001%', '[5%]'])('sets no tolerance of %s', (text) => {
    expect(problemsOf(suite(`tolerance: ${text}`))).toEqual([expect.stringMatching(/^10:/)]);
    expect(problemsOf(scenario(`tolerance: ${text}`))).toEqual([expect.stringMatching(/^9:/)]);
  });
});
