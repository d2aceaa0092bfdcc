import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/handover/suite.ts';
import { combineJobs, hasNews } from '../../src/handover/suite.ts';
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
    ['as slow as the slowest', [judged('met'), judged('regressed'), judged('missed')], 'regressed, exit 1'],
    ['of which one could not measure', [judged('regressed'), judged('invalid')], 'invalid, exit 3'],
    ['of which one failed', [judged('met'), fail], 'invalid, exit 3'],
    ['of which one or all have a mistake', [judged('met'), mistake, mistake], 'invalid, exit 2'],
    ['with a mistake beside something worse', [mistake, judged('regressed')], 'invalid, exit 3'],
    ['blocked as told', [judged('regressed', false), judged('inconclusive', true)], 'inconclusive, exit 1'],
    ['of which one is accepted', [judged('improved'), judged('accepted')], 'accepted, exit 0'],
    ['of which one is missed beside that', [judged('accepted'), judged('missed')], 'missed, exit 1'],
    ['of which there is none', [], 'invalid, exit 3'],
  ])('%s', (_, jobs, expected) => {
    const { code, blocks, exitCode } = combineJobs(jobs);
    expect([`${code}, exit ${exitCode}`, blocks]).toEqual([expected, exitCode > 0]);
  });

  test('pass only when each of them does, in whatever order', () => {
    const codes = ['unchanged', 'first-run', 'accepted', 'inconclusive'] as const;
    const free = codes.map((code) => judged(code));
    const blocked = [judged('inconclusive', true), judged('regressed'), judged('invalid'), mistake, fail];
    const any = fc.constantFrom(...free, ...blocked);
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), (jobs) => {
        const passes = jobs.every((one) => free.includes(one));
        const combined = combineJobs(jobs);
        expect([combined.exitCode === 0, combined.blocks]).toEqual([passes, !passes]);
        expect(combineJobs(jobs.toReversed())).toEqual(combined);
      }),
    );
  });
});

test('news is all but that all is as it should be, in one job of several too', () => {
  const newsOf = (...names: string[]) => hasNews(suiteOf(names.map((name) => job(name, cases[name]!()))));
  for (const name of ['unchanged', 'met', 'first run', 'irrelevant', 'pair unchanged', 'identical'])
    expect([newsOf(name), newsOf(name, 'unchanged')], name).toEqual([false, false]);
  const loud = ['regressed', 'accepted', 'refused', 'at its limit', 'inconclusive', 'improved'];
  for (const name of [...loud, 'invalid: disturbed', 'altered setting'])
    expect([newsOf(name), newsOf('unchanged', name)], name).toEqual([true, true]);
  expect(hasNews(suiteOf([judged('met'), fault('x', 3)]))).toBe(true);
  const quiet = cases.unchanged!();
  const verdict = { ...quiet.verdict, work: [{}] } as unknown as typeof quiet.verdict;
  expect(hasNews(suiteOf([job('', { ...quiet, verdict })]))).toBe(true);
});
