import type { Program, Slot } from './slot.ts';
import type { Step } from './step.ts';

/** Fewest virtual users of a pod: it has stalls of its own. */
const FEWEST_USERS = 10;

/**
 * Makes what each of several pods sends of a program: an equal part of every load, on both arms alike. There are no
 * execution segments, with which k6 would deal out arrivals by their number as turns are: each pod would load one arm.
 */
export function shareProgram(program: Program, pods: number): Program {
  const shared = new Map(program.slots.map(({ step }) => [step, shareStep(step, pods)]));
  return { ...program, slots: program.slots.map((slot) => ({ ...slot, step: shared.get(slot.step)! })) };
}

/** Makes what each of several pods sends of a slot. */
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
