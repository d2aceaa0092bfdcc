import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { printMetric } from '../../src/metrics/metric.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderOpenMetrics } from '../../src/report/openmetrics.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import type { VerdictCode } from '../../src/verdict/codes.ts';
import type { ServiceFault } from '../../src/verdict/faults.ts';
import { cases } from './cases.ts';
import { hostile, hostileReport } from './hostile.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

type Case = { name: string; failure?: { message: string }; error?: object; skipped?: object };

function readJunit(text: string) {
  expect(XMLValidator.validate(text)).toBe(true);
  const { testsuites } = parser.parse(text);
  const all: Case[] = (testsuites.testsuite ?? []).flatMap((suite: { testcase?: Case[] }) => suite.testcase);
  return { counts: testsuites as Record<string, string>, all };
}

describe('JUnit', () => {
  it('counts what it lists, in every situation', () => {
    for (const [name, make] of Object.entries(cases)) {
      const { counts, all } = readJunit(renderJunit(make()));
      const having = (key: keyof Case) => String(all.filter((each) => key in each).length);
      expect([counts.tests, counts.failures, counts.errors, counts.skipped], name).toEqual([
        String(all.length),
        having('failure'),
        having('error'),
        having('skipped'),
      ]);
    }
  });

  it('fails where the run blocks for a metric or a fault, and has an error where nothing was measured', () => {
    for (const [name, make] of Object.entries(cases)) {
      const report = make();
      const { counts } = readJunit(renderJunit(report));
      const { code } = report.verdict;
      if (code === 'regressed' || code === 'missed') expect(Number(counts.failures), name).toBeGreaterThan(0);
      if (code === 'invalid' && report.verdict.invalid.length > 0)
        expect(Number(counts.errors), name).toBeGreaterThan(0);
      if (['unchanged', 'improved', 'met', 'accepted'].includes(code))
        expect([counts.failures, counts.errors], name).toEqual(['0', '0']);
    }
  });

  it.each([
    ['at its limit', 'at-limit', 'inconclusive'],
    ['inconclusive', 'inconclusive', 'at-limit'],
  ] as const)('fails for what is %s only where `fail-on` demands it', (name, code, other) => {
    const count = (...failOn: VerdictCode[]) =>
      Number(readJunit(renderJunit(cases[name]!(), failOn)).counts.failures);
    expect([count(), count(other)]).toEqual([0, 0]);
    expect(count(code)).toBeGreaterThan(0);
  });

  it('fails for a fault that nobody has accepted, though another one is', () => {
    const report = structuredClone(cases['threshold of a script']!());
    const [fault] = report.verdict.faults as Extract<ServiceFault, { kind: 'threshold' }>[];
    report.verdict.faults.push({ ...fault!, label: 'lookup' });
    const covers = [{ label: 'search', metric: null }];
    report.verdict.acceptances = [{ by: 'rosa', at: '2026-04-11T09:45:00Z', why: '', via: 'label', covers }];
    const { all } = readJunit(renderJunit(report));
    const faults = all.filter(({ name }) => name === 'threshold');
    expect(faults.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      'lookup crosses a k6 threshold',
    ]);
  });

  it('holds any text', () => {
    for (const text of hostile) readJunit(renderJunit(hostileReport(text)));
  });
});

const SAMPLE =
  /^(tailgate_[a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*)\} (NaN|[+-]Inf|-?\d[\d.e+-]*)$/;

describe('OpenMetrics', () => {
  it('has one family after the other, declared before its samples, and an end', () => {
    for (const make of [...Object.values(cases), ...hostile.map((text) => () => hostileReport(text))]) {
      const lines = renderOpenMetrics(make()).split('\n');
      expect(lines.pop()).toBe('# EOF');
      let family = '';
      const seen = new Set<string>();
      const series = lines.filter((line) => !line.startsWith('# ')).map((line) => line.replace(/ \S+$/, ''));
      expect(series.filter((each, index) => series.indexOf(each) !== index)).toEqual([]);
      for (const line of lines) {
        const declared = /^# TYPE (\S+) (gauge|stateset)$/.exec(line);
        if (declared) {
          family = declared[1]!;
          expect(seen.has(family)).toBe(false);
          seen.add(family);
        } else if (!line.startsWith('# ')) {
          expect(SAMPLE.exec(line)?.[1], line).toBe(family);
        }
      }
    }
  });

  it('has the figures of the report, in base units', () => {
    const report = cases.regressed!();
    const text = renderOpenMetrics(report);
    for (const { label, metric, head } of rowsOf(report).filter(
      ({ metric }) => metric.kind === 'percentile',
    )) {
      const line = text
        .split('\n')
        .find((each) =>
          each.startsWith(
            `tailgate_seconds{suite="${report.suite}",scenario="${label}",metric="${printMetric(metric)}",revision="head"}`,
          ),
        );
      expect(Number(line?.split(' ').at(-1)) * 1000).toBeCloseTo(head, 9);
    }
    expect(text).toContain('tailgate_verdict="regressed"} 1');
  });
});
