import type { Config } from '../config/config.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { listVariants } from '../config/variants.ts';
import { composeReport, type Report } from '../handover/report.ts';
import type { Slice } from '../measurement/measurement.ts';
import { measureMetric } from '../metrics/metric.ts';
import { findLimits } from '../plan/relations.ts';
import { planSearches } from '../plan/search.ts';
import { planAllSteps, type Step } from '../plan/step.ts';
import { readCapacities, sumEffort } from '../records/judgement.ts';
import { hasMeasured, type RecordedStep, type RunRecord } from '../records/record.ts';
import { hasAlone } from '../report/rows/series.ts';
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
  const discarded = { base: countDiscarded(record, 'base'), head: countDiscarded(record, 'head') };
  const { verdict } = judge({
    steps,
    capacities: variants.flatMap((variant) =>
      readCapacities(record, variant, planSearches(variant, true), () => NO_HISTORY),
    ),
    faults: [],
    invalid: [],
    loosened: [],
    failOn: [],
    looks: [blocks],
    comparison,
    discarded,
    effort: sumEffort(record.steps, discarded.head),
  });
  const changes = isPair ? verdict.changes : [];
  const judged = { slos: verdict.slos, changes, faults: [], invalid: [] };
  const decided = decide({ ...judged, failOn: [] });
  // Without SLO and base nothing of what was measured is judged.
  const code = decided.code === 'skipped' && hasMeasured(record) ? 'met' : decided.code;
  return composeReport({ ...verdict, ...judged, ...decided, code }, record, {
    history: [],
    baseBranch: branch,
    link: null,
  });
}

function readSteps(record: RunRecord, config: Config): MeasuredStep[] {
  const steps = planAllSteps(config);
  return steps.flatMap((step) => {
    const arms = record.steps.filter(({ label }) => label === step.label);
    return arms.some(({ arm }) => arm === 'head')
      ? [{ ...readStep(config, step, arms), limits: findLimits(step, steps) }]
      : [];
  });
}

function readStep(
  config: Config,
  { label, load, slos, scenario: name }: Step,
  arms: readonly RecordedStep[],
): MeasuredStep {
  const scenario = config.scenarios.find((one) => one.name === name)!;
  const base = arms.filter(({ arm }) => arm === 'base').flatMap(({ instances }) => instances);
  const soakOf = (of: RecordedStep['arm']) => arms.find(({ arm }) => arm === of)?.soak ?? [];
  return {
    label,
    load,
    slos,
    blocks: readBlocks(arms),
    crowding: NO_CROWDING,
    soak: { base: soakOf('base'), head: soakOf('head') },
    isNew: false,
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

function countDiscarded({ steps }: RunRecord, of: RecordedStep['arm']): number {
  return steps.reduce((sum, { arm, discarded = [] }) => sum + (arm === of ? discarded.length : 0), 0);
}
