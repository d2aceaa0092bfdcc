import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { parseTolerance } from '../../src/config/language/setting.ts';
import { replaceTolerances, resolveSensitivity } from '../../src/config/sensitivity.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { FILE, problemsOf, SMALL } from './configs.ts';

const p = (percent: number): Metric => ({ kind: 'percentile', percent });
const TAIL: Metric = { kind: 'tail' };
const ERRORS: Metric = { kind: 'errors' };

/** The small configuration with tolerances of the suite and of its scenario. */
const write = (suite: string, own = '') =>
  `${SMALL}${own && `    tolerance: ${own}\n`}${suite && `baseline:\n  tolerance: ${suite}\n`}`;
const read = (suite: string, own?: string) => parseConfig(write(suite, own), FILE);

describe('the sensitivity of a metric', () => {
  // biome-ignore format: one metric a line
  test.each<[suite: string, own: string, metric: Metric, tolerance: number]>([
    // 5 % in the middle, 10 % from p95 on, and a thousandth of the requests.
    ['', '', p(50), 0.05],
    ['', '', p(95), 0.1],
    ['', '', TAIL, 0.05],
    ['', '', ERRORS, 0.001],
    // What stands nearest: the scenario before the suite, the metric before all.
    ['{p99: 20%}', '{p99: 40%}', p(99), 0.4],
    ['{p99: 20%}', '30%', p(99), 0.3],
    ['10%', '', p(99), 0.1],
    ['{p99: 20%}', '', p(99.9), 0.1],
    ['{p99: 20%}', '{p99.00: 0%}', p(99), 0],
    // Shares of requests have a tolerance by name only.
    ['10%', '', ERRORS, 0.001],
    ['{errors: 3%}', '30%', ERRORS, 0.03],
  ])('where the suite says "%s" and the scenario "%s"', (suite, own, metric, tolerance) => {
    const config = read(suite, own);
    const expected = { tolerance, confidence: 0.99 };
    expect(resolveSensitivity(config, config.scenarios[0]!, metric)).toMatchObject(expected);
  });

  test('is the larger of a fraction and a time, by what the metric was before', () => {
    const config = read('10% or 2ms');
    const at = (before: number, metric = p(99)) =>
      resolveSensitivity(config, config.scenarios[0]!, metric, 'all', () => before).tolerance;
    expect([40, 20, 8, 1].map((before) => at(before))).toEqual([0.1, 0.1, 0.25, 2]);
    expect(at(Number.NaN)).toBe(0.1);
    const exact = read('0%');
    expect(resolveSensitivity(exact, exact.scenarios[0]!, p(99), 'alone').tolerance).toBeGreaterThan(0);
    expect(at(8, ERRORS)).toBe(0.001);
  });

  test('gives way to one tolerance for a whole run, if it is of a latency or a capacity', () => {
    const replaced = replaceTolerances(read('{p99: 2%, errors: 3%}'), parseTolerance('25% or 2ms'));
    const resolve = (metric: Metric, before?: () => number) =>
      resolveSensitivity(replaced, replaced.scenarios[0]!, metric, 'all', before).tolerance;
    expect([resolve(p(99)), resolve({ kind: 'capacity' }), resolve(ERRORS)]).toEqual([0.25, 0.25, 0.03]);
    expect(resolve(p(99), () => 4)).toBe(0.5);
  });

  test.each(['{p999: 5%}', '{avg: 5%}', '5% or 2', '1001%', '[5%]'])('is not %s', (text) => {
    expect(problemsOf(write(text))).toEqual([expect.stringMatching(/^10:/)]);
    expect(problemsOf(write('', text))).toEqual([expect.stringMatching(/^9:/)]);
  });
});
