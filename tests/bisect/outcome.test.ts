import { describe, expect, it } from 'vitest';
import { readBeginning, readOutcome } from '../../src/bisect/outcome.ts';
import type { PairedFinding } from '../../src/verdict/findings.ts';
import { pairedChanges } from '../report/pair-cases.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const report = pairedReportOf();
const [seen] = pairedChanges(report);

/** A p50 of one scenario, as it was seen somewhere. */
function find(where: PairedFinding['where'], value: number, code: PairedFinding['code']): PairedFinding {
  const change = { value, low: value - 0.01, high: value + 0.01 };
  return { ...seen!, label: 'search', metric: { kind: 'percentile', percent: 50 }, where, change, code };
}

const reportWith = (changes: PairedFinding[]) => ({ ...report, verdict: { ...report.verdict, changes } });

describe('the metric that a search follows', () => {
  it('is that of one place: in turns it is another than with each arm alone', () => {
    const beginning = readBeginning(
      reportWith([find('turns', 0.001, 'unchanged'), find('alone', 0.3, 'regressed')]),
    );
    if (beginning.kind !== 'slower') throw new Error(beginning.kind);
    expect(beginning.followed).toMatchObject({ label: 'search', where: 'alone' });
    const later = reportWith([find('turns', 0.001, 'unchanged'), find('alone', 0.2, 'regressed')]);
    const outcome = readOutcome(later.verdict, beginning.followed);
    expect(outcome).toMatchObject({ kind: 'measured', estimate: { value: Math.log1p(0.2) } });
  });
});
