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

describe('several jobs', () => {
  const [mistake, fail] = [fault('x', 2), fault('y', 3)];
  test.each<[string, Job[], string]>([
    ['of which all pass, pass', [judged('unchanged'), judged('met')], 'unchanged, exit 0'],
    [
      'are as slow as the slowest',
      [judged('met'), judged('regressed'), judged('missed')],
      'regressed, exit 1',
    ],
    ['of which one could not measure', [judged('regressed'), judged('invalid')], 'invalid, exit 3'],
    ['of which one failed for want of a measurement', [judged('met'), fail], 'invalid, exit 3'],
    ['of which one or all have a mistake', [judged('met'), mistake, mistake], 'invalid, exit 2'],
    ['with a mistake beside something worse', [mistake, judged('regressed')], 'invalid, exit 3'],
    [
      'block as `fail-on` says',
      [judged('regressed', false), judged('inconclusive', true)],
      'inconclusive, exit 1',
    ],
    ['of which one is accepted, are accepted', [judged('improved'), judged('accepted')], 'accepted, exit 0'],
    ['one accepted lets no other through', [judged('accepted'), judged('missed')], 'missed, exit 1'],
    ['are needed', [], 'invalid, exit 3'],
  ])('%s', (_, jobs, expected) => {
    const { code, blocks, exitCode } = combineJobs(jobs);
    expect([`${code}, exit ${exitCode}`, blocks]).toEqual([expected, exitCode > 0]);
  });

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

  test('is not that all is as it should be', () => {
    for (const name of ['unchanged', 'met', 'first run', 'irrelevant', 'pair unchanged', 'identical'])
      expect([newsOf(name), newsOf(name, 'unchanged')], name).toEqual([false, false]);
  });

  test('is all else, in one job of several too', () => {
    const loud = [
      'regressed',
      'missed without history',
      'accepted',
      'refused',
      'at its limit',
      'inconclusive',
    ];
    for (const name of [...loud, 'improved', 'invalid: disturbed', 'altered setting', 'altered gate'])
      expect([newsOf(name), newsOf('unchanged', name)], name).toEqual([true, true]);
  });

  test('is a job without a result, and answers other than those of the base though nothing is slower', () => {
    expect(hasNews(suiteOf([judged('met'), fault('x', 3)]))).toBe(true);
    const quiet = cases.unchanged!();
    const verdict = { ...quiet.verdict, work: [{}] } as unknown as typeof quiet.verdict;
    expect(hasNews(suiteOf([job('', { ...quiet, verdict })]))).toBe(true);
  });
});
