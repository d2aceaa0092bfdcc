import { expect, test } from 'vitest';
import { annotate, limitAnnotations } from '../../src/report/annotations.ts';
import { cases } from './cases.ts';
import { reportOf, slo } from './fixture.ts';
import { hostile, hostileReport } from './hostile.ts';

test('a slower metric is an error with both values', () => {
  expect(annotate(cases.regressed!())).toEqual([
    {
      level: 'error',
      title: 'checkout p99 is 18 % slower: 61.2 ms → 72.5 ms',
      message: '61.2 ms before, 72.5 ms in this run: +18 % (+12 … +25 %).',
    },
  ]);
});

test('a metric that is slower and misses its SLO is told once', () => {
  const annotations = annotate(cases['regressed and missed']!());
  expect(annotations.map(({ level }) => level)).toEqual(['error', 'error']);
  expect(annotations[0]!.message).toBe(
    '61.2 ms before, 97.5 ms in this run: +59 % (+51 … +68 %). The SLO, < 80 ms, is missed.',
  );
});

test('a missed SLO is an error with its interval', () => {
  expect(annotate(cases['missed without history']!())).toEqual([
    {
      level: 'error',
      title: 'search p99 misses its SLO: 39 ms, limit < 30 ms',
      message: 'search p99 lies between 37.4 ms and 40.9 ms (95 % confidence).',
    },
  ]);
});

test('a value that is exact, as the maximum is, has no interval', () => {
  const slos = [slo({ kind: 'max' }, '<', 8)];
  const report = reportOf({ scenarios: [{ label: 'search', p50: 2, p99: 7, slos }], earlier: 0 });
  report.verdict.slos[0]!.estimate = { value: 40, low: 40, high: 40 };
  expect(annotate(report)).toEqual([
    {
      level: 'error',
      title: 'search max misses its SLO: 40 ms, limit < 8 ms',
      message: 'search max is 40 ms.',
    },
  ]);
});

test('what the service did wrong comes before what it led to', () => {
  const [first, second] = annotate(cases.crashed!());
  expect(first).toMatchObject({ level: 'error', title: 'app crashed during checkout' });
  expect(second!.title).toBe('checkout p99 is ∞, was 61.2 ms');
});

test.each([
  'k6 out of CPU',
  'machine disturbed',
  'not ready',
  'build failed',
  'script failed',
  'harness',
  'cause unknown',
])('%s: what could not be measured is an error', (name) => {
  const annotations = annotate(cases[name]!());
  expect(annotations).toHaveLength(1);
  expect(annotations[0]!.level).toBe('error');
});

test('tight and undecided results are warnings, and errors when they block', () => {
  expect(annotate(cases['at its limit']!()).map(({ level }) => level)).toEqual(['warning']);
  expect(annotate(cases['at its limit, blocking']!()).map(({ level }) => level)).toEqual(['error']);
  expect(annotate(cases['too few records']!())).toEqual([
    {
      level: 'warning',
      title: '⚪ Cannot compare yet: 2 of 5 earlier runs of main; 4 of 4 SLOs met',
      message: '2 earlier runs of main can be compared with; a verdict needs 5. Each run of main adds one.',
    },
  ]);
});

test.each(['unchanged', 'improved', 'met', 'first run', 'skipped', 'sweep'])(
  '%s: nothing to point out',
  (name) => {
    expect(annotate(cases[name]!())).toEqual([]);
  },
);

test('more than GitHub shows are gathered in the last one', () => {
  const all = annotate(cases['forty scenarios']!());
  expect(all).toHaveLength(20);
  const annotations = limitAnnotations(all);
  expect(annotations).toHaveLength(10);
  expect(annotations.at(-1)!.title).toBe('11 more');
  expect(annotations.at(-1)!.message).toContain('; ');
});

test('a new gate is told, and not that it may let slower code pass', () => {
  const report = structuredClone(cases.unchanged!());
  report.verdict.loosened = [
    { kind: 'unread', reason: 'There is no tailgate.yml.', borrows: true, adds: 'tailgate.yml' },
  ];
  expect(annotate(report)).toEqual([
    {
      level: 'warning',
      title: expect.stringContaining('This change adds tailgate.yml'),
      message: 'The base has no gate to compare it with.',
    },
  ]);
});

test('all of it is one harmless line', () => {
  for (const text of hostile) {
    for (const { title, message } of annotate(hostileReport(text))) {
      expect(`${title}${message}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(title).not.toBe('');
    }
  }
});
