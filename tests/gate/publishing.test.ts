import { describe, expect, it } from 'vitest';
import { acceptSuite } from '../../src/gate/publishing.ts';
import type { Leg, SuiteReport } from '../../src/handover/suite.ts';
import type { FailOnCode } from '../../src/verdict/codes.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

/** A comparison that was too noisy to say anything. */
function inconclusiveLeg(name: string, failOn: FailOnCode[]): Leg {
  return { name, outcome: { kind: 'report', report: pairedReportOf({ noise: 0.5 }), failOn } };
}

function outline({ legs }: SuiteReport) {
  return legs.map(({ outcome }) => (outcome.kind === 'report' ? outcome.report.verdict.blocks : null));
}

describe('what a measuring job was told to fail on', () => {
  it('blocks where it is published, leg by leg', () => {
    const legs = [inconclusiveLeg('a', ['inconclusive']), inconclusiveLeg('b', [])];
    const suite: SuiteReport = { suite: 'default', legs, attempts: [], trust: 'own', link: null };
    expect(outline(acceptSuite(suite, []))).toEqual([true, false]);
  });
});
