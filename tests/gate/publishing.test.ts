import { describe, expect, it } from 'vitest';
import { acceptSuite } from '../../src/gate/publishing.ts';
import { asSuite, type Job, type SuiteReport } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import type { FailOnCode } from '../../src/verdict/codes.ts';
import { cases } from '../report/cases.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

/** A comparison that was too noisy to say anything. */
function inconclusiveJob(name: string, failOn: FailOnCode[]): Job {
  return { name, outcome: { kind: 'report', report: pairedReportOf({ noise: 0.5 }), failOn } };
}

function outline({ jobs }: SuiteReport) {
  return jobs.map(({ outcome }) => (outcome.kind === 'report' ? outcome.report.verdict.blocks : null));
}

describe('a suite that only reports', () => {
  it('blocks nothing, and no sentence of its comment says that it does', () => {
    const report = structuredClone(cases['pair regressed']!());
    const suite = acceptSuite({ ...asSuite(report), reportOnly: true }, []);
    expect([outline(asSuite(report)), outline(suite)]).toEqual([[true], [false]]);
    expect(renderComment(suite)).toMatch(/^### ⚠️[\s\S]*with `fail-on: none` nothing here blocks the merge/m);
    expect(renderComment(suite)).not.toMatch(/Blocks the merge|Meant\?/);
  });
});

describe('what a measuring job was told to fail on', () => {
  it('blocks where it is published, job by job', () => {
    const jobs = [inconclusiveJob('a', ['inconclusive']), inconclusiveJob('b', [])];
    const suite: SuiteReport = { suite: 'default', jobs, trust: 'own', link: null };
    expect(outline(acceptSuite(suite, []))).toEqual([true, false]);
  });
});
