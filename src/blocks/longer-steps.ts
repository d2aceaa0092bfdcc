import type { Plan } from '../plan/plan.ts';
import { mayBeLonger } from '../plan/stretches.ts';
import { pairBlocks, pairSlots } from '../verdict/kept.ts';
import { findLongerReason, type LongerReason } from '../verdict/rarity.ts';
import type { Block } from './block.ts';
import { pickKept } from './evidence.ts';

/** Finds the steps, by label, whose load alone is longer from now on. */
export function findLongerSteps(plan: Plan, blocks: readonly Block[]): Map<string, LongerReason> {
  const found = new Map<string, LongerReason>();
  for (const step of plan.steps.filter((step) => mayBeLonger(plan, step))) {
    const kept = pickKept(step, blocks);
    const reason = findLongerReason({ alone: pairBlocks(kept).alone, all: kept.map(pairSlots) });
    if (reason !== null) found.set(step.label, reason);
  }
  return found;
}
