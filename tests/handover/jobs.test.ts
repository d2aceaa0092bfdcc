import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combineJobs, hasNews } from '../../src/handover/jobs.ts';
import type { Job } from '../../src/handover/suite.ts';
import type { VerdictCode } from '../../src/verdict/codes.ts';
import { cases } from '../report/cases.ts';
import { reportOf } from '../report/fixture.ts';
import { fault, job, suiteOf } from '../report/suite-cases.ts';

const report = reportOf({ earlier: 0 });
const ALWAYS = ['regressed', 'missed', 'invalid'];

function judged(code: VerdictCode, blocks = ALWAYS.includes(code)): Job {
  return job(code, { ...report, verdict: { ...report.verdict, code, blocks } });
}

const invalid = { code: 'invalid', blocks: true, exitCode: 3 } as const;

describe('several jobs', () => {
  test.each<[string, Job[], ReturnType<typeof combineJobs>]>([
    [
      'of which all pass, pass',
      [judged('unchanged'), judged('met')],
      { code: 'unchanged', blocks: false, exitCode: 0 },
    ],
    [
      'are as slow as the slowest',
      [judged('met'), judged('regressed'), judged('missed')],
      { code: 'regressed', blocks: true, exitCode: 1 },
    ],
    ['of which one could not measure, could not measure', [judged('regressed'), judged('invalid')], invalid],
    [
      'of which one failed for want of a measurement, could not measure',
      [judged('met'), fault('x', 3)],
      invalid,
    ],
    [
      'of which one has a mistake, have a mistake',
      [judged('met'), fault('x', 2)],
      { ...invalid, exitCode: 2 },
    ],
    [
      'of which all have a mistake, have a mistake',
      [fault('x', 2), fault('y', 2)],
      { ...invalid, exitCode: 2 },
    ],
    [
      'with a mistake beside something worse are more than a mistake',
      [fault('x', 2), judged('regressed')],
      invalid,
    ],
    ['with a mistake beside a missing job are more than a mistake', [fault('x', 2), fault('y', 3)], invalid],
    [
      'block as `fail-on` says',
      [judged('regressed', false), judged('inconclusive', true)],
      { code: 'inconclusive', blocks: true, exitCode: 1 },
    ],
    [
      'of which one is accepted, are accepted',
      [judged('improved'), judged('accepted')],
      { code: 'accepted', blocks: false, exitCode: 0 },
    ],
    [
      'of which one is accepted do not let another one through',
      [judged('accepted'), judged('missed')],
      { code: 'missed', blocks: true, exitCode: 1 },
    ],
    [
      'that are all skipped are skipped',
      [judged('skipped'), judged('skipped')],
      { code: 'skipped', blocks: false, exitCode: 0 },
    ],
    ['are needed', [], invalid],
  ])('%s', (_, jobs, expected) => expect(combineJobs(jobs)).toEqual(expected));

  test('pass only when each of them does, in whatever order', () => {
    const any = fc.constantFrom(
      judged('unchanged'),
      judged('first-run'),
      judged('accepted'),
      judged('inconclusive'),
      judged('inconclusive', true),
      judged('regressed'),
      judged('missed'),
      judged('invalid'),
      fault('x', 2),
      fault('x', 3),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), (jobs) => {
        const passes = jobs.every(
          ({ outcome }) =>
            outcome.kind === 'report' &&
            !outcome.report.verdict.blocks &&
            outcome.report.verdict.code !== 'invalid',
        );
        const combined = combineJobs(jobs);
        expect(combined.exitCode === 0).toBe(passes);
        expect(combined.blocks).toBe(!passes);
        expect(combineJobs(jobs.toReversed())).toEqual(combined);
      }),
    );
  });
});

describe('news', () => {
  const newsOf = (...names: string[]) => hasNews(suiteOf(names.map((name) => job(name, cases[name]!()))));

  test.each(['unchanged', 'met', 'first run', 'irrelevant', 'pair unchanged', 'identical'])(
    'is not: %s',
    (name) => {
      expect(newsOf(name)).toBe(false);
      expect(newsOf(name, 'unchanged')).toBe(false);
    },
  );

  test.each([
    'regressed',
    'missed without history',
    'accepted',
    'refused',
    'at its limit',
    'inconclusive',
    'improved',
    'invalid: disturbed',
    'altered setting',
    'altered gate',
  ])('is, in one job of several too: %s', (name) => {
    expect(newsOf(name)).toBe(true);
    expect(newsOf('unchanged', name)).toBe(true);
  });

  test('is a job without a result, and answers other than those of the base though nothing is slower', () => {
    expect(hasNews(suiteOf([judged('met'), fault('x', 3)]))).toBe(true);
    const quiet = cases.unchanged!();
    const work = [
      { kind: 'status', label: 'search', request: '/', status: 302, instead: 200, base: 0, head: 1 },
    ];
    const verdict = { ...quiet.verdict, work } as typeof quiet.verdict;
    expect(hasNews(suiteOf([job('', { ...quiet, verdict })]))).toBe(true);
  });
});
