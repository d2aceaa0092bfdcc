import { expect, it } from 'vitest';
import { acceptSuite } from '../../src/gate/publishing.ts';
import type { Job, SuiteReport } from '../../src/handover/suite.ts';
import type { FailOnCode } from '../../src/verdict/codes.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

/** A comparison that was too noisy to say anything. */
function inconclusiveJob(name: string, failOn: FailOnCode[]): Job {
  return { name, outcome: { kind: 'report', report: pairedReportOf({ noise: 0.5 }), failOn } };
}

function outline({ jobs }: SuiteReport) {
  return jobs.map(({ outcome }) => (outcome.kind === 'report' ? outcome.report.verdict.blocks : null));
}

it('what a measuring job was told to fail on blocks where it is published, job by job', () => {
  const jobs = [inconclusiveJob('a', ['inconclusive']), inconclusiveJob('b', [])];
  const suite: SuiteReport = { suite: 'default', jobs, trust: 'own', link: null };
  expect(outline(acceptSuite(suite, []))).toEqual([true, false]);
});
