import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/handover/report.ts';
import { drawSvg, showName } from '../../../src/report/charts/drawing.ts';
import { plotHistory } from '../../../src/report/charts/history.ts';
import { plotLatency, readLine } from '../../../src/report/charts/latency.ts';
import { pairRows, plotPairs } from '../../../src/report/charts/pairs.ts';
import { chooseScale } from '../../../src/report/charts/scale.ts';
import { rowsOf } from '../../../src/report/rows/rows.ts';
import { p, recordOf, type ScenarioSpec, slo } from '../fixture.ts';
import { hostile } from '../hostile.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';

const stepOf = (spec: Partial<ScenarioSpec> = {}) =>
  recordOf([{ label: 'search', p50: 2, p99: 7, ...spec }], 'main', () => 1, 1, true).steps[0]!;
const latencyOf = (spec: Partial<ScenarioSpec> = {}, slos = [slo(p(99), '<', 9), slo(p(95), '<', 900)]) =>
  plotLatency('search', [readLine('a', stepOf(spec))], slos);

/** Texts of a picture, in order. */
function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(?:<tspan[^>]*>)?([^<]+)/g)].map((match) => match[1]!);
}

describe('a picture', () => {
  it('is the same text for the same input: as a file with colours for light and dark, in a page without styles', () => {
    const [file, figure] = [drawSvg(latencyOf()), drawSvg(latencyOf(), 'p50 2 ms')];
    expect([drawSvg(latencyOf()), drawSvg(latencyOf(), 'p50 2 ms')]).toEqual([file, figure]);
    expect(file).toContain('@media (prefers-color-scheme:dark)');
    expect(figure).not.toMatch(/style/);
    expect(figure).toContain('<title>search</title><desc>p50 2 ms</desc>');
    for (const [svg, width] of [
      [file, 760],
      [figure, 520],
    ] as const) {
      const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg);
      expect(root['@_viewBox']).toMatch(new RegExp(`^0 0 ${width} \\d+$`));
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\sid="/);
    }
  });

  it('is well-formed and holds no element but those of drawings, whatever the names are', () => {
    const known = ['svg', 'title', 'desc', 'style', 'rect', 'text', 'tspan', 'line', 'path', 'circle', 'g'];
    for (let from = 0; from < hostile.length; from += 6) {
      const names = hostile.slice(from, from + 6).map(showName);
      const drawing = plotLatency(
        names[0]!,
        names.map((name) => readLine(name, stepOf())),
        [],
      );
      for (const svg of [drawSvg(drawing), drawSvg(drawing, names[1]!)]) {
        expect(XMLValidator.validate(svg)).toBe(true);
        const elements = new Set([...svg.matchAll(/<([A-Za-z]+)/g)].map((match) => match[1]!));
        expect([...elements].filter((name) => !known.includes(name))).toEqual([]);
        expect(svg.length).toBeLessThan(60_000);
      }
    }
  });
});

describe('the picture of latency', () => {
  it('has the tail on a log axis, and limits where there is room', () => {
    const svg = drawSvg(latencyOf());
    const texts = textsOf(svg);
    expect(texts).toEqual(expect.arrayContaining(['min', '50 %', '90 %', '99 %', '99.9 %', 'p99 &lt; 9 ms']));
    expect(texts).not.toContain('p95 &lt; 900 ms');
    const at = ['90 %', '99 %', '99.9 %'].map((name) =>
      Number(new RegExp(`translate\\(([\\d.]+),[\\d.]+\\)">${name}<`).exec(svg)![1]),
    );
    expect(at[2]! - at[1]!).toBeCloseTo(at[1]! - at[0]!, 6);
  });

  it('says where requests failed in place of a line to infinity', () => {
    expect(textsOf(drawSvg(latencyOf({ failed: 0.02 }))).join()).toContain('×: the rest failed');
    expect(drawSvg(latencyOf({ failed: 1 }))).not.toMatch(/NaN|Infinity/);
  });

  it('shows a band where there are enough starts to differ', () => {
    const { instances } = stepOf();
    const draw = (starts: typeof instances) =>
      drawSvg(plotLatency('x', [readLine('a', { instances: starts })], []));
    expect(draw([...instances, ...instances])).toContain('lowest to highest of 4 starts');
    expect(draw(instances)).not.toContain('band-0"');
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

describe('the picture of a history', () => {
  const runs = [1, 2, 3, 4].map((day) => ({
    commit: 'a'.repeat(40),
    recordedAt: `2026-01-0${day}T00:00:00Z`,
  }));
  const points = [5, 6, Number.POSITIVE_INFINITY, 8].map((value, x) => ({ x, value }));
  const draw = () =>
    drawSvg(
      plotHistory({
        ...{ title: 'search', runs },
        metric: p(99),
        lines: [{ name: 'p99', points }],
        steps: [{ x: 3, change: 0.3, title: '+30 %' }],
        breaks: [{ x: 1, title: 'another machine' }],
        slo: slo(p(99), '<', 9),
      }),
      '',
    );

  it('has a dot for each value, a cross where all failed, a triangle at a step, a dotted line at a break, and the limit', () => {
    const svg = draw();
    expect(svg.match(/<g[^>]*class="dot-0"[^>]*>(<circle.*?<\/circle>){3}<\/g>/g)).toHaveLength(1);
    expect(svg).toContain('<title>∞ at aaaaaaa, 2026-01-03</title>');
    expect(svg.match(/class="dot-1 step"/g)).toHaveLength(1);
    expect(svg.match(/class="break"/g)).toHaveLength(1);
    expect(textsOf(svg)).toContain('p99 &lt; 9 ms');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

describe('the picture of pairs', () => {
  const plotSearch = (report: Report) =>
    plotPairs(
      'search',
      pairRows(report, rowsOf(report)).filter(({ label }) => label === 'search'),
    ).plot;

  it('has room for a tolerance of more than 100 %, as far to both sides', () => {
    const report = pairCases['pair unchanged']!();
    for (const change of pairedChanges(report)) change.tolerance = 1.5;
    const [low, high] = plotSearch(report).x!.domain as [number, number];
    expect(high).toBeGreaterThan(Math.log1p(1.5));
    expect(low).toBeCloseTo(-high, 9);
  });
});
