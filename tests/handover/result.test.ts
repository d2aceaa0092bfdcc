import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { checkResult, nameResult, type Result, readResult } from '../../src/handover/result.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { LARGEST } from '../../src/json-values.ts';
import { renderDocument } from '../../src/records/record.ts';
import { renderComment } from '../../src/report/comment.ts';
import { cases } from '../report/cases.ts';
import { reportOf } from '../report/fixture.ts';

const usual = reportOf();

function resultOf(report: Report = usual, more: Partial<Result> = {}): Result {
  return {
    ...{ schemaVersion: 2, suite: report.suite, run: { id: '77', attempt: 1 } },
    job: { id: 'measure', name: '', index: 0, total: 1 },
    outcome: { kind: 'report', report, failOn: ['at-limit'] },
    ...more,
  };
}

function reportIn({ outcome }: Result): Report {
  if (outcome.kind !== 'report') throw new Error('no report');
  return outcome.report;
}

describe('a result', () => {
  const isMeasured = ({ code, acceptances, refusals }: Report['verdict']) =>
    code !== 'accepted' && acceptances.length + refusals.length === 0;
  const measured = Object.entries(cases).filter(([, make]) => isMeasured(make().verdict));

  it.each(measured)('says the same after a round trip: %s', (_name, make) => {
    const report = make();
    expect(renderComment(asSuite(reportIn(readResult(renderDocument(resultOf(report))))))).toBe(
      renderComment(asSuite({ ...report, history: [] })),
    );
  });

  it('carries what else blocks the merge, numbers that JSON does not have, and all lines of a fault', () => {
    const report = reportOf();
    const [infinite, nothing] = [Number.POSITIVE_INFINITY, NaN];
    report.verdict.slos[0]!.estimate = { value: infinite, low: -infinite, high: nothing };
    const read = readResult(renderDocument(resultOf(report)));
    expect(read.outcome).toMatchObject({ failOn: ['at-limit'] });
    expect(reportIn(read).verdict.slos[0]!.estimate).toEqual(report.verdict.slos[0]!.estimate);
    // Earlier runs may be made up.
    expect(reportIn(readResult(JSON.stringify(resultOf(reportOf({ earlier: 3 }))))).history).toEqual([]);
    const outcome = { kind: 'fault', exitCode: 2, message: 'error: no\n  at tailgate.yml:1:1' } as const;
    const result = resultOf(undefined, { suite: 'default', outcome });
    expect(readResult(renderDocument(result))).toEqual(result);
  });

  it('that would be refused is handed over as the fault that says what to do', () => {
    const report = reportOf();
    report.logs = Array(41).fill({ name: 'api', log: 'x'.repeat(200_000) });
    const message = expect.stringMatching(/larger than .*\n {2}If it is too large, split the suite/);
    expect(checkResult(resultOf(report)).outcome).toEqual({ kind: 'fault', exitCode: 3, message });
    expect(checkResult(resultOf())).toEqual(resultOf());
  });

  it('has a name of its own for each job, run and attempt', () => {
    const job = { id: 'measure', name: 'x', index: 1, total: 2 };
    const runs = [{ run: { id: '77', attempt: 2 } }, { run: { id: '78', attempt: 1 } }];
    const names = [{}, { job }, ...runs, { suite: 'api' }].map((one) => nameResult(resultOf(usual, one)));
    expect(new Set(names).size).toBe(5);
    expect(names[0]).toBe('tailgate-result.default.measure.1-of-1.77-1.json');
  });
});

const whole = renderDocument(resultOf(reportOf({ earlier: 1 })));

/** A result as text, with one thing in it set by a path of keys. */
function tampered(path: (string | number)[], value: unknown): string {
  const result = JSON.parse(whole);
  let holder = result;
  for (const key of path.slice(0, -1)) holder = holder[key];
  holder[path.at(-1)!] = value;
  return JSON.stringify(result);
}

const [verdict, steps] = [
  ['outcome', 'report', 'verdict'],
  ['outcome', 'report', 'record', 'steps'],
];

describe('a hostile result is refused in one line', () => {
  it.each<[string, string]>([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another version', tampered(['schemaVersion'], 1)],
    ['a suite with a path in it', tampered(['suite'], '../../etc')],
    ['a suite that ends a marker', tampered(['suite'], 'a-->b')],
    ['a report of another suite', tampered(['suite'], 'other')],
    ['a job beyond the total', tampered(['job'], { id: 'measure', name: '', index: 4, total: 4 })],
    ['a thousand jobs', tampered(['job'], { id: 'measure', name: '', index: 0, total: 1000 })],
    ['a long name of a job', tampered(['job', 'name'], 'x'.repeat(501))],
    ['a run that is no number', tampered(['run', 'id'], '1; rm -rf /')],
    ['an attempt of zero', tampered(['run', 'attempt'], 0)],
    ['a fail-on code of its own', tampered(['outcome', 'failOn'], ['regressed'])],
    ['another exit code', tampered(['outcome'], { kind: 'fault', exitCode: 0, message: '' })],
    ['an unknown outcome', tampered(['outcome', 'kind'], 'pass')],
    ['an unknown verdict', tampered([...verdict, 'code'], 'constructor')],
    ['a verdict without findings', tampered(verdict, { code: 'met', blocks: false })],
    ['too many steps', tampered(steps, Array(2001).fill({}))],
    ['a long fault', tampered(['outcome'], { kind: 'fault', exitCode: 3, message: 'x'.repeat(200_001) })],
    ['a huge branch', tampered(['outcome', 'report', 'record', 'branch'], 'x'.repeat(20_001))],
    ['a negative latency', tampered([...steps, 0, 'instances', 0, 'slices', 0, 'avg'], -1)],
    ['a deep nest', `{"schemaVersion":2,"job":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['a million faults', tampered([...verdict, 'slos'], Array(1_000_000).fill(1))],
    ['too many bytes', ' '.repeat(LARGEST.result + 1)],
    ['an acceptance of its own', tampered([...verdict, 'code'], 'accepted')],
  ])('%s', (_name, text) => {
    const refusal = expect.objectContaining({ message: expect.stringMatching(/^[^\n]{1,999}$/) });
    expect(() => readResult(text)).toThrow(refusal);
  });

  it('with names that pollute prototypes is read without them', () => {
    const text = renderDocument(resultOf()).replace(
      '"suite":',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"more":1,"suite":',
    );
    const read = readResult(text);
    expect(Object.keys(read).sort()).toEqual(Object.keys(resultOf()).sort());
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
