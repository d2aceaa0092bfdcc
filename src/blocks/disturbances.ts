import { explainDiagnosis } from '../measurement/validity.ts';
import type { Slot } from '../plan/slot.ts';
import type { DiagnosedSlot } from './diagnosis.ts';

/** Finds the slots to discard. A disturbance of one arm's slot may have met the other arm as well: both slots go. */
export function findDisturbed(slots: readonly DiagnosedSlot[]): DiagnosedSlot[] {
  const disturbed = slots.filter(isUntrusted);
  const isPair = (one: Slot, other: Slot) =>
    one.step === other.step && one.round === other.round && one.block === other.block;
  return slots.filter(({ slot }) => disturbed.some((other) => isPair(slot, other.slot)));
}

/** `2 rounds of search will be measured again: the hypervisor took 14 % of the processors`; each cause once. */
export function describeDiscarded(bad: readonly DiagnosedSlot[], isRepeated: boolean): string {
  const labels = [...new Set(bad.map(({ slot }) => slot.step.label))];
  const causes = bad
    .filter(isUntrusted)
    .map(({ diagnosis, evidence }) => explainDiagnosis(diagnosis, evidence));
  // Both arms of a round are discarded together.
  const rounds = new Set(
    bad.map(({ slot }) => JSON.stringify([slot.step.label, slot.block, slot.round, slot.turns === null])),
  ).size;
  const told = `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${labels.join(', ')}`;
  const outcome = isRepeated ? 'will be measured again' : 'discarded';
  return `${told} ${outcome}: ${[...new Set(causes)].join('; ')}`;
}

/** Tells whether a slot cannot be trusted by itself. */
export function isUntrusted({ diagnosis }: DiagnosedSlot): boolean {
  return diagnosis !== 'sound' && diagnosis !== 'slow';
}
