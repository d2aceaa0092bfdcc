import { pickAlone } from '../measurement/measurement.ts';
import { poolEstimates } from '../verdict/capacity-estimate.ts';
import { type History, MOST_RECORDS, type StepHistory } from '../verdict/history.ts';
import { orderRecords } from './order.ts';
import { findHeadCapacity, findHeadStep, type RunRecord } from './record.ts';

/** Marks of the base branch's records. */
type BaseLine = {
  /** Branch. Null outside git, where all runs are taken for those of one branch. */
  branch: string | null;
  /** Job of the matrix. Absent: the only one. */
  job?: string;
};

/** What says where in a history a run belongs. */
type RunPlace = Pick<
  RunRecord,
  'commit' | 'dirty' | 'branch' | 'job' | 'shard' | 'commitTime' | 'recordedAt'
>;

/**
 * Selects the records of the base branch in the order of its commits, oldest first. Each commit has one, that of its
 * newest attempt, since a re-run replaces the earlier one; of a run on several machines, one for each shard. Runs of
 * changed work trees never count.
 */
export function selectBaseline<Run extends RunPlace>(
  records: readonly Run[],
  { branch, job = '' }: BaseLine,
): Run[] {
  const newest = new Map<string, Run>();
  const outsideGit: Run[] = [];
  for (const record of [...records].sort(orderRecords)) {
    if (record.dirty || record.branch !== branch || (record.job ?? '') !== job) continue;
    if (record.commit === null) outsideGit.push(record);
    else newest.set(`${record.commit} ${nameShard(record)}`, record);
  }
  return [...newest.values(), ...outsideGit].sort(orderRecords);
}

function nameShard({ shard }: RunPlace): string {
  return shard ? `${shard.index} of ${shard.total}` : '';
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

/** Picks the capacities that earlier runs found for the same goal and request. */
export function pickCapacities(
  records: readonly RunRecord[],
  current: RunRecord,
  label: string,
): History<number> {
  return pickRuns(records, current, 'range or request', (record) => {
    const capacity = findHeadCapacity(record, label);
    const estimate = capacity && poolEstimates(capacity);
    return capacity && { digest: capacity.digest, runs: estimate?.kind === 'found' ? [estimate.value] : [] };
  });
}

function pickRuns<Run>(
  records: readonly RunRecord[],
  current: RunRecord,
  what: string,
  read: (record: RunRecord) => { digest: string; runs: Run[] } | undefined,
): History<Run> {
  const digest = read(current)?.digest;
  const compared = records.flatMap((record) => {
    const same = isSameRevision(record, current) ? undefined : read(record);
    if (same === undefined) return [];
    const differs = compareEnvironments(record, current);
    return [{ runs: same.runs, differs: same.digest === digest ? differs : [...differs, what] }];
  });
  const others = compared.filter(({ differs }) => differs.length > 0);
  const runs = compared.filter(({ differs }) => differs.length === 0).flatMap((one) => one.runs);
  const differs = [...new Set(others.flatMap((one) => one.differs))];
  return { runs: runs.slice(-MOST_RECORDS), incompatible: { records: others.length, differs } };
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
  return listTraits(a).flatMap(({ name, value }, i) => (value === others[i]!.value ? [] : [name]));
}

/** Names the environment of a record, alike for records whose latencies may be compared. */
export function nameEnvironment({ environment: { cpuModel, cores, os, k6 }, generators }: RunRecord): string {
  const { pods, cpu, memory } = generators ?? {};
  const limits = [cpu && `${cpu} CPU`, memory].filter(Boolean).join(', ');
  const source = pods === undefined ? '' : `, load from ${pods} pods${limits && ` of ${limits}`}`;
  return `${cpuModel} × ${cores}, ${os}, k6 ${majorOf(k6)}${source}`;
}

/** Lists all that must be the same for two records to be comparable. */
function listTraits({ environment: { cpuModel, cores, os, k6 }, generators }: RunRecord) {
  // Which nodes they were on varies by itself.
  const { pods, cpu, memory } = generators ?? {};
  return [
    { name: 'CPU model', value: cpuModel },
    { name: 'number of cores', value: cores },
    { name: 'operating system', value: os },
    { name: 'k6 major version', value: majorOf(k6) },
    { name: 'source of the load', value: JSON.stringify([pods, cpu, memory]) },
  ];
}

function isSameRevision(a: RunRecord, b: RunRecord): boolean {
  return a.commit !== null && a.commit === b.commit && !a.dirty && !b.dirty;
}

function majorOf(version: string): string {
  return version.replace(/^v/, '').split('.')[0]!;
}
