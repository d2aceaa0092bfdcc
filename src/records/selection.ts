import { type History, MOST_RECORDS } from '../verdict/history.ts';
import { hasMeasured, type RunRecord } from './record.ts';

/** Orders records by commit time, then by measurement time, in any time zone. */
export function orderRecords(a: RunRecord, b: RunRecord): number {
  const read = (text: string) => Date.parse(text) || 0;
  const commitOf = ({ commitTime, recordedAt }: RunRecord) => read(commitTime ?? recordedAt);
  return commitOf(a) - commitOf(b) || read(a.recordedAt) - read(b.recordedAt);
}

/**
 * Selects the records of the base branch in the order of its commits, oldest first. Each commit has one, from its
 * newest attempt, since a re-run replaces the earlier one; a run on several machines has one per shard. Runs of
 * modified work trees never count.
 *
 * @param branch null outside git, where all runs are treated as those of one branch
 * @param job of the matrix; absent: the only one
 * @param current commit under test, whose own runs are not earlier ones. Absent or null: none
 */
export function selectBaseline(
  records: readonly RunRecord[],
  { branch, job = '', current = null }: { branch: string | null; job?: string; current?: string | null },
): RunRecord[] {
  const own = records.filter(
    ({ dirty, commit, ...one }) =>
      !dirty && one.branch === branch && (one.job ?? '') === job && (commit === null || commit !== current),
  );
  const keyOf = ({ commit, shard }: RunRecord, index: number) =>
    commit === null ? index : `${commit} ${shard?.index} of ${shard?.total}`;
  const newest = new Map(own.sort(orderRecords).map((record, index) => [keyOf(record, index), record]));
  return [...newest.values()].sort(orderRecords);
}

/**
 * Selects the earlier runs that this one may be compared with, and the steps of each: same kind of machine, same k6 major
 * version, same load from the same source, same request. Changing an SLO keeps the history.
 *
 * @param baseline as returned by `selectBaseline`
 */
export function selectTrend(current: RunRecord, baseline: readonly RunRecord[]): RunRecord[] {
  const measured = [...current.steps, ...(current.capacities ?? [])];
  const digests = new Map(measured.map(({ label, digest }) => [label, digest]));
  const isSame = (one: { label: string; digest: string }) => digests.get(one.label) === one.digest;
  return baseline
    .filter((old) => nameEnvironment(old) === nameEnvironment(current))
    .map((old) => ({
      ...old,
      steps: old.steps.filter(isSame),
      ...(old.capacities && { capacities: old.capacities.filter(isSame) }),
    }))
    .filter(hasMeasured);
}

/** Picks what `read` finds in earlier runs. @param trend what `selectTrend` left of `baseline` */
export function pickHistory<Run extends object | number>(
  baseline: readonly RunRecord[],
  trend: readonly RunRecord[],
  read: (record: RunRecord) => Run | undefined,
): History<Run> {
  const list = (records: readonly RunRecord[]) => records.map(read).filter((run) => run !== undefined);
  const runs = list(trend);
  return { runs: runs.slice(-MOST_RECORDS), incompatible: list(baseline).length - runs.length };
}

/** Identifies the environment of a record, equal for those whose latencies may be compared. The nodes of pods may vary. */
export function nameEnvironment({ environment, generators }: RunRecord): string {
  const { cpuModel, cores, os, k6 } = environment;
  const { pods, cpu, memory } = generators ?? {};
  const limits = [cpu && `${cpu} CPU`, memory].filter(Boolean).join(', ');
  const source = pods === undefined ? '' : `load from ${pods} pods${limits && ` of ${limits}`}`;
  const traits = [`${cpuModel} × ${cores}`, os, `k6 ${k6.replace(/^v/, '').split('.')[0]}`, source];
  return traits.filter(Boolean).join(', ');
}
