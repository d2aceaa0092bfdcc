import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { mergeShards } from '../../src/handover/shards.ts';
import type { Job } from '../../src/handover/suite.ts';
import { combineJobs } from '../../src/handover/suite.ts';
import { mergeVerdicts } from '../../src/verdict/merge.ts';
import { measureNothing } from '../../src/verdict/skip.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const [pay, move] = ['pay', 'move'].map((label): Report => {
  const report = pairedReportOf({ pair: { error: 0.005 } });
  const only = <T extends { label: string }>(list: readonly T[]) =>
    list.slice(0, 2).map((one) => ({ ...one, label }));
  const { verdict, record } = report;
  return {
    ...report,
    verdict: { ...verdict, slos: only(verdict.slos), changes: only(verdict.changes) },
    record: { ...record, steps: only(record.steps) },
  };
}) as [Report, Report];

type Part = Parameters<typeof mergeShards>[0][number];

function shard(report: Report, index: number, total: number): Part {
  const record = { ...report.record, shard: { index: index + 1, total } };
  const job = { id: 'measure', name: `shard ${index + 1}`, index, total };
  return { job, outcome: { kind: 'report', report: { ...report, record }, failOn: [] } };
}

function spare(index: number, total: number): Part {
  const verdict = measureNothing({ kind: 'spare', index: index + 1, total });
  return shard({ ...pay, verdict, record: { ...pay.record, steps: [] } }, index, total);
}

function reportIn(job: Job | undefined): Report {
  if (job?.outcome.kind !== 'report') throw new Error('no report');
  return job.outcome.report;
}

describe('shards of a suite', () => {
  it('become one job with the verdict, rows and error of one run', () => {
    const merged = mergeShards([shard(pay, 0, 2), shard(move, 1, 2)]);
    expect(merged).toHaveLength(1);
    const { verdict, record } = reportIn(merged[0]);
    const whole = mergeVerdicts([pay.verdict, move.verdict], []);
    expect({ ...verdict, pair: null }).toEqual({ ...whole, pair: null });
    expect(verdict.pair).toMatchObject({ error: 0.01, shards: 2, variants: 1 });
    expect(record.steps.map(({ label }) => label)).toEqual(['pay', 'pay', 'move', 'move']);
    expect(record).not.toHaveProperty('shard');
  });

  it('keep the record of each machine, and the logs of all, which say whose they are', () => {
    const logs = [{ name: 'api of head', log: 'ready' }];
    const [job] = mergeShards([shard({ ...pay, logs }, 0, 2), shard({ ...move, logs }, 1, 2)]);
    const { records } = job!.outcome as { records?: Report['record'][] };
    expect(records?.map((record) => record.shard?.index)).toEqual([1, 2]);
    expect(reportIn(job).logs?.map(({ name }) => name)).toEqual([
      'api of head, shard 1',
      'api of head, shard 2',
    ]);
  });

  it('cannot pass without one that failed', () => {
    const { job } = shard(move, 1, 2);
    const failed: Part = { job, outcome: { kind: 'fault', exitCode: 3, message: 'crashed' } };
    const merged = mergeShards([shard(pay, 0, 2), failed]);
    expect(merged.map(({ name }) => name)).toEqual(['1 of 2 shards', 'shard 2']);
    expect(combineJobs(merged)).toMatchObject({ blocks: true, exitCode: 3 });
  });

  it.each([{ tailgate: '99.0.0' }, { commit: 'f'.repeat(40) }])(
    'cannot pass where one is of another release, which may split otherwise, or commit: %j',
    (other) => {
      const jobs = mergeShards([
        shard(pay, 0, 2),
        shard({ ...move, record: { ...move.record, ...other } }, 1, 2),
      ]);
      expect(combineJobs(jobs)).toMatchObject({ blocks: true, exitCode: 3 });
      expect(jobs.at(-1)!.outcome).toMatchObject({ message: expect.stringContaining('Run all jobs again') });
    },
  );

  it('leave out those that had nothing to do', () => {
    const [job] = mergeShards([shard(pay, 0, 3), spare(1, 3), shard(move, 2, 3)]);
    expect(reportIn(job).verdict.pair).toMatchObject({ shards: 2 });
    expect(reportIn(mergeShards([spare(0, 2), spare(1, 2)])[0]).verdict.code).toBe('skipped');
  });

  it('stay apart at another place of the matrix, or beside other jobs', () => {
    const elsewhere = { ...shard(move, 1, 2), job: shard(move, 0, 2).job };
    expect(mergeShards([shard(pay, 0, 2), elsewhere])).toHaveLength(2);
    const plain: Part = { ...shard(move, 1, 2), outcome: { kind: 'report', report: move, failOn: [] } };
    expect(mergeShards([shard(pay, 0, 2), plain])).toHaveLength(2);
  });
});
