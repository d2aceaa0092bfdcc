import { pickAlone } from '../measurement/measurement.ts';
import { type History, MOST_RECORDS, type StepHistory } from '../verdict/history.ts';
import { findHeadStep, type RunRecord } from './record.ts';

type RecordTimes = Pick<RunRecord, 'commitTime' | 'recordedAt'>;

/** Orders records by the time of the commit, then by the time of the measurement, in any time zone. */
export function orderRecords(a: RecordTimes, b: RecordTimes): number {
  const read = (text: string) => Date.parse(text) || 0;
  const commitOf = ({ commitTime, recordedAt }: RecordTimes) => read(commitTime ?? recordedAt);
  return commitOf(a) - commitOf(b) || read(a.recordedAt) - read(b.recordedAt);
}

/** What says where in a history a run belongs. */
type RunPlace = Pick<RunRecord, 'commit' | 'dirty' | 'branch' | 'job' | 'shard'> & RecordTimes;

/**
 * Selects the records of the base branch in the order of its commits, oldest first. Each commit has one, that of its
 * newest attempt, since a re-run replaces the earlier one; of a run on several machines, one for each shard. Runs of
 * changed work trees never count.
 *
 * @param branch null outside git, where all runs are taken for those of one branch
 * @param job of the matrix; absent: the only one
 */
export function selectBaseline<Run extends RunPlace>(
  records: readonly Run[],
  { branch, job = '' }: { branch: string | null; job?: string },
): Run[] {
  const own = records.filter((one) => !one.dirty && one.branch === branch && (one.job ?? '') === job);
  const keyOf = ({ commit, shard }: Run, index: number) =>
    commit === null ? index : `${commit} ${shard?.index} of ${shard?.total}`;
  const newest = new Map(own.sort(orderRecords).map((record, index) => [keyOf(record, index), record]));
  return [...newest.values()].sort(orderRecords);
}

/**
 * Picks from the records of the base branch those that a step of this run may be compared with: same kind of machine,
 * same k6 major version, same load from the same source, same request. Changes of an SLO keep the history. Runs of this
 * very commit are not earlier runs.
 *
 * @param records as `selectBaseline` gives them
 */
export function pickHistory(records: readonly RunRecord[], current: RunRecord, label: string): StepHistory {
  return pickRuns(records, current, 'load or request', (record) => {
    const step = findHeadStep(record, label);
    return step && { digest: step.digest, runs: [pickAlone(step.instances.flatMap(({ slices }) => slices))] };
  });
}

function pickRuns<Run>(
  records: readonly RunRecord[],
  current: RunRecord,
  what: string,
  read: (record: RunRecord) => { digest: string; runs: Run[] } | undefined,
): History<Run> {
  const digest = read(current)?.digest;
  const runs: Run[] = [];
  const others: string[][] = [];
  for (const record of records) {
    const isOwn = record.commit === current.commit && !record.dirty && !current.dirty;
    const found = isOwn && record.commit !== null ? undefined : read(record);
    if (found === undefined) continue;
    const differs = [...compareEnvironments(record, current), ...(found.digest === digest ? [] : [what])];
    if (differs.length > 0) others.push(differs);
    else runs.push(...found.runs);
  }
  const incompatible = { records: others.length, differs: [...new Set(others.flat())] };
  return { runs: runs.slice(-MOST_RECORDS), incompatible };
}

/** Selects the earlier runs that the trend of this run is drawn from, with the steps that are still the same. */
export function selectTrend(current: RunRecord, baseline: readonly RunRecord[]): RunRecord[] {
  const measured = [...current.steps, ...(current.capacities ?? [])];
  const digests = new Map(measured.map(({ label, digest }) => [label, digest]));
  const isSame = ({ label, digest }: { label: string; digest: string }) => digests.get(label) === digest;
  return baseline
    .filter((old) => compareEnvironments(old, current).length === 0)
    .map((old) => ({
      ...old,
      steps: old.steps.filter(isSame),
      ...(old.capacities && { capacities: old.capacities.filter(isSame) }),
    }))
    .filter((old) => old.steps.length > 0 || (old.capacities ?? []).length > 0);
}

/** Names the differences between the environments of two records that forbid to compare their latencies. */
function compareEnvironments(a: RunRecord, b: RunRecord): string[] {
  const others = listTraits(b);
  return Object.entries(listTraits(a)).flatMap(([name, value]) => (value === others[name] ? [] : [name]));
}

/** Names the environment of a record, alike for records whose latencies may be compared. */
export function nameEnvironment(record: RunRecord): string {
  return Object.values(listTraits(record)).filter(Boolean).join(', ');
}

/** Lists all that must be the same for two records to be comparable. Which nodes pods were on varies by itself. */
function listTraits({ environment, generators }: RunRecord): Record<string, string> {
  const { cpuModel, cores, os, k6 } = environment;
  const { pods, cpu, memory } = generators ?? {};
  const limits = [cpu && `${cpu} CPU`, memory].filter(Boolean).join(', ');
  return {
    processor: `${cpuModel} × ${cores}`,
    'operating system': os,
    'k6 major version': `k6 ${k6.replace(/^v/, '').split('.')[0]}`,
    'source of the load': pods === undefined ? '' : `load from ${pods} pods${limits && ` of ${limits}`}`,
  };
}
