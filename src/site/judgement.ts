import type { Config, Scenario } from '../config/config.ts';
import { listReferences } from '../config/language/slo-type.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { listVariants } from '../config/variants.ts';
import { composeReport, type Report } from '../handover/report.ts';
import type { Slice } from '../measurement/measurement.ts';
import { measureMetric } from '../metrics/metric.ts';
import { findLimitStep } from '../plan/relations.ts';
import { planSearches } from '../plan/search.ts';
import { planSteps, type Step } from '../plan/step.ts';
import { findHeadCapacity, type RecordedStep, type RunRecord } from '../records/record.ts';
import { hasAlone } from '../report/rows/series.ts';
import { CAPACITY, type SearchedCapacity } from '../verdict/capacity.ts';
import type { Counterpart, MeasuredStep } from '../verdict/changes.ts';
import { decide } from '../verdict/decision.ts';
import { judge } from '../verdict/judge.ts';
import type { KeptSlot } from '../verdict/kept.ts';

const NO_HISTORY = { runs: [], incompatible: { records: 0, differs: [] } };
const NO_CROWDING = { head: 0, base: 0, together: 0 };
/** Turns of which a record keeps no more than that they were some. */
const TURNS = { scenario: '', of: 2, position: 0 };

/**
 * Judges a stored run anew, as one that has ended, by the SLOs and tolerances of a configuration. What a record does not
 * hold is not part of the report: faults, changed gates, acceptances, and the looks before the last.
 */
export function judgeRecord(record: RunRecord, config: Config, branch: string): Report {
  const variants = listVariants(config);
  const steps = variants.flatMap((variant) => readSteps(record, variant));
  const isPair = [...record.steps, ...(record.capacities ?? [])].some(({ arm }) => arm === 'base');
  const comparison: Counterpart = isPair
    ? {
        kind: 'pair',
        base: {
          baseCommit: record.pair?.baseCommit ?? null,
          because: record.deployments ? 'deployed' : 'asked',
        },
        seed: record.pair?.seed ?? 0,
      }
    : { kind: 'none', reason: { kind: 'new' } };
  const blocks = Math.max(0, ...steps.map((step) => step.blocks.length));
  const { verdict } = judge({
    steps,
    capacities: variants.flatMap((variant) => readCapacities(record, variant)),
    faults: [],
    invalid: [],
    loosened: [],
    failOn: [],
    looks: [blocks],
    comparison,
    discarded: { base: countDiscarded(record, 'base'), head: countDiscarded(record, 'head') },
    effort: sumEffort(record),
  });
  const changes = isPair ? verdict.changes : [];
  const judged = { slos: verdict.slos, changes, faults: [], invalid: [] };
  return composeReport({ ...verdict, ...judged, ...decide({ ...judged, failOn: [] }) }, record, {
    history: [],
    baseBranch: branch,
    link: null,
  });
}

function readSteps(record: RunRecord, config: Config): MeasuredStep[] {
  const planned = config.scenarios.flatMap((scenario) =>
    planSteps(scenario, scenario.budgetSeconds ?? config.measure.budgetSeconds, config.variant).map(
      (step) => ({ scenario, step }),
    ),
  );
  const all = planned.map(({ step }) => step);
  return planned.flatMap(({ scenario, step }) => {
    const arms = record.steps.filter(({ label }) => label === step.label);
    return arms.some(({ arm }) => arm === 'head') ? [readStep(config, scenario, step, { arms, all })] : [];
  });
}

function readStep(
  config: Config,
  scenario: Scenario,
  { label, load, slos }: Step,
  { arms, all }: { arms: readonly RecordedStep[]; all: readonly Step[] },
): MeasuredStep {
  const base = arms.filter(({ arm }) => arm === 'base').flatMap(({ instances }) => instances);
  const soakOf = (of: RecordedStep['arm']) => arms.find(({ arm }) => arm === of)?.soak ?? [];
  const limits = listReferences(slos).flatMap((name): [string, string][] => {
    const other = findLimitStep(all, { load }, name);
    return other === undefined ? [] : [[name, other.label]];
  });
  return {
    label,
    load,
    slos,
    blocks: readBlocks(arms),
    crowding: NO_CROWDING,
    soak: { base: soakOf('base'), head: soakOf('head') },
    isNew: false,
    limits: new Map(limits),
    history: NO_HISTORY,
    sensitivityOf: (metric, where) =>
      resolveSensitivity(config, scenario, metric, where, () =>
        measureMetric(
          base.flatMap(({ slices }) => slices),
          metric,
        ),
      ),
  };
}

/** Puts the instances of both arms together by their blocks; what an instance got of each kind of load is one stretch. */
function readBlocks(arms: readonly RecordedStep[]): KeptSlot[][] {
  // SLOs are about load alone, and about turns where there is nothing else.
  const takesTurns = arms.some(hasAlone);
  const blocks = new Map<number, KeptSlot[]>();
  for (const { arm, instances } of arms)
    for (const [index, { block = index, slices }] of instances.entries()) {
      const own = blocks.get(block) ?? [];
      blocks.set(block, own);
      for (const turns of [null, TURNS]) {
        const kept: Slice[] = slices.filter(
          ({ alternating }) => (takesTurns && alternating === true) === (turns !== null),
        );
        if (kept.length > 0) own.push({ slot: { arm, round: 0, turns }, slices: kept });
      }
    }
  return [...blocks.entries()].sort(([a], [b]) => a - b).map(([, kept]) => kept);
}

function readCapacities(record: RunRecord, config: Config): SearchedCapacity[] {
  return planSearches(config, true).flatMap(({ label, scenario: name, goal, slos }) => {
    const head = findHeadCapacity(record, label);
    if (head === undefined) return [];
    const base = record.capacities!.find((one) => one.label === label && one.arm === 'base') ?? null;
    const scenario = config.scenarios.find((one) => one.name === name)!;
    const sensitivity = resolveSensitivity(config, scenario, CAPACITY);
    return [{ label, goal, slos, head, base, history: NO_HISTORY, sensitivity }];
  });
}

function countDiscarded({ steps }: RunRecord, of: RecordedStep['arm']): number {
  return steps.reduce((sum, { arm, discarded = [] }) => sum + (arm === of ? discarded.length : 0), 0);
}

function sumEffort(record: RunRecord) {
  const slices = record.steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const blocks = record.steps.flatMap(({ arm, instances }) =>
    instances.map(({ block }, index) => `${arm} ${block ?? index}`),
  );
  return {
    slices: slices.length,
    discardedRounds: countDiscarded(record, 'head'),
    instances: new Set(blocks).size,
    loadSeconds: slices.reduce((sum, { seconds, alternating }) => sum + seconds / (alternating ? 2 : 1), 0),
  };
}
