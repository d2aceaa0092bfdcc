import type { Config } from '../config/config.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { type Arm, pickAlone, type Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { findLimitStep } from '../plan/relations.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { chooseConfidence } from '../statistics/confidence.ts';
import { CAPACITY, type CapacityHistory, type SearchedCapacity } from '../verdict/capacity.ts';
import type { SloFinding } from '../verdict/findings.ts';
import { judgeRelative, pairStretches } from '../verdict/relative.ts';
import { judgeSlo } from '../verdict/slo.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { RecordedStep, RunRecord } from './record.ts';

/** Confidence (two-sided, fraction) with which a stored run is judged by itself: there are no other looks at it. */
export const STORED_CONFIDENCE = chooseConfidence([], 0);

/**
 * Judges an SLO on a stored run.
 *
 * @param steps of the arm, which a limit may be relative to
 * @returns null where the run has not measured it, or what its limit is relative to
 */
export function judgeRecorded(
  step: RecordedStep,
  slo: Slo,
  steps: readonly RecordedStep[],
): SloFinding | null {
  const { limit } = slo;
  const slices = listStarts(step);
  if (limit.kind === 'absolute') {
    if (slices.length === 0) return null;
    const finding = judgeSlo(step.label, slo, slices, STORED_CONFIDENCE);
    // What the run has not kept: a metric of the script, or a cost.
    return Number.isNaN(finding.estimate.value) ? null : finding;
  }
  const other = findLimitStep(steps, step, limit.scenario);
  const pairs = pairStretches(slices, other ? listStarts(other) : []);
  return judgeRelative(step.label, { slo, other: other?.label ?? limit.scenario, pairs }, STORED_CONFIDENCE);
}

/** Lists the slices of each start that got requests: load on the arm alone, where there was some. */
export function listStarts({ instances }: Pick<RecordedStep, 'instances'>): Slice[][] {
  return instances
    .map(({ slices }) => pickAlone(slices))
    .filter((slices) => slices.some((slice) => attempts(slice) > 0));
}

/**
 * Reads the capacities that a run has found, for the judge.
 *
 * @param searches of the configuration
 * @param historyOf returns what earlier runs found, by label
 */
export function readCapacities(
  { capacities = [] }: Pick<RunRecord, 'capacities'>,
  config: Config,
  searches: readonly CapacitySearch[],
  historyOf: (label: string) => CapacityHistory,
): SearchedCapacity[] {
  return searches.flatMap(({ label, scenario: name, goal, slos }) => {
    const of = (arm: Arm) => capacities.find((one) => one.label === label && one.arm === arm);
    const head = of('head');
    if (head === undefined) return [];
    const scenario = config.scenarios.find((one) => one.name === name)!;
    const sensitivity = resolveSensitivity(config, scenario, CAPACITY);
    return [{ label, goal, slos, head, base: of('base') ?? null, history: historyOf(label), sensitivity }];
  });
}

/** Sums what was measured. Of turns each arm got half the time. */
export function sumEffort(steps: readonly RecordedStep[], discardedRounds: number): Verdict['effort'] {
  const slices = steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const starts = steps.flatMap(({ arm, instances }) =>
    instances.map(({ block }, index) => `${arm} ${block ?? index}`),
  );
  return {
    slices: slices.length,
    discardedRounds,
    instances: new Set(starts).size,
    loadSeconds: sum(slices, ({ seconds, alternating }) => seconds / (alternating ? 2 : 1)),
  };
}
