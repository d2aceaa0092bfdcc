/** Annotations and JUnit: what is an error, a warning, a failure or nothing, by codes. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { tell } from '../../src/report/document.ts';
import { renderJunit } from '../../src/report/junit.ts';
import type { VerdictCode } from '../../src/verdict/codes.ts';
import { cases } from './cases.ts';
import { reportOf, slo } from './fixture.ts';

describe('annotations', () => {
  const levels = (name: string) => tell(cases[name]!()).alerts.map(({ level }) => level);

  it.each([
    ['regressed', ['error']],
    ['regressed and missed', ['error', 'error']],
    ['k6 out of CPU', ['error']],
    ['base failed', ['error']],
    ['at its limit', ['warning']],
    ['at its limit, blocking', ['error']],
    ['too few records', ['warning']],
    ['missed on main already', ['warning']],
    ['accepted', ['warning']],
    ['altered setting', ['warning']],
    ...['unchanged', 'improved', 'met', 'first run', 'skipped'].map((name) => [name, []] as const),
  ] as [string, string[]][])('%s: %j', (name, expected) => expect(levels(name)).toEqual(expected));

  it('have both values, or the interval that an SLO was judged on', () => {
    const title = 'checkout p99 is 18 % slower: 61.2 ms → 72.5 ms';
    const message = 'Change from main: +18 % (+12 … +25 %).';
    expect(tell(cases.regressed!()).alerts).toEqual([{ level: 'error', title, message }]);
    const [missed] = tell(cases['missed without history']!()).alerts;
    expect(missed!.message).toBe('Measured 37.4 … 40.9 ms (95 % confidence).');
    const slos = [slo({ kind: 'max' }, '<', 8)];
    const report = reportOf({ scenarios: [{ label: 'search', p50: 2, p99: 7, slos }], earlier: 0 });
    report.verdict.slos[0]!.estimate = { value: 40, low: 40, high: 40 };
    expect(tell(report).alerts[0]!.message).toBe('Measured 40 ms.');
  });

  it('have what the service did wrong before what it led to', () => {
    expect(tell(cases.crashed!()).alerts[0]!.title).toBe('app crashed during checkout');
  });
});

describe('JUnit', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  type Case = { name: string; failure?: { message: string }; error?: object; skipped?: object };
  const read = (text: string) => {
    expect(XMLValidator.validate(text)).toBe(true);
    const { testsuites } = parser.parse(text);
    const all: Case[] = (testsuites.testsuite ?? []).flatMap(
      (suite: { testcase?: Case[] }) => suite.testcase,
    );
    return { counts: testsuites as Record<string, string>, all };
  };

  it('counts what it lists, and fails where the run blocks, in every situation', () => {
    for (const [name, make] of Object.entries(cases)) {
      const report = make();
      const { code, blocks, invalid } = report.verdict;
      const { counts, all } = read(renderJunit(report));
      const having = (key: keyof Case) => all.filter((each) => key in each).length;
      const [failures, errors] = [Number(counts.failures), Number(counts.errors)];
      expect([Number(counts.tests), failures, errors, Number(counts.skipped)], name).toEqual([
        all.length,
        having('failure'),
        having('error'),
        having('skipped'),
      ]);
      if ((code === 'regressed' || code === 'missed') && blocks) expect(failures, name).toBeGreaterThan(0);
      if (invalid.length > 0) expect(errors, name).toBeGreaterThan(0);
      if (['unchanged', 'improved', 'met', 'accepted'].includes(code))
        expect(failures + errors, name).toBe(0);
    }
  });

  it.each([
    ['at its limit', 'at-limit', 'inconclusive'],
    ['inconclusive', 'inconclusive', 'at-limit'],
  ] as const)('fails for what is %s only where `fail-on` demands it', (name, code, other) => {
    const count = (...failOn: VerdictCode[]) =>
      Number(read(renderJunit(cases[name]!(), failOn)).counts.failures);
    expect([count(), count(other), count(code) > 0]).toEqual([0, 0, true]);
  });

  it('fails for a crash alone where all else that blocks has been accepted', () => {
    const { all } = read(renderJunit(cases['accepted in part']!()));
    const failures = all.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
    expect(failures).toEqual(['crashed']);
  });
});
