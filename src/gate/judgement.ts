import { findWorkDifferences } from '../blocks/answers.ts';
import type { Block } from '../blocks/block.ts';
import {
  collectEvidence,
  collectFaults,
  collectInvalid,
  collectMeasurement,
  pick,
  pickSoak,
} from '../blocks/collection.ts';
import { blameCrashes } from '../blocks/crash.ts';
import { collectCapacities, countStarts, findUnsearched, type Searches } from '../blocks/searches.ts';
import type { DiagnosedSlot } from '../blocks/slots.ts';
import type { Config } from '../config/config.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { type Arm, pickAlone } from '../measurement/measurement.ts';
import { failureRate } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { type Metric, measureMetric } from '../metrics/metric.ts';
import type { Plan } from '../plan/plan.ts';
import { findLimits } from '../plan/relations.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { isAlone } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import { findCapacity, findStep, type RunRecord } from '../records/record.ts';
import { pickHistory, selectTrend } from '../records/selection.ts';
import { recordStep } from '../records/steps.ts';
import { median } from '../statistics/median.ts';
import { CAPACITY, type SearchedCapacity } from '../verdict/capacity.ts';
import type { Counterpart, MeasuredStep } from '../verdict/changes.ts';
import type { VerdictCode } from '../verdict/codes.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { type JudgeOutput, judge } from '../verdict/judge.ts';
import type { GateChange } from '../verdict/verdict.ts';

/** Everything used to judge the blocks of a run. */
export type Case = {
  config: Config;
  plan: Plan;
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  /** Digest of each step, by label. */
  digests: ReadonlyMap<string, string>;
  /** Record of this run, without the measurements. */
  draft: Omit<RunRecord, 'steps'>;
  comparison: Counterpart;
  gateChanges: GateChange[];
  failOn: readonly VerdictCode[];
};

/** Turns blocks into what they would have been with a different head. */
export type Alteration = (blocks: readonly Block[]) => Block[];

export type Judgement = JudgeOutput & { record: RunRecord };

/** Judges the measurements so far, and writes them into a record. */
export function judgeBlocks(
  given: Case,
  blocks: readonly Block[],
  unmeasured: InvalidReason | null,
  searches: Searches = new Map(),
): Judgement {
  const { plan, digests, draft, comparison, gateChanges, failOn } = given;
  const { pods } = given.config;
  const arms: Arm[] = comparison.kind === 'pair' ? ['head', 'base'] : ['head'];
  const searched = [...searches.values()].flat();
  const capacities = collectCapacities(searches, digests);
  const record: RunRecord = {
    ...draft,
    generators: pods && { pods: pods.count, cpu: pods.cpu, memory: pods.memory },
    steps: plan.steps.flatMap((step) =>
      arms.flatMap((arm) => {
        const measurement = collectMeasurement(step, arm, blocks);
        if (measurement.instances.length === 0) return [];
        return [recordStep(measurement, arm, digests.get(step.label)!)];
      }),
    ),
    ...(capacities.length > 0 && { capacities }),
  };
  const trend = selectTrend(record, given.baseline);
  const newLabels = findNewLabels(plan, blocks);
  const kept = blocks.flatMap((block) => block.kept);
  const lost = blocks.flatMap((block) => block.discarded);
  const loaded = [...kept, ...blocks.flatMap(({ soak }) => soak)];
  // Arms that take turns share virtual users, so a hanging base would be blamed on the head.
  const evidence = plan.steps.map((step) => collectEvidence(step, blocks, isAlone));
  const decision = judge({
    ...{ comparison, gateChanges, failOn },
    steps: plan.steps.map((step) => ({
      ...describeStep(given, step, blocks, trend),
      isNew: newLabels.has(step.label),
    })),
    faults: [...collectFaults(evidence, blocks), ...blameCrashes(searched)],
    searches: plan.searches.length,
    capacities: plan.searches.flatMap((search) => describeSearch(given, search, record)),
    invalid: unmeasured
      ? [unmeasured]
      : [...collectInvalid(plan, blocks, newLabels), ...findUnsearched(searches)],
    looks: plan.looks,
    work: plan.steps.flatMap((step) => findWorkDifferences(step, plan, blocks)),
    effort: {
      // The head is part of every round, and a discarded part takes its counterpart along.
      discardedRounds: lost.filter(({ slot }) => slot.arm === 'head').length,
      instances: arms.length * (blocks.length + countStarts(searches)),
      loadSeconds: sum(loaded, (slot) => slot.evidence.seconds) + sum(searched, (one) => one.loadSeconds),
    },
  });
  return { ...decision, record };
}

function describeStep(
  { config, plan, baseline }: Case,
  step: Step,
  blocks: readonly Block[],
  trend: readonly RunRecord[],
): Omit<MeasuredStep, 'isNew'> {
  const { label, load, slos, work } = step;
  const scenario = config.scenarios.find(({ name }) => name === step.scenario)!;
  const history = pickHistory(baseline, trend, (record) => {
    const found = findStep(record, label);
    return found && pickAlone(found.instances.flatMap(({ slices }) => slices));
  });
  const own = blocks.map(({ kept }) => kept.filter(({ slot }) => slot.step.label === label));
  // Only a tolerance with a time needs it.
  const measureBefore = (metric: Metric) => {
    const ofBase = own.flat().flatMap(({ slot, slices }) => (slot.arm === 'base' ? slices : []));
    return ofBase.length > 0
      ? measureMetric(ofBase, metric)
      : median(history.runs.map((slices) => measureMetric(slices, metric)));
  };
  const seen = own.flat().flatMap((slot) => slot.seen ?? []);
  return {
    ...{ label, load, slos, history, blocks: own },
    soak: pickSoak(step, blocks),
    ...(work.kind === 'script' && { seen: [...new Map(seen.map((one) => [one.name, one])).values()] }),
    limits: findLimits(step, plan.steps),
    sensitivityOf: (metric, where) =>
      resolveSensitivity(config, scenario, metric, where, () => measureBefore(metric)),
  };
}

function describeSearch(
  { config }: Case,
  { label, scenario: name, slos }: CapacitySearch,
  record: RunRecord,
): SearchedCapacity[] {
  const head = findCapacity(record, label);
  if (head === undefined) return [];
  const base = findCapacity(record, label, 'base') ?? null;
  const scenario = config.scenarios.find((one) => one.name === name)!;
  return [{ slos, head, base, sensitivity: resolveSensitivity(config, scenario, CAPACITY) }];
}

/** Share of failed requests from which the base counts as not serving a scenario that the head serves. */
const MOSTLY = 0.5;

/** Minimum number of blocks with a failing base. A single failing instance may be broken on its own. */
const FAILING_BLOCKS = 2;

/** Finds the steps that only the head can serve, according to all blocks in which both arms were undisturbed. */
export function findNewLabels({ paired, steps }: Plan, blocks: readonly Block[]): Set<string> {
  if (!paired) return new Set();
  const isFailing = (slots: readonly DiagnosedSlot[]) =>
    failureRate(slots.flatMap(({ slices }) => slices)) > MOSTLY;
  const isNew = (step: Step) => {
    const both = blocks
      .map(({ kept }) => ({ base: pick(kept, step, 'base'), head: pick(kept, step, 'head') }))
      .filter(({ base, head }) => base.length > 0 && head.length > 0);
    return (
      both.length >= FAILING_BLOCKS && both.every(({ base, head }) => isFailing(base) && !isFailing(head))
    );
  };
  return new Set(steps.filter(isNew).map(({ label }) => label));
}
