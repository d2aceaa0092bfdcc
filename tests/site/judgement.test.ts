import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/records/record.ts';
import { summaryLine } from '../../src/report/words/headline.ts';
import { judgeRecord } from '../../src/site/judgement.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { p, slo } from '../report/fixture.ts';
import { situations } from '../report/html/situations.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const scenario = { label: 'search', p50: 2, p99: 8, slos: [slo(p(99), '<', 30)] };
const recordOf = (now?: { p50?: number; p99?: number }) =>
  pairedReportOf({ scenarios: [{ ...scenario, ...(now && { now }) }], earlier: 0 }).record;
const configOf = (limit: number) =>
  makeConfig({ scenarios: [makeScenario({ name: 'search', slos: [slo(p(99), '<', limit)] })] });
const codeOf = (record: RunRecord, limit = 30) => judgeRecord(record, configOf(limit), 'main').verdict.code;

describe('a record that is judged anew', () => {
  it('is slower than its base where its figures say so, and unchanged where they do not', () => {
    expect(codeOf(recordOf({ p50: 1.4, p99: 1.4 }))).toBe('regressed');
    expect(codeOf(recordOf())).toBe('unchanged');
  });

  it('is held against the SLOs of the configuration', () => {
    const { slos } = judgeRecord(recordOf(), configOf(5), 'main').verdict;
    expect(slos).toMatchObject([{ label: 'search', code: 'missed' }]);
    expect(codeOf(recordOf(), 5)).toBe('missed');
  });

  it('is judged by itself where no base was measured', () => {
    const record = recordOf({ p99: 2 });
    const alone = { ...record, steps: record.steps.filter(({ arm }) => arm === 'head') };
    const { verdict } = judgeRecord(alone, configOf(30), 'main');
    expect(verdict).toMatchObject({ code: 'met', changes: [], pair: null, blocks: false });
  });

  it('was measured, though it has neither an SLO nor a base to be judged by', () => {
    const record = recordOf();
    const alone = { ...record, steps: record.steps.filter(({ arm }) => arm === 'head') };
    const config = makeConfig({ scenarios: [makeScenario({ name: 'search' })] });
    const report = judgeRecord(alone, config, 'main');
    expect(report.verdict).toMatchObject({ code: 'met', slos: [], changes: [] });
    expect(summaryLine(report)).toBe('✅ Nothing to judge');
  });

  it('says nothing of scenarios that the configuration has no more', () => {
    const { verdict } = judgeRecord(recordOf({ p99: 2 }), makeConfig({ scenarios: [] }), 'main');
    expect(verdict).toMatchObject({ blocks: false, slos: [], changes: [] });
  });

  it('has its capacities, and their change', () => {
    const [job] = situations['a capacity']!().jobs;
    if (job?.outcome.kind !== 'report') throw new Error('it has a report');
    const { record } = job.outcome.report;
    const capacity = record.capacities![0]!.goal;
    const config = makeConfig({
      scenarios: [makeScenario({ name: 'quote', loads: [], capacity, slos: [] })],
    });
    expect(judgeRecord(record, config, 'main').verdict.changes).toMatchObject([
      {
        label: 'quote',
        metric: { kind: 'capacity' },
        kind: 'paired',
        change: { value: expect.closeTo(-0.18, 1) },
      },
    ]);
  });
});
