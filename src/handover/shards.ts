import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { orderRecords } from '../records/order.ts';
import { mergeRecords } from '../records/record.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import { type Report, writeCommand } from './report.ts';
import type { Job, JobOutcome } from './suite.ts';

type Reported = Extract<JobOutcome, { kind: 'report' }>;

/**
 * Makes one job of the shards of a suite, with one verdict on all that they measured. A shard without a report stays a
 * job by itself, and cannot pass. Jobs that are no shards, or not of one revision and one base, stay as they are. Those
 * of several releases do not pass: each may split a suite in its own way, so parts may be missing.
 *
 * @param jobs in the order of the matrix, each at its index
 */
export function mergeShards(jobs: readonly Job[]): Job[] {
  const shards = jobs.flatMap(({ outcome }, index) =>
    outcome.kind === 'report' && isShard(outcome, index, jobs.length) ? [outcome] : [],
  );
  const [first] = shards;
  const reported = jobs.filter(({ outcome }) => outcome.kind === 'report');
  const subjects = new Set(shards.map(({ report }) => `${report.record.commit} ${report.baseBranch}`));
  if (first === undefined || shards.length < reported.length || subjects.size > 1) return [...jobs];
  const releases = [...new Set(shards.map(({ report }) => report.record.tailgate))];
  if (releases.length > 1) return [...jobs, explainReleases(releases)];
  const others = jobs.flatMap(({ name, outcome }) => {
    if (outcome.kind === 'report') return [];
    return [{ name: outcome.kind === 'missing' ? `shard ${name}` : name, outcome }];
  });
  const name = others.length === 0 ? '' : `${shards.length} of ${jobs.length} shards`;
  const report = mergeReports(
    shards.map((shard) => shard.report),
    first.failOn,
  );
  const records = shards.map((shard) => shard.report.record);
  return [{ name, outcome: { ...first, report, records } }, ...others];
}

function explainReleases(releases: readonly string[]): Job {
  const message = `Tailgate ${flatten(releases.join(' and '), 100)} measured shards of one suite, and may split it differently. Run all of its jobs again.`;
  return { name: 'split', outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } };
}

function isShard({ report: { record } }: Reported, index: number, total: number): boolean {
  return record.shard?.index === index + 1 && record.shard.total === total;
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
  const variants = new Set(record.steps.flatMap(({ variant }) => (variant ? [JSON.stringify(variant)] : [])))
    .size;
  const pair = merged.pair && { ...merged.pair, shards: used.length, variants: Math.max(1, variants) };
  const verdict = { ...merged, pair };
  const history = used.flatMap((one) => one.history).sort(orderRecords);
  const logs = used.flatMap(({ logs: own = [], record: { shard } }) =>
    own.map((one) => (used.length > 1 ? { ...one, name: `${one.name}, shard ${shard?.index}` } : one)),
  );
  const reproduce = writeCommand(verdict, record);
  return { ...first, verdict, record, history, ...(logs.length > 0 && { logs }), reproduce };
}
