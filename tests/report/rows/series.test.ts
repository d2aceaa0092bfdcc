import { expect, test } from 'vitest';
import { seriesOf } from '../../../src/report/rows/series.ts';
import { p, reportOf } from '../fixture.ts';

test('runs that measured another load or request are not part of a series', () => {
  const report = reportOf({ earlier: 3 });
  report.history[1]!.steps[0]!.digest = 'other';
  const runs = [...report.history, report.record];
  expect(seriesOf(report, 'search', p(99), runs)).toHaveLength(3);
  expect(seriesOf(report, 'lookup', p(99), runs)).toHaveLength(4);
  expect(seriesOf(report, 'nowhere', p(99), runs)).toEqual([]);
});

test('a series has errors as a share and everything unanswered as infinite latency', () => {
  const report = reportOf({
    scenarios: [{ label: 'search', p50: 2, p99: 7, failed: 0.02, dropped: 0.01 }],
    earlier: 1,
  });
  const runs = [...report.history, report.record];
  expect(seriesOf(report, 'search', { kind: 'errors' }, runs)).toEqual([0, 0.03]);
  expect(seriesOf(report, 'search', p(99), runs).at(-1)).toBe(Number.POSITIVE_INFINITY);
  expect(seriesOf(report, 'search', { kind: 'capacity' }, runs)).toEqual([]);
});
