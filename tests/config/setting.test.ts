import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

const suite = (text: string) => `${SMALL}baseline:\n${text.replace(/^(?=.)/gm, '  ')}\n`;
const scenario = (text: string) => `${SMALL}${text.replace(/^(?=.)/gm, '    ')}\n`;

describe('tolerance and confidence', () => {
  test('are one percentage, or one by metric', () => {
    const read = (text: string) => parseConfig(text, FILE);
    expect(read(suite('tolerance: 5%\nconfidence: 99.99%')).baseline.sensitivity).toEqual({
      tolerance: { all: { fraction: 0.05, ms: 0 }, byMetric: {} },
      confidence: { all: 0.9999, byMetric: {} },
    });
    const text = 'tolerance:\n  p99.0: 0%\n  p50: 200% or 1.5ms\n  errors: 100%\nconfidence:\n  tail: 50%';
    for (const { sensitivity } of [read(suite(text)).baseline, read(scenario(text)).scenarios[0]!]) {
      expect(sensitivity).toEqual({
        tolerance: {
          byMetric: {
            p99: { fraction: 0, ms: 0 },
            p50: { fraction: 2, ms: 1.5 },
            errors: { fraction: 1, ms: 0 },
          },
        },
        confidence: { byMetric: { tail: 0.5 } },
      });
    }
  });

  test('may name a metric of the suite that only some scenarios compare', () => {
    expect(() => parseConfig(suite('tolerance:\n  p99.999: 20%'), FILE)).not.toThrow();
  });

  test.each([
    ['a dashboard’s name', 'p999: 5%', '`p999` lacks its point.'],
    ['a capital', 'P95: 5%', '`P95` is not a metric.'],
    ['a typo', 'tial: 5%', '`tial` is not a metric.'],
    ['another word', 'median: 5%', '`median` is not a metric.'],
    ['what is not compared', 'avg: 5%', '`avg` is not compared with the baseline.'],
    ['the slowest', 'p100: 5%', 'p100 is the slowest request.'],
    ['a low percentile', 'p10: 5%', 'p10 is out of range.'],
    ['a word for all', 'all: 5%', '`all` is not a metric.'],
    ['what has no setting', 'slow-share: 5%', '`slow-share` has no setting of its own.'],
    ['an empty name', '"": 5%', 'The name is empty.'],
    ['a metric in two spellings', 'p99: 5%\np99.00: 6%', '`p99` is given twice.'],
  ])('take no name that is %s', (_, lines, what) => {
    for (const key of ['tolerance', 'confidence']) {
      const percentages = lines.replace(/\d+%/g, '90%').replace(/^/gm, '  ');
      const line = 10 + lines.split('\n').length;
      expect(problemsOf(suite(`${key}:\n${percentages}`))).toEqual([`${line}:5 ${what}`]);
    }
  });

  test.each([
    ['tolerance: 5', 'The percentage has no unit.'],
    ['tolerance: 5% or', 'The text ends too early.'],
    ['tolerance: 5% and 2ms', '`and` does not fit here.'],
    ['tolerance: 5% or 2', '`2` has no unit of latency.'],
    ['tolerance:\n  errors: 1% or 2ms', '`or` does not fit here.'],
    ['tolerance:\n  cpu: 10% or 2ms', '`or` does not fit here.'],
    ['tolerance: -5%', 'A negative number makes no sense here.'],
    ['tolerance: 1001%', 'The percentage is too large.'],
    ['tolerance: {}', '`tolerance` names no metric.'],
    ['tolerance: [5%]', '`tolerance` is a list.'],
    ['tolerance:', '`tolerance` is empty.'],
    ['tolerance:\n  errors: 101%', 'The percentage is too large.'],
    ['tolerance:\n  p99:', '`p99` is empty.'],
    ['tolerance:\n  p99: 5', 'The percentage has no unit.'],
    ['confidence: 49.9%', 'The percentage is too small.'],
    ['confidence: 99.991%', 'The percentage is too large.'],
    ['confidence:\n  p99: 100%', 'The percentage is too large.'],
  ])('%s: %s', (text, what) => {
    for (const place of [suite, scenario]) {
      expect(problemsOf(place(text)).map((problem) => problem.replace(/^\S+ /, ''))).toEqual([what]);
    }
  });

  test('of a scenario name only what is compared there', () => {
    expect(framesOf(scenario('tolerance:\n  p95: 5%'))).toBe(
      `tailgate.yml:10:7: \`p95\` is not compared in this scenario.
  10 |       p95: 5%
     |       ^^^ expected \`p50\`, \`p99\`, \`tail\`, \`errors\`, \`cpu\`, \`memory\` or \`startup\`
  = A percentile is compared once an SLO names it: \`slo: p95 < 100ms\`.`,
    );
    const broken = SMALL.replace('p99 <', 'p999 <').concat('    tolerance:\n      p99.9: 5%\n');
    expect(problemsOf(broken)).toEqual(['8:10 `p999` lacks its point.']);
  });

  test('say why a confidence has its bounds, and know that an error was meant', () => {
    expect(framesOf(suite('confidence: 100%'))).toContain(
      '= With N starts of each revision the evidence is 1 in 2^N at best',
    );
    expect(framesOf(suite('confidence: 0.1%'))).toBe(`tailgate.yml:10:15: The percentage is too small.
  10 |   confidence: 0.1%
     |               ^^^ expected \`50%\` to \`99.99%\`
  = did you mean: 99.9%
  = It is the share of runs on identical code that raise no false alarm; below \`50%\` most of them would.`);
    expect(framesOf(suite('confidence: 0.99'))).toContain('= did you mean: 99%\n  = A share of 0.99 is 99%.');
  });

  test('are proposed for their names elsewhere', () => {
    expect(framesOf(suite('threshold: 5%'))).toContain('did you mean `tolerance`?');
    expect(framesOf(suite('significance: 1%'))).toContain('did you mean `confidence`?');
    expect(framesOf(suite('alpha: 1%'))).toContain('`confidence: 99%` is an alpha of 1%');
    expect(framesOf(scenario('threshold: 5ms'))).toContain('did you mean `slo`?');
    expect(framesOf(`${SMALL}tolerance: 5%\n`)).toContain('belongs to a scenario, `baseline` or `drift`');
  });
});

test('the kinds of a baseline are known by their names', () => {
  expect(framesOf(suite('from: pair'))).toContain('did you mean `paired`?');
  expect(framesOf(suite('from: main'))).toContain('expected `paired` or `history`');
  expect(framesOf(suite('on-base-failure: skip'))).toContain('expected `invalid` or `history`');
  expect(framesOf(suite('onBaseFailure: history'))).toContain('did you mean `on-base-failure`?');
});
