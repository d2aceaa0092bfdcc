import type { Round } from '../measurement/measurement.ts';
import type { StepHistory } from '../verdict/change.ts';
import type { RunRecord } from './record.ts';

/** Earlier runs further back say little about today's code. */
const MOST_RUNS = 64;

/**
 * Picks from the records of the base branch what a step of this run may be compared with: same kind of machine,
 * same k6 major version, same load and request. SLO edits keep the history.
 */
export function pickHistory(records: readonly RunRecord[], current: RunRecord, label: string): StepHistory {
  const step = current.scenarios.find((scenario) => scenario.label === label)!;
  const runs: Round[][] = [];
  const differs = new Set<string>();
  let incompatible = 0;
  for (const record of records) {
    const same = record.scenarios.find((scenario) => scenario.label === label && scenario.arm === 'head');
    if (!same) continue;
    const differences = [
      ...compareEnvironments(record, current),
      ...(same.digest === step.digest ? [] : ['load or request']),
    ];
    if (differences.length === 0) runs.push(same.instances.flatMap(({ rounds }) => rounds));
    else {
      incompatible++;
      for (const difference of differences) differs.add(difference);
    }
  }
  return { runs: runs.slice(-MOST_RUNS), incompatible: { records: incompatible, differs: [...differs] } };
}

/** Names of what differs between the environments of two records and makes their latencies incomparable. */
export function compareEnvironments(a: RunRecord, b: RunRecord): string[] {
  const [x, y] = [a.environment, b.environment];
  return [
    x.cpuModel === y.cpuModel ? [] : ['CPU model'],
    x.cores === y.cores ? [] : ['number of cores'],
    x.os === y.os ? [] : ['operating system'],
    majorOf(x.k6) === majorOf(y.k6) ? [] : ['k6 major version'],
  ].flat();
}

function majorOf(version: string): string {
  return version.replace(/^v/, '').split('.')[0]!;
}
