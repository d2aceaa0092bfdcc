import type { Program, Slot } from './slot.ts';
import type { Step } from './step.ts';

/** Minimum number of virtual users of a pod, to cover its own stalls. */
const FEWEST_USERS = 10;

/**
 * Makes each pod's part of a program: an equal part of every load, on both arms alike. k6's execution
 * segments are not used: they deal out arrivals by number, as turns do, so each pod would load only one arm.
 */
export function shareProgram(program: Program, pods: number): Program {
  const shared = new Map(program.slots.map(({ step }) => [step, shareStep(step, pods)]));
  return { ...program, slots: program.slots.map((slot) => ({ ...slot, step: shared.get(slot.step)! })) };
}

/** Makes each pod's part of a slot. */
export function shareSlot(slot: Slot, pods: number): Slot {
  return pods === 1 ? slot : { ...slot, step: shareStep(slot.step, pods) };
}

function shareStep(step: Step, pods: number): Step {
  const { load } = step;
  if (load.kind === 'fixed-work') return step;
  if (load.kind === 'users') {
    const users = load.users / pods;
    return { ...step, load: { ...load, users }, virtualUsers: users };
  }
  const virtualUsers = Math.max(FEWEST_USERS, Math.ceil(step.virtualUsers / pods));
  return { ...step, load: { ...load, rate: load.rate / pods }, virtualUsers };
}
