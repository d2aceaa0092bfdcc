import type { Arm, Slice } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { listMeasuredSlots } from '../plan/layout.ts';
import type { Plan } from '../plan/plan.ts';
import { isAlone, isInTurns, type Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import { blameService, findInvalid, findUnmeasured, type StepEvidence } from '../verdict/blame.ts';
import type { InvalidReason, ServiceFault } from '../verdict/faults.ts';
import type { Block } from './block.ts';
import { blameCrashes, collectFailures } from './crash.ts';
import type { CountedFailure } from './program.ts';
import { type DiagnosedSlot, isUntrusted } from './slots.ts';

/** Picks the slots of a step on one arm. */
export function pick(slots: readonly DiagnosedSlot[], step: Step, arm: Arm): DiagnosedSlot[] {
  return slots.filter(({ slot }) => slot.step.label === step.label && slot.arm === arm);
}

/**
 * Picks the slices of a step's last soak: soaks of two processes, one after the other, would hide growth in
 * each. Empty if there is none.
 */
export function pickSoak(step: Step, blocks: readonly Block[]): { base: Slice[]; head: Slice[] } {
  const soak = blocks.findLast((block) => block.soak.length > 0)?.soak ?? [];
  const slicesOf = (arm: Arm) => pick(soak, step, arm).flatMap(({ slices }) => slices);
  return { base: slicesOf('base'), head: slicesOf('head') };
}

/**
 * Collects evidence of a step from its slots on the head: about its service and about how it was measured.
 *
 * @param isMeant picks the slots
 */
export function collectEvidence(
  step: Step,
  blocks: readonly Block[],
  isMeant: (slot: Slot) => boolean,
): StepEvidence {
  const { kept, discarded } = pickMeant(step, blocks, 'head', isMeant);
  return {
    label: step.label,
    kept,
    discarded,
    soak: pickSoak(step, blocks).head,
    failures: rankFailures(
      step,
      blocks.flatMap((block) => block.failures),
    ),
    lost: sum(
      blocks.flatMap(({ lost }) => lost.filter(({ label }) => label === step.label)),
      ({ requests }) => requests,
    ),
    ...(step.work.kind === 'script' && step.load.kind === 'arrival-rate' && { users: step.virtualUsers }),
  };
}

function pickMeant(step: Step, blocks: readonly Block[], arm: Arm, isMeant: (slot: Slot) => boolean) {
  const pickOf = (slots: readonly DiagnosedSlot[], of = arm) =>
    pick(slots, step, of).filter(({ slot }) => isMeant(slot));
  const own = blocks.map(({ kept, discarded }) => ({ kept: pickOf(kept), discarded: pickOf(discarded) }));
  const discarded = own.flatMap((block) => block.discarded);
  const other = arm === 'head' ? 'base' : 'head';
  return {
    kept: own.flatMap(({ kept }) => kept),
    // A discarded counterpart is explained by the slot it goes with.
    discarded: discarded.some(isUntrusted)
      ? discarded
      : blocks.flatMap((block) => pickOf(block.discarded, other)),
    /** Number of stretches that had load, without repeats. */
    tried: sum(own, (one) => new Set([...one.kept, ...one.discarded].map(({ slot }) => slot.key)).size),
  };
}

/** Ranks the messages of a step's failures, most frequent first. */
function rankFailures({ label }: Step, failures: readonly CountedFailure[]): string[] {
  const counts = new Map<string, number>();
  for (const { text, count } of failures.filter((failure) => failure.label === label))
    counts.set(text, (counts.get(text) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text);
}

export type StepMeasurement = ReturnType<typeof collectMeasurement>;

/**
 * Collects what was measured of a step on one arm, for the record. An instance is one process start of the services: the
 * statistics treat instances, not requests, as independent.
 */
export function collectMeasurement(step: Step, arm: Arm, blocks: readonly Block[]) {
  const instances = blocks.flatMap(({ index: block, kept }) => {
    const slots = pick(kept, step, arm);
    if (slots.length === 0) return [];
    return [{ block, slices: slots.flatMap(({ slices }) => slices) }];
  });
  return {
    scenario: step.scenario,
    label: step.label,
    ...(step.variant && { variant: step.variant }),
    load: step.load,
    instances,
  };
}

/** Collects the faults of the head's service. Its latency does not matter here. */
export function collectFaults(evidence: readonly StepEvidence[], blocks: readonly Block[]): ServiceFault[] {
  const failures = blocks.flatMap((block) => block.failures);
  const quote = (fault: ServiceFault): ServiceFault =>
    fault.kind === 'failing'
      ? { ...fault, ...failures.findLast(({ label }) => label === fault.label)?.said }
      : fault;
  return [...blameCrashes(blocks), ...evidence.flatMap(blameService).map(quote)];
}

/**
 * Collects the reasons why there is no verdict.
 *
 * @param newLabels labels of steps that the base cannot serve, see `findNewLabels`
 */
export function collectInvalid(
  plan: Plan,
  blocks: readonly Block[],
  newLabels: ReadonlySet<string>,
): InvalidReason[] {
  if (blocks.length === 0) return [];
  const failures = collectFailures(blocks);
  // Steps after a crash or a failure of k6 have no measurement. The crash or failure is already reported.
  if (failures.length > 0 || blocks.some(({ crash }) => crash !== null)) return failures;
  const measured = listMeasuredSlots(plan, blocks.length);
  return plan.steps.flatMap((step) => {
    const due = newLabels.has(step.label) ? [isAlone] : [isAlone, isInTurns];
    const arms: Arm[] = plan.paired && !newLabels.has(step.label) ? ['head', 'base'] : ['head'];
    const found = arms.flatMap((arm) =>
      due.flatMap((isMeant) => {
        const own = measured.filter((slot) => slot.step === step && slot.arm === arm && isMeant(slot));
        if (own.length === 0) return [];
        const meant = pickMeant(step, blocks, arm, isMeant);
        const needed = Math.min(own.length, meant.tried || own.length);
        if (arm === 'head') return findInvalid(collectEvidence(step, blocks, isMeant), needed) ?? [];
        const reason = findUnmeasured(step.label, meant, needed);
        return reason === null || isOwnFault(reason) ? [] : reason;
      }),
    );
    // Reasons that say why come before those that only say that nothing was measured.
    return found.find(({ kind }) => kind !== 'harness') ?? found[0] ?? [];
  });
}

/** Tells whether the base's own fault kept it from being measured. Only the change is undecided then. */
function isOwnFault(reason: InvalidReason): boolean {
  if (reason.kind !== 'starved') return reason.kind === 'none-begun';
  const { service, generator } = reason.cpu;
  return service !== null && generator !== null && service > generator;
}
