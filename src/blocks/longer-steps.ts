import type { Plan } from '../plan/plan.ts';
import { isAlone, type Slot } from '../plan/slot.ts';
import { mayBeLonger } from '../plan/stretches.ts';
import { findLongerReason, type LongerReason } from '../verdict/rarity.ts';
import type { Block } from './block.ts';
import { pickPair } from './evidence.ts';

/** Finds the steps, by label, whose load alone is longer from now on. */
export function findLongerSteps(plan: Plan, blocks: readonly Block[]): Map<string, LongerReason> {
  const found = new Map<string, LongerReason>();
  for (const step of plan.steps.filter((step) => mayBeLonger(plan, step))) {
    const pick = (isMeant: (slot: Slot) => boolean) => blocks.map((block) => pickPair(step, block, isMeant));
    const reason = findLongerReason({ alone: pick(isAlone), all: pick(() => true) });
    if (reason !== null) found.set(step.label, reason);
  }
  return found;
}
