import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Slo } from '../../../src/config/language/slo-type.ts';
import type { Report } from '../../../src/handover/report.ts';
import type { Slice } from '../../../src/measurement/measurement.ts';
import { isShare } from '../../../src/metrics/metric.ts';
import { drawCharts } from '../../../src/report/charts/charts.ts';
import { drawSvg } from '../../../src/report/charts/drawing.ts';
import { drawLatency, readLine } from '../../../src/report/charts/latency.ts';
import { plotPairs } from '../../../src/report/charts/pairs.ts';
import { chooseScale } from '../../../src/report/charts/scale.ts';
import { plotTime } from '../../../src/report/charts/time.ts';
import { plotRecords } from '../../../src/report/charts/trend.ts';
import { composeContent } from '../../../src/report/page/content.ts';
import { pairRows } from '../../../src/report/rows/pairs.ts';
import { rowsOf } from '../../../src/report/rows/rows.ts';
import { makeRequest } from '../../fixtures.ts';
import { p, recordOf, type ScenarioSpec, slo } from '../fixture.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';

function chartsOf(specs: ScenarioSpec[], slos: Slo[] = [], days = 3) {
  const records = Array.from({ length: days }, (_, day) =>
    recordOf(specs, `main ${day}`, () => 1, day, true),
  );
  const record = records.at(-1)!;
  const steps = record.steps.map(({ scenario, label, load }) => ({
    ...{ scenario, label, load, slos },
    work: { kind: 'request' as const, request: makeRequest() },
  }));
  const digests = {
    steps: new Map(record.steps.map(({ label, digest }) => [label, digest])),
    searches: new Map(),
  };
  const earlier = records.slice(0, -1);
  return drawCharts(
    composeContent({ steps, searches: [] }, digests, { record, buckets: [], earlier }).content,
  );
}

const sweep = (count: number): ScenarioSpec[] =>
  Array.from({ length: count }, (_, i) => ({
    label: `search at ${i + 1} req/s`,
    p50: 2 + i,
    p99: 9 + i,
    load: { kind: 'arrival-rate', rate: i + 1 },
  }));

/** Texts of a picture, in order. */
function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(?:<tspan[^>]*>)?([^<]+)/g)].map((match) => match[1]!);
}

describe('the pictures of a page', () => {
  it('are one for latency and one for the trend of each scenario', () => {
    const one = chartsOf([
      { label: 'search', p50: 2, p99: 7 },
      { label: 'lookup', p50: 1, p99: 2 },
    ]);
    expect(one.map(({ name }) => name)).toEqual([
      'latency-search.svg',
      'trend-search.svg',
      'latency-lookup.svg',
      'trend-lookup.svg',
    ]);
    expect(one[0]!.alt).toMatch(/^search: latency by percentile\. commit \w{7}: p50 2 ms, p99 7.03 ms\.$/);
    expect(chartsOf([{ label: 'search', p50: 2, p99: 7 }], [], 1).map(({ name }) => name)).toEqual([
      'latency-search.svg',
    ]);
  });

  it('are the same text for the same record, with colours for light and dark', () => {
    const [first, second] = [chartsOf(sweep(3)), chartsOf(sweep(3))];
    expect(first).toEqual(second);
    for (const { svg } of first) {
      expect(svg).toContain('@media (prefers-color-scheme:dark)');
      const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg);
      expect(root['@_viewBox']).toMatch(/^0 0 760 \d+$/);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\sid="/);
    }
  });

  it('have the tail on a log axis, and limits where there is room', () => {
    const [near] = chartsOf(
      [{ label: 'search', p50: 2, p99: 7 }],
      [slo(p(99), '<', 9), slo(p(95), '<', 900)],
    );
    const texts = textsOf(near!.svg);
    expect(texts).toEqual(expect.arrayContaining(['min', '50 %', '90 %', '99 %', '99.9 %', 'p99 &lt; 9 ms']));
    expect(texts).not.toContain('p95 &lt; 900 ms');
    const at = ['90 %', '99 %', '99.9 %'].map((name) =>
      Number(new RegExp(`translate\\(([\\d.]+),[\\d.]+\\)">${name}<`).exec(near!.svg)![1]),
    );
    expect(at[2]! - at[1]!).toBeCloseTo(at[1]! - at[0]!, 6);
  });

  it('draw a small picture for each of many steps, which lines could not tell apart', () => {
    const [multiples, ...others] = chartsOf(sweep(24));
    expect(others).toEqual([]);
    expect(textsOf(multiples!.svg).filter((text) => /^\d+ req\/s$/.test(text))).toHaveLength(24);
    expect(multiples!.svg.match(/<g class="line-0"/g)).toHaveLength(24);
  });

  it('say where requests failed in place of a line to infinity', () => {
    const [failing] = chartsOf([{ label: 'search', p50: 2, p99: 7, failed: 0.02 }]);
    expect(textsOf(failing!.svg).join()).toContain('×: the rest failed');
    const [dead] = chartsOf([{ label: 'search', p50: 2, p99: 7, failed: 1 }]);
    expect(dead!.svg).not.toMatch(/NaN|Infinity/);
  });

  it('show a band where there are enough instances to differ', () => {
    const [step] = recordOf([{ label: 'search', p50: 2, p99: 7 }], 'main', () => 1, 1, false).steps;
    const many = { ...step!, instances: [...step!.instances, ...step!.instances] };
    expect(drawLatency('x', [readLine('a', many)], [])).toContain('the lowest to the highest of 4 starts');
    expect(drawLatency('x', [readLine('a', step!)], [])).not.toContain('band-0"');
  });
});

describe('the axis of latencies', () => {
  it.each([
    [[0.1, 0.9], 'µs', 'linear'],
    [[2, 40], 'ms', 'linear'],
    [[2, 400], 'ms', 'log'],
    [[9000, 20_000], 's', 'linear'],
    [[0.05, 9], 'ms', 'log'],
  ])('for %j is in %s and %s', (latencies, unit, type) => {
    const axis = chooseScale(latencies, latencies[0]!);
    expect([axis.unit, axis.scale.type]).toEqual([unit, type]);
  });

  it.each([0, Number.NaN])('is linear where the usual one is %d, which a log axis would lose', (usual) => {
    expect(chooseScale([usual, 2, 400], usual).scale.type).toBe('linear');
  });
});

describe('the axis of time', () => {
  const records = [1, 2].map((day) =>
    recordOf([{ label: 'search', p50: 2, p99: 7 }], `main ${day}`, () => 1, day, true),
  );

  it('has no second 60', () => {
    const [step] = records[0]!.steps;
    const { startedAt } = step!.instances[0]!.slices[0]!;
    const arm = { name: 'head', step: step!, stalled: new Set<Slice>() };
    const svg = drawSvg('x', [], plotTime([arm], 99, startedAt - 59_700, undefined));
    expect(svg).toContain('head at 1:00: p50 2 ms');
  });

  it('has room for half of the newest day beyond its end', () => {
    const options = plotRecords([{ name: 'p50', label: 'search', metric: p(50) }], records, undefined);
    expect(options.marginRight).toBeGreaterThan(('2026-01-02'.length * 6.1) / 2);
  });
});

describe('the picture of pairs', () => {
  const plotSearch = (report: Report) =>
    plotPairs(
      pairRows(report, rowsOf(report)).filter(({ label, metric }) => label === 'search' && !isShare(metric)),
    );

  it('has room for a tolerance of more than 100 %, as far to both sides', () => {
    const report = pairCases['pair unchanged']!();
    for (const change of pairedChanges(report)) change.tolerance = 1.5;
    const [low, high] = plotSearch(report).x!.domain as [number, number];
    expect(high).toBeGreaterThan(Math.log1p(1.5));
    expect(low).toBeCloseTo(-high, 9);
  });

  it('has room for the change of all pairs together where that is beyond each of them', () => {
    const report = pairCases['pair unchanged']!();
    for (const { change } of pairedChanges(report)) Object.assign(change, { value: 9, low: 8, high: 10 });
    const [, high] = plotSearch(report).x!.domain as [number, number];
    expect(high).toBeGreaterThan(Math.log1p(9));
  });

  it('has a row of its own for p50 with the whole load alone', () => {
    const report = pairCases['missed with the whole load alone']!();
    const { changes } = report.verdict;
    changes.push({ ...pairedChanges(report)[0]!, where: 'alone' });
    expect(plotSearch(report).fy!.domain).toContain('p50 alone');
  });
});
