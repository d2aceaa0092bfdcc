import { expect, test } from 'vitest';
import type { Report } from '../../../src/handover/report.ts';
import { rowsOf } from '../../../src/report/rows/rows.ts';
import { drawTrend } from '../../../src/report/rows/trend.ts';
import { cases } from '../cases.ts';
import { bookstore, commitOf, p, recordOf, reportOf, slo } from '../fixture.ts';

function trendOf(report: Report, label: string, percent = 99) {
  const row = rowsOf(report).find(
    (each) => each.label === label && each.metric.kind === 'percentile' && each.metric.percent === percent,
  )!;
  return drawTrend(report, row);
}

function numbers(chart: string): number[][] {
  return [...chart.matchAll(/^ {2}line \[(.*)\]$/gm)].map((match) => match[1]!.split(', ').map(Number));
}

test('draws p50, p99 and the limit over the same runs, this run last', () => {
  const trend = trendOf(cases.regressed!(), 'checkout')!;
  const [medians, tails, limit] = numbers(trend.chart);
  expect(medians).toHaveLength(13);
  expect(tails).toHaveLength(13);
  expect(limit).toEqual(Array.from({ length: 13 }, () => 80));
  expect(tails!.at(-1)).toBeCloseTo(72.5, 1);
  expect(medians!.at(-1)).toBeCloseTo(24.3, 1);
  expect(trend.chart).toMatch(/x-axis \["[0-9a-f]{7}", .*, "this run"\]/);
  expect(trend.chart).toContain('"plotColorPalette":"#388bfd, #a371f7, #f85149"');
});

test('takes the percentile of the SLO where that is not p99', () => {
  const report = reportOf({ scenarios: [{ label: 'search', p50: 2, p99: 20, slos: [slo(p(95), '<', 30)] }] });
  const trend = trendOf(report, 'search', 95)!;
  expect(trend.tail).toEqual(p(95));
  expect(trend.slo).toEqual(slo(p(95), '<', 30));
});

test('leaves out a limit that would press the lines onto the axis', () => {
  const report = reportOf({
    scenarios: [{ label: 'search', p50: 2, p99: 7, slos: [slo(p(99), '<', 5000)] }],
  });
  const trend = trendOf(report, 'search')!;
  expect(trend.slo).toBeNull();
  expect(numbers(trend.chart)).toHaveLength(2);
});

test('has a number for every point, even where nothing was answered', () => {
  const trend = trendOf(cases.crashed!(), 'checkout')!;
  expect(trend.capped).toBe(true);
  const top = Number(/0 --> (\S+)/.exec(trend.chart)![1]);
  expect(numbers(trend.chart)[1]!.at(-1)).toBe(top);
  for (const value of numbers(trend.chart).flat()) expect(value).not.toBeNaN();
});

test('names a commit that was measured twice only once, since equal categories fall onto each other', () => {
  const run = (day: number) => recordOf(bookstore, 'main again', () => 1, day, false);
  const trend = trendOf(reportOf({ history: [run(1), run(2), run(3)] }), 'search')!;
  const short = commitOf('main again').slice(0, 7);
  expect(trend.chart).toContain(`x-axis ["${short}", "${short}·2", "${short}·3", "this run"]`);
});

test('lets nothing but a SHA into the chart', () => {
  const evil = {
    ...recordOf(bookstore, 'main', () => 1, 1, false),
    commit: '"]\nclick x "javascript:alert(1)"',
  };
  const none = { ...recordOf(bookstore, 'main', () => 1, 2, false), commit: null };
  const trend = trendOf(reportOf({ history: [evil, none] }), 'search')!;
  expect(trend.chart).toContain('x-axis ["run 1", "run 2", "this run"]');
  expect(trend.chart).not.toContain('javascript');
});

test('is not drawn without earlier runs, nor when nothing was ever answered', () => {
  expect(trendOf(cases['first run']!(), 'search')).toBeNull();
  const dead = { label: 'search', p50: 2, p99: 7, failed: 1, slos: [slo(p(99), '<', 30)] };
  const report = reportOf({ scenarios: [dead], earlier: 0 });
  expect(trendOf({ ...report, history: [report.record] }, 'search')).toBeNull();
});
