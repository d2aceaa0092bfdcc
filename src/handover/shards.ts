import { EXIT } from '../errors.ts';
import { mergeRecords } from '../records/record.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import { type Report, writeCommand } from './report.ts';
import type { Result } from './result.ts';
import type { Job, JobOutcome } from './suite.ts';

type Reported = Extract<JobOutcome, { kind: 'report' }>;

/**
 * Makes one job of the shards of a suite, with one verdict on all that they measured. A shard without a report stays a
 * job by itself, and cannot pass. Jobs that are no shards stay as they are. Shards of several revisions, bases or
 * releases do not pass: each release may split a suite in its own way, so parts may be missing.
 *
 * @param results by job
 */
export function mergeShards(results: readonly Pick<Result, 'job' | 'outcome'>[]): Job[] {
  const jobs = results.map(({ job, outcome }): Job => ({ name: job.name, outcome }));
  const reported = results.filter(({ outcome }) => outcome.kind === 'report');
  const shards = reported.flatMap(({ job, outcome }) => (isShard(outcome, job) ? [outcome] : []));
  const [first] = shards;
  if (first === undefined || shards.length < reported.length) return jobs;
  const reports = shards.map((shard) => shard.report);
  const records = reports.map(({ record }) => record);
  const subjects = new Set(
    reports.map(({ record: { commit, tailgate }, baseBranch }) => `${commit} ${baseBranch} ${tailgate}`),
  );
  if (subjects.size > 1) return [...jobs, { name: 'split', outcome: MIXED }];
  const { total } = results[0]!.job;
  const name = shards.length === total ? '' : `${shards.length} of ${total} shards`;
  const merged: Job = { name, outcome: { ...first, report: mergeReports(reports, first.failOn), records } };
  return [merged, ...jobs.filter(({ outcome }) => outcome.kind === 'fault')];
}

const MIXED: JobOutcome = {
  kind: 'fault',
  exitCode: EXIT.unmeasured,
  message: 'The shards are of several commits, bases or releases of Tailgate. Run all jobs again.',
};

function isShard(outcome: Result['outcome'], { index, total }: Result['job']): outcome is Reported {
  const shard = outcome.kind === 'report' ? outcome.report.record.shard : undefined;
  return shard?.index === index + 1 && shard.total === total;
}

function mergeReports(reports: readonly Report[], failOn: Reported['failOn']): Report {
  const busy = reports.filter(({ verdict }) => verdict.unmeasured === undefined);
  const used = busy.length > 0 ? busy : reports.slice(0, 1);
  const [first] = used as [Report, ...Report[]];
  const merged = mergeVerdicts(
    used.map(({ verdict }) => verdict),
    failOn,
  );
  const { shard: _, ...record } = mergeRecords(used.map((one) => one.record));
  const variants = new Set(record.steps.flatMap(({ variant }) => (variant ? [JSON.stringify(variant)] : [])));
  const pair = merged.pair && { ...merged.pair, shards: used.length, variants: Math.max(1, variants.size) };
  const verdict = { ...merged, pair };
  const logs = used.flatMap(({ logs: own = [], record: { shard } }) =>
    own.map((one) => (used.length > 1 ? { ...one, name: `${one.name}, shard ${shard?.index}` } : one)),
  );
  const reproduce = writeCommand(verdict, record);
  return { ...first, verdict, record, ...(logs.length > 0 && { logs }), reproduce };
}
