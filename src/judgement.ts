import { pickHistory } from './baseline/comparison.ts';
import { recordStep } from './baseline/creation.ts';
import type { RunRecord } from './baseline/record.ts';
import type { Config } from './config/config.ts';
import { resolveSensitivity } from './config/sensitivity.ts';
import type { Arm, Round, ScenarioMeasurement } from './measurement/measurement.ts';
import { failureRate } from './measurement/quantiles.ts';
import { listRounds, type Slot } from './plan/layout.ts';
import type { Plan } from './plan/plan.ts';
import type { Step } from './plan/step.ts';
import type { Block } from './run/block.ts';
import type { DiagnosedSlot } from './run/program.ts';
import { blameService, findInvalid, type StepEvidence } from './verdict/blame.ts';
import type { Comparison, MeasuredStep } from './verdict/comparison.ts';
import { type Judgement as Decision, judge } from './verdict/judge.ts';
import type { InvalidReason, LoosenedGate, ServiceFault, VerdictCode } from './verdict/verdict.ts';

/** What a run's blocks are judged by. */
export type Matter = {
  config: Config;
  plan: Plan;
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  /** Digest of each step, by label. */
  digests: ReadonlyMap<string, string>;
  /** The record of this run, but for what was measured. */
  draft: Omit<RunRecord, 'scenarios'>;
  comparison: Comparison;
  loosened: LoosenedGate[];
  failOn: readonly VerdictCode[];
};

export type Judgement = Decision & { record: RunRecord };

/** Judges what has been measured so far, and writes it down as a record. */
export function judgeBlocks(
  matter: Matter,
  blocks: readonly Block[],
  unmeasured: InvalidReason | null,
): Judgement {
  const { config, plan, baseline, digests, draft, comparison } = matter;
  const evidence = plan.steps.map((step) => collectEvidence(step, blocks, isSustained));
  const arms: Arm[] = comparison.kind === 'pair' ? ['head', 'base'] : ['head'];
  const scenarios = plan.steps.flatMap((step) =>
    arms.flatMap((arm) => {
      const measurement = collectMeasurement(step, arm, blocks);
      const digest = digests.get(step.label)!;
      return measurement.instances.length > 0 ? [recordStep(measurement, arm, digest)] : [];
    }),
  );
  const record: RunRecord = { ...draft, scenarios };
  const news = findNew(plan, blocks);
  const steps = plan.steps.flatMap((step, index): MeasuredStep[] => {
    if (!scenarios.some(({ label, arm }) => label === step.label && arm === 'head')) return [];
    const scenario = config.scenarios.find(({ name }) => name === step.scenario)!;
    return [
      {
        label: step.label,
        slos: step.slos,
        rounds: evidence[index]!.kept.flatMap((slot) => slot.rounds),
        blocks: blocks.map((block) => pickPair(step, block)),
        isNew: news.has(step.label),
        history: pickHistory(baseline, record, step.label),
        sensitivityOf: (metric) => resolveSensitivity(config, scenario, metric),
      },
    ];
  });
  const discarded = (arm: Arm) =>
    countSlots(
      blocks.flatMap((block) => block.discarded),
      arm,
    );
  const decision = judge({
    steps,
    faults: collectFaults(evidence, blocks),
    invalid: unmeasured ? [unmeasured] : collectInvalid(plan, blocks),
    looks: plan.looks,
    comparison,
    discarded: { base: discarded('base'), head: discarded('head') },
    loosened: matter.loosened,
    failOn: matter.failOn,
    rounds: {
      used: blocks.reduce((sum, block) => sum + block.kept.length, 0),
      discarded: blocks.reduce((sum, block) => sum + block.discarded.length, 0),
      instances: arms.length * blocks.length,
      loadSeconds: blocks.reduce((sum, block) => sum + block.loadSeconds, 0),
    },
  });
  return { ...decision, record };
}

/** A base that fails so often that it cannot be said to serve the scenario, while the head does. */
const MOSTLY = 0.5;

/** Labels of steps that only the head can serve, as the first block showed in which both arms were undisturbed. */
export function findNew({ paired, steps }: Plan, blocks: readonly Block[]): Set<string> {
  if (!paired) return new Set();
  const isNew = (step: Step) => {
    const both = blocks
      .map(({ kept }) => ({ base: pick(kept, step, 'base'), head: pick(kept, step, 'head') }))
      .find(({ base, head }) => base.length > 0 && head.length > 0);
    return both !== undefined && isFailing(both.base) && !isFailing(both.head);
  };
  return new Set(steps.filter(isNew).map(({ label }) => label));
}

function isFailing(slots: readonly DiagnosedSlot[]): boolean {
  return failureRate(slots.flatMap(({ rounds }) => rounds)) > MOSTLY;
}

function pick(slots: readonly DiagnosedSlot[], step: Step, arm: Arm): DiagnosedSlot[] {
  return slots.filter(({ slot }) => slot.step.label === step.label && slot.arm === arm);
}

/** Rounds of both arms as far as both were kept; empty where the step has no pair in the block. */
function pickPair(step: Step, { kept }: Block): { base: Round[]; head: Round[] } {
  const [base, head] = [pick(kept, step, 'base'), pick(kept, step, 'head')];
  const both = (own: DiagnosedSlot[], other: DiagnosedSlot[]) =>
    own
      .filter(({ slot }) => other.some((each) => each.slot.round === slot.round))
      .flatMap(({ rounds }) => rounds);
  return { base: both(base, head), head: both(head, base) };
}

/** Where arms take turns they share virtual users, so a base that hangs would be blamed on the head. */
const isSustained = ({ turns }: Slot) => turns === null;
const isAlternating = ({ turns }: Slot) => turns !== null;

function collectEvidence(
  step: Step,
  blocks: readonly Block[],
  isMeant: (slot: Slot) => boolean,
): StepEvidence {
  const pickHead = (slots: readonly DiagnosedSlot[]) =>
    pick(slots, step, 'head').filter(({ slot }) => isMeant(slot));
  const prefix = `${step.label}: `;
  const failures = blocks.flatMap((block) => block.failures).filter((text) => text.startsWith(prefix));
  return {
    label: step.label,
    kept: blocks.flatMap((block) => pickHead(block.kept)),
    discarded: blocks.flatMap((block) => pickHead(block.discarded)),
    failures: [...new Set(failures.map((text) => text.slice(prefix.length)))],
  };
}

function collectMeasurement(step: Step, arm: Arm, blocks: readonly Block[]): ScenarioMeasurement {
  const instances = blocks.flatMap(({ index, kept }) => {
    const slots = pick(kept, step, arm);
    return slots.length > 0 ? [{ block: index, slots }] : [];
  });
  return {
    scenario: step.scenario,
    label: step.label,
    load: step.load,
    instances: instances.map(({ block, slots }) => ({
      block,
      rounds: slots.flatMap(({ rounds }) => rounds),
    })),
    connectionIncluded: instances.every(({ slots }) => slots.every((slot) => slot.connectionIncluded)),
  };
}

function collectFaults(evidence: readonly StepEvidence[], blocks: readonly Block[]): ServiceFault[] {
  const crashes = blocks.flatMap(({ crash }): ServiceFault[] => {
    if (crash?.arm !== 'head') return [];
    const { arm: _, ...rest } = crash;
    return [{ kind: 'crashed', ...rest }];
  });
  const labels = [...new Set(blocks.flatMap(({ thresholds }) => thresholds.map(({ label }) => label)))];
  const thresholds = labels.map((label): ServiceFault => {
    const failed = blocks.flatMap((block) => block.thresholds.filter((one) => one.label === label));
    return { kind: 'threshold', label, thresholds: [...new Set(failed.map(({ threshold }) => threshold))] };
  });
  return [...crashes, ...evidence.flatMap(blameService), ...thresholds];
}

function collectInvalid(plan: Plan, blocks: readonly Block[]): InvalidReason[] {
  if (blocks.length === 0) return [];
  const failures = blocks.flatMap(({ failure, crash }): InvalidReason[] => {
    if (crash?.arm === 'shared') {
      const message = `\`${crash.service}\`, which serves the whole run, ended with ${crash.exit}`;
      return [{ kind: 'harness', message, log: crash.log }];
    }
    if (failure === null) return [];
    const { fault, label, message, log } = failure;
    return [
      fault === 'script' ? { kind: 'script-failed', label, message, log } : { kind: 'harness', message, log },
    ];
  });
  // After a crash or a failure of k6 the steps that were still to come have nothing, and that is told already.
  if (failures.length > 0 || blocks.some(({ crash }) => crash !== null)) return failures;
  const news = findNew(plan, blocks);
  const rounds = listRounds(plan, blocks.length).filter(({ arm }) => arm === 'head');
  return plan.steps.flatMap((step) => {
    const due = news.has(step.label) ? [isSustained] : [isSustained, isAlternating];
    const reasons = due.map((isMeant) => {
      const planned = rounds.filter((slot) => slot.step === step && isMeant(slot)).length;
      return planned === 0 ? null : findInvalid(collectEvidence(step, blocks, isMeant), planned);
    });
    return reasons.find((reason) => reason !== null) ?? [];
  });
}

function countSlots(slots: readonly DiagnosedSlot[], arm: Arm): number {
  return slots.filter(({ slot }) => slot.arm === arm).length;
}
