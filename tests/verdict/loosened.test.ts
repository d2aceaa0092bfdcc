import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { findLoosened as compareGates } from '../../src/verdict/loosened.ts';

const FILE = { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' };

function config(scenarios: Record<string, string>, baseline = ''): Config {
  const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
  const blocks = Object.entries(scenarios).map(
    ([name, lines]) => `  ${name}:\n    request: GET /\n${indent(lines, '    ')}\n`,
  );
  const more = baseline && `baseline:\n${indent(baseline, '  ')}\n`;
  const text = `service:\n  start: x\n  url: http://127.0.0.1:\${PORT}\nscenarios:\n${blocks.join('')}${more}`;
  return parseConfig(text, FILE);
}

const findLoosened = (base: Config, head: Config) =>
  compareGates({ config: base, files: new Map() }, { config: head, files: new Map() });

/** What a change of the only scenario, or of the baseline, loosens. */
const between = (before: string, after: string) =>
  findLoosened(config({ search: before }), config({ search: after }));
const betweenBaselines = (
  before: string,
  after: string,
  scenarios: Record<string, string> = { search: 'slo: p99 < 1s at 9 req/s' },
) => findLoosened(config(scenarios, before), config(scenarios, after));

const P99 = { kind: 'percentile', percent: 99 };

describe('loosened gates', () => {
  test('are none where nothing changed', () => {
    const same = config({ a: 'slo: p99 < 1s at 9 req/s', b: 'load: [1 user, 5 req/s]' }, 'tolerance: 5%');
    expect(findLoosened(same, same)).toEqual([]);
  });

  test('are SLOs with a further limit, as they are written', () => {
    expect(between('slo: p99 < 60ms at 9 req/s', 'slo: p99 <= 0.08s at 9 req/s')).toEqual([
      { kind: 'slo', label: 'search', metric: P99, from: '60ms', to: '80ms' },
    ]);
    expect(between('load: 9 req/s\nslo: rate > 8 req/s', 'load: 9 req/s\nslo: rate >= 7 req/s')).toEqual([
      { kind: 'slo', label: 'search', metric: { kind: 'rate' }, from: '8 req/s', to: '7 req/s' },
    ]);
    expect(between('load: 1 user\nslo: errors < 0.1%', 'load: 1 user\nslo: errors < 1%')).toEqual([
      { kind: 'slo', label: 'search', metric: { kind: 'errors' }, from: '0.1%', to: '1%' },
    ]);
  });

  test('are not those that became stricter, or are new', () => {
    expect(between('slo: p99 < 60ms at 9 req/s', 'slo: p99 < 50ms at 9 req/s\nbudget: 1m')).toEqual([]);
    expect(between('load: 9 req/s\nslo: errors < 5%', 'load: 9 req/s')).toEqual([]);
    expect(between('load: 9 req/s', 'load: 9 req/s\nslo: [p99 < 1s, rate > 8 req/s]')).toEqual([]);
    expect(
      findLoosened(config({ a: 'load: 1 user' }), config({ a: 'load: 1 user', b: 'load: 1 user' })),
    ).toEqual([]);
  });

  test('are measured against the SLO on errors that holds where none is written', () => {
    const errors = { kind: 'slo', label: 'search', metric: { kind: 'errors' } };
    expect(between('load: 9 req/s', 'load: 9 req/s\nslo: errors < 50%')).toEqual([
      { ...errors, from: '1%', to: '50%' },
    ]);
    expect(between('load: 9 req/s\nslo: errors < 0.1%', 'load: 9 req/s')).toEqual([
      { ...errors, from: '0.1%', to: '1%' },
    ]);
  });

  test('are judged by the strictest of several SLOs', () => {
    // A file limits a metric once; the judge does not rely on it.
    const slos = (...limits: string[]): Config => {
      const all = limits.map((limit) => config({ search: `load: 9 req/s\nslo: p99 < ${limit}` }));
      const scenario = { ...all[0]!.scenarios[0]!, slos: all.flatMap((own) => own.scenarios[0]!.slos) };
      return { ...all[0]!, scenarios: [scenario] };
    };
    expect(findLoosened(slos('60ms', '90ms'), slos('60ms'))).toEqual([]);
    expect(findLoosened(slos('90ms', '60ms'), slos('70ms', '80ms'))).toEqual([
      { kind: 'slo', label: 'search', metric: P99, from: '60ms', to: '70ms' },
    ]);
  });

  test.each([
    ['p99 < raw.p99 + 100ms', 'p99 < raw.p99 + 150ms', 'raw.p99 + 100ms', 'raw.p99 + 150ms'],
    ['p99 < 1.5 x raw.p99', 'p99 < 2 x raw.p99', '1.5 x raw.p99', '2 x raw.p99'],
    // Which of the two is stricter depends on the other scenario.
    ['p99 < 2 x raw.p99', 'p99 < raw.p99 + 10ms', '2 x raw.p99', 'raw.p99 + 10ms'],
  ])('are limits relative to another scenario: %s to %s', (before, after, from, to) => {
    const gate = (slo: string) => config({ search: `slo: ${slo}\nload: 9 req/s`, raw: 'load: 9 req/s' });
    expect(findLoosened(gate(before), gate(after))).toEqual([
      { kind: 'slo', label: 'search', metric: P99, from, to },
    ]);
    expect(findLoosened(gate(before), gate(before))).toEqual([]);
  });

  test('are not relative limits that only became stricter, but those to another scenario are', () => {
    const gate = (slo: string) =>
      config({ search: `slo: ${slo}\nload: 9 req/s`, raw: 'load: 9 req/s', old: 'load: 9 req/s' });
    expect(findLoosened(gate('p99 < 2 x raw.p99 + 10ms'), gate('p99 < 1.5 x raw.p99 + 10ms'))).toEqual([]);
    const removed = { kind: 'slo-removed', label: 'search', metric: P99, from: '2 x raw.p99' };
    expect(findLoosened(gate('p99 < 2 x raw.p99'), gate('p99 < 2 x old.p99'))).toEqual([removed]);
    expect(findLoosened(gate('p99 < 2 x raw.p99'), gate('p99 < 500ms'))).toEqual([removed]);
    expect(findLoosened(gate('[p99 < 2 x raw.p99, p99 < 1s]'), gate('p99 < 1s'))).toEqual([removed]);
  });

  test('are SLOs and scenarios that are gone; a new name is another scenario', () => {
    expect(between('load: 9 req/s\nslo: [p99 < 60ms, p95 < 1s]', 'load: 9 req/s\nslo: p95 < 1s')).toEqual([
      { kind: 'slo-removed', label: 'search', metric: P99, from: '60ms' },
    ]);
    const [before, after] = [{ search: 'slo: p99 < 1s at 9 req/s' }, { find: 'slo: p99 < 1s at 9 req/s' }];
    expect(findLoosened(config(before), config(after))).toEqual([
      { kind: 'scenario-removed', label: 'search' },
    ]);
  });

  test.each([
    ['1000 req/s for 30s', '800.5 req/s', '1000 req/s', '800.5 req/s'],
    ['20 users', '10 users for 5s', '20 users', '10 users'],
    [
      '100 requests by 4 users',
      '200 requests by 2 users',
      '100 requests by 4 users',
      '200 requests by 2 users',
    ],
    ['20 users', '9 requests by 1 user', '20 users', '9 requests by 1 user'],
    ['[5 req/s, 60 req/s, 10 req/s]', '[5 req/s, 10 req/s]', '60 req/s', '10 req/s'],
    ['10 req/s', '500 users', '10 req/s', '500 users'],
  ])('are loads that ask less: %s to %s', (before, after, from, to) => {
    expect(between(`load: ${before}`, `load: ${after}`)).toEqual([
      { kind: 'load-reduced', label: 'search', from, to },
    ]);
  });

  test.each([
    ['1000 req/s for 30s', '1000 req/s for 5s'],
    ['1000 req/s', '2000 req/s'],
    ['[5 req/s, 60 req/s]', '[60 req/s, 90 req/s]'],
    ['60 req/s', '[60 req/s, 50 req/s]'],
    ['20 users', '10 req/s'],
    ['100 requests by 20 users', '50 requests by 20 users'],
  ])('are other loads too, of which nobody knows what they let pass: %s to %s', (before, after) => {
    const written = (load: string) => load.replace(/[[\]]/g, '');
    expect(between(`load: ${before}`, `load: ${after}`)).toEqual([
      { kind: 'setting', label: 'search', setting: 'load', from: written(before), to: written(after) },
    ]);
  });

  test('are not the same loads in another order', () => {
    expect(between('load: [5 req/s, 60 req/s]', 'load: [60 req/s, 5 req/s]')).toEqual([]);
  });

  test('are raised tolerances, once when all were raised alike', () => {
    const suite = { kind: 'tolerance', label: null };
    expect(betweenBaselines('tolerance: 5%', 'tolerance: 7.5%')).toEqual([
      { ...suite, metric: null, from: '5%', to: '7.5%' },
    ]);
    // A metric of the script has a tolerance of its own.
    const scripted = (tolerance: string) =>
      parseConfig(
        `service: {start: x, url: 'http://127.0.0.1:\${PORT}'}\nbaseline: {tolerance: ${tolerance}}\nscenarios: {search: {script: s.js, load: 9 req/s, slo: [p99 < 1s, queue_wait.p95 < 5ms]}}`,
        FILE,
      );
    expect(findLoosened(scripted('5%'), scripted('7.5%'))).toEqual([
      { ...suite, metric: null, from: '5%', to: '7.5%' },
    ]);
    expect(betweenBaselines('', 'tolerance: 8%')).toEqual([
      { ...suite, metric: 'p50', from: '5%', to: '8%' },
      { ...suite, metric: 'tail', from: '5%', to: '8%' },
    ]);
    expect(betweenBaselines('', 'tolerance:\n  p99: 12%\n  errors: 1%\n  p50: 1%')).toEqual([
      { ...suite, metric: 'p99', from: '10%', to: '12%' },
      { ...suite, metric: 'errors', from: '0.1%', to: '1%' },
    ]);
    expect(betweenBaselines('tolerance: 8%', 'tolerance: 5%')).toEqual([]);
    expect(betweenBaselines('tolerance: 30% or 1ms', 'tolerance: 30% or 2ms')).toEqual([
      { ...suite, metric: null, from: '30% or 1ms', to: '30% or 2ms' },
    ]);
    expect(betweenBaselines('tolerance: 8% or 1ms', 'tolerance: 8%')).toEqual([]);
  });

  test('are tolerances as they take effect, told of the suite or of a scenario', () => {
    const plain = 'slo: p99 < 1s at 9 req/s';
    const own = `${plain}\ntolerance: 2%`;
    const before = { a: plain, b: own };
    // The scenario with a setting of its own is left alone by the suite …
    expect(findLoosened(config(before, 'tolerance: 5%'), config(before, 'tolerance: 9%'))).toEqual([
      { kind: 'tolerance', label: null, metric: null, from: '5%', to: '9%' },
    ]);
    // … until it loses it, whatever the suite says.
    const after = { a: plain, b: plain };
    expect(findLoosened(config(before, 'tolerance: 5%'), config(after, 'tolerance: 5%'))).toEqual([
      { kind: 'tolerance', label: 'b', metric: null, from: '2%', to: '5%' },
    ]);
    expect(between(plain, `${plain}\ntolerance:\n  p99: 30%`)).toEqual([
      { kind: 'tolerance', label: 'search', metric: 'p99', from: '10%', to: '30%' },
    ]);
  });

  test('are tolerances of a capacity, and of nothing else where one is searched', () => {
    const search = 'capacity: p99 < 1s between 10 and 500 req/s';
    expect(between(search, `${search}\ntolerance:\n  capacity: 30%`)).toEqual([
      { kind: 'tolerance', label: 'search', metric: null, from: '5%', to: '30%' },
    ]);
    expect(betweenBaselines('', 'tolerance:\n  p50: 30%', { search })).toEqual([]);
  });

  test('are no tolerances of metrics that one revision does not compare', () => {
    expect(
      between('slo: p99 < 1s at 9 req/s', 'slo: [p99 < 1s at 9 req/s, p90 < 1s]\ntolerance:\n  p90: 90%'),
    ).toEqual([]);
    expect(betweenBaselines('', 'tolerance:\n  p75: 90%')).toEqual([]);
  });

  test('are costs that no setting names any more, so that they are compared no longer', () => {
    const cpu = { kind: 'tolerance', metric: 'cpu', from: '10%', to: 'not compared' };
    const both = { a: 'load: 1 user', b: 'load: 1 user' };
    expect(betweenBaselines('tolerance:\n  cpu: 10%', '')).toEqual([{ ...cpu, label: 'search' }]);
    expect(betweenBaselines('tolerance:\n  cpu: 10%', '', both)).toEqual([{ ...cpu, label: null }]);
    expect(betweenBaselines('', 'tolerance:\n  cpu: 10%')).toEqual([]);
  });

  test('are raised confidences, errors among all', () => {
    expect(betweenBaselines('', 'confidence: 99.9%')).toEqual([
      { kind: 'confidence', label: null, metric: null, from: '99%', to: '99.9%' },
    ]);
    expect(betweenBaselines('confidence: 95%', 'confidence:\n  tail: 96%')).toEqual([
      { kind: 'confidence', label: null, metric: 'p50', from: '95%', to: '99%' },
      { kind: 'confidence', label: null, metric: 'p99', from: '95%', to: '99%' },
      { kind: 'confidence', label: null, metric: 'tail', from: '95%', to: '96%' },
      { kind: 'confidence', label: null, metric: 'errors', from: '95%', to: '99%' },
    ]);
    expect(betweenBaselines('', 'confidence: 95%')).toEqual([]);
  });

  test('come in the order of the base, the suite last', () => {
    const before = config({ a: 'slo: p99 < 1s at 9 req/s', b: 'load: 9 req/s', c: 'load: 9 req/s' });
    const after = config(
      { c: 'load: 1 req/s\nbudget: 30s', a: 'slo: p99 < 2s at 8 req/s' },
      'tolerance: 20%\nconfidence: 99.9%\non-base-failure: history',
    );
    expect(findLoosened(before, after).map(({ kind }) => kind)).toEqual([
      'slo',
      'load-reduced',
      'scenario-removed',
      'load-reduced',
      'tolerance',
      'tolerance',
      'tolerance',
      'confidence',
      'setting',
      'setting',
    ]);
  });

  test('are patterns of `when.changed` that let fewer changes be measured', () => {
    const withPatterns = (...changed: string[]): Config => ({
      ...config({ search: 'slo: p99 < 1s at 9 req/s' }),
      ...(changed.length > 0 && { when: { changed } }),
    });
    const between = (before: Config, after: Config) => findLoosened(before, after);
    const [always, src] = [withPatterns(), withPatterns('src/**')];
    expect(between(always, src)).toEqual([{ kind: 'when', from: null, to: ['src/**'] }]);
    expect(between(src, withPatterns('src/**', '!src/docs'))).toEqual([
      { kind: 'when', from: ['src/**'], to: ['src/**', '!src/docs'] },
    ]);
    expect(between(src, withPatterns('lib/**'))).toEqual([
      { kind: 'when', from: ['src/**'], to: ['lib/**'] },
    ]);
    expect(between(src, always)).toEqual([]);
    expect(between(src, withPatterns('lib/**', 'src/**'))).toEqual([]);
    expect(between(withPatterns('src/**', '!src/docs'), src)).toEqual([]);
    // The last pattern that matches decides.
    const [kept, lost] = [
      ['**', '!docs/**', 'docs/api/**'],
      ['**', 'docs/api/**', '!docs/**'],
    ];
    expect(between(withPatterns(...kept!), withPatterns(...lost!))).toEqual([
      { kind: 'when', from: kept, to: lost },
    ]);
  });
});
