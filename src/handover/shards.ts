import { mergeRecords } from '../records/record.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';
import type { Job, JobOutcome } from './suite.ts';

type Reported = Extract<JobOutcome, { kind: 'report' }>;

/**
 * Makes one job of the shards of a suite, with one verdict on all that they measured. A shard without a report stays a
 * job by itself, and cannot pass. Jobs that are no shards stay as they are.
 *
 * @param results by job
 */
export function mergeShards(results: readonly Pick<Result, 'job' | 'outcome'>[]): Job[] {
  const jobs = results.map(({ job, outcome }): Job => ({ name: job.name, outcome }));
  const outcomes = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome] : []));
  const [first] = outcomes;
  if (first === undefined || outcomes.some(({ report }) => report.record.shard === undefined)) return jobs;
  const { total } = first.report.record.shard!;
  const name = outcomes.length === total ? '' : `${outcomes.length} of ${total} shards`;
  const merged: Job = { name, outcome: mergeOutcomes(first, outcomes) };
  return [merged, ...jobs.filter(({ outcome }) => outcome.kind === 'fault')];
}

function mergeOutcomes(first: Reported, outcomes: readonly Reported[]): JobOutcome {
  const reports = outcomes.map(({ report }) => report);
  const busy = reports.filter(({ verdict }) => verdict.unmeasured === undefined);
  const used = busy.length > 0 ? busy : reports.slice(0, 1);
  const verdicts = used.map(({ verdict }) => verdict);
  const merged = mergeVerdicts(verdicts, first.failOn);
  const { shard: _, ...record } = mergeRecords(used.map((one) => one.record));
  const variants = new Set(record.steps.flatMap(({ variant }) => (variant ? [JSON.stringify(variant)] : [])));
  const pair = merged.pair && { ...merged.pair, shards: used.length, variants: Math.max(1, variants.size) };
  const verdict = { ...merged, pair };
  const logs = used.flatMap((one) => one.logs ?? []);
  const report: Report = { ...used[0]!, verdict, record, logs };
  return { ...first, report, records: reports.map((one) => one.record) };
}
