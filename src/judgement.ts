import { pickHistory } from './baseline/comparison.ts';
import { recordStep } from './baseline/creation.ts';
import type { RunRecord } from './baseline/record.ts';
import type { ScenarioMeasurement } from './measurement/measurement.ts';
import type { Plan, Step } from './plan/plan.ts';
import type { Block } from './run/block.ts';
import { blameService, findInvalid, type StepEvidence } from './verdict/blame.ts';
import { judge } from './verdict/judge.ts';
import type { InvalidReason, ServiceFault, Verdict, VerdictCode } from './verdict/verdict.ts';

/** What a run's blocks are judged by. */
export type Matter = {
  plan: Plan;
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  /** Digest of each step, by label. */
  digests: ReadonlyMap<string, string>;
  /** The record of this run, but for what was measured. */
  draft: Omit<RunRecord, 'scenarios'>;
  /** See `JudgeInput.tolerance`. */
  tolerance: number | null;
  failOn: readonly VerdictCode[];
};

export type Judgement = { verdict: Verdict; record: RunRecord };

/** Judges what has been measured so far, and writes it down as a record. */
export function judgeBlocks(
  { plan, baseline, digests, draft, tolerance, failOn }: Matter,
  blocks: readonly Block[],
  unstarted: InvalidReason | null,
): Judgement {
  const evidence = plan.steps.map((step) => collectEvidence(step, blocks));
  const scenarios = plan.steps.flatMap((step) => {
    const measurement = collectMeasurement(step, blocks);
    return measurement.instances.length > 0 ? [recordStep(measurement, digests.get(step.label)!)] : [];
  });
  const record: RunRecord = { ...draft, scenarios };
  const steps = plan.steps.flatMap((step, index) => {
    if (!scenarios.some(({ label }) => label === step.label)) return [];
    const rounds = evidence[index]!.kept.flatMap((slot) => slot.rounds);
    return [
      { label: step.label, slos: step.slos, rounds, history: pickHistory(baseline, record, step.label) },
    ];
  });
  const verdict = judge({
    steps,
    faults: collectFaults(evidence, blocks),
    invalid: unstarted ? [unstarted] : collectInvalid(plan, evidence, blocks),
    looks: plan.looks.length,
    tolerance,
    failOn,
    rounds: {
      used: evidence.reduce((sum, step) => sum + step.kept.length, 0),
      discarded: evidence.reduce((sum, step) => sum + step.discarded.length, 0),
      instances: blocks.length,
      loadSeconds: blocks.reduce((sum, block) => sum + block.loadSeconds, 0),
    },
  });
  return { verdict, record };
}

function collectEvidence(step: Step, blocks: readonly Block[]): StepEvidence {
  const own = (slots: Block['kept']) => slots.filter(({ slot }) => slot.step.label === step.label);
  const prefix = `${step.label}: `;
  const failures = blocks.flatMap((block) => block.failures).filter((text) => text.startsWith(prefix));
  return {
    label: step.label,
    kept: blocks.flatMap((block) => own(block.kept)),
    discarded: blocks.flatMap((block) => own(block.discarded)),
    failures: [...new Set(failures.map((text) => text.slice(prefix.length)))],
  };
}

function collectMeasurement(step: Step, blocks: readonly Block[]): ScenarioMeasurement {
  const instances = blocks.map((block) => block.kept.filter(({ slot }) => slot.step.label === step.label));
  return {
    scenario: step.scenario,
    label: step.label,
    load: step.load,
    instances: instances
      .filter((slots) => slots.length > 0)
      .map((slots) => ({ rounds: slots.flatMap(({ rounds }) => rounds) })),
    connectionIncluded: instances.flat().every((slot) => slot.connectionIncluded),
  };
}

function collectFaults(evidence: readonly StepEvidence[], blocks: readonly Block[]): ServiceFault[] {
  const crashes = blocks.flatMap(({ crash }): ServiceFault[] =>
    crash ? [{ kind: 'crashed', ...crash }] : [],
  );
  const labels = [...new Set(blocks.flatMap(({ thresholds }) => thresholds.map(({ label }) => label)))];
  const thresholds = labels.map((label): ServiceFault => {
    const failed = blocks.flatMap((block) => block.thresholds.filter((one) => one.label === label));
    return { kind: 'threshold', label, thresholds: [...new Set(failed.map(({ threshold }) => threshold))] };
  });
  return [...crashes, ...evidence.flatMap(blameService), ...thresholds];
}

function collectInvalid(
  plan: Plan,
  evidence: readonly StepEvidence[],
  blocks: readonly Block[],
): InvalidReason[] {
  if (blocks.length === 0) return [];
  const failures = blocks.flatMap(({ failure }): InvalidReason[] => {
    if (failure === null) return [];
    const { fault, label, message, log } = failure;
    return [
      fault === 'script' ? { kind: 'script-failed', label, message, log } : { kind: 'harness', message, log },
    ];
  });
  // After a crash or a failure of k6 the steps that were still to come have nothing, and that is told already.
  if (failures.length > 0 || blocks.some(({ crash }) => crash !== null)) return failures;
  return evidence.flatMap((step) => findInvalid(step, countPlanned(plan, step.label, blocks.length)) ?? []);
}

function countPlanned(plan: Plan, label: string, looks: number): number {
  return plan.looks
    .slice(0, looks)
    .flatMap((programs) => programs.flatMap(({ slots }) => slots))
    .filter((slot) => slot.round !== null && slot.step.label === label).length;
}
