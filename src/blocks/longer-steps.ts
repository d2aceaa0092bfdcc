import type { Plan } from '../plan/plan.ts';
import { isAlone } from '../plan/slot.ts';
import { mayBeLonger } from '../plan/stretches.ts';
import { areSlowRequestsRare, hidesWork } from '../verdict/rarity.ts';
import type { Block } from './block.ts';
import { pickPair } from './evidence.ts';

/** Why load alone becomes longer: slow requests come in some blocks only, or one arm works where no request shows it. */
export type LongerReason = 'rare' | 'hidden-work';

/** Finds the steps, by label, whose load alone is longer from now on. */
export function findLongerSteps(plan: Plan, blocks: readonly Block[]): Map<string, LongerReason> {
  const found = new Map<string, LongerReason>();
  for (const step of plan.steps.filter((step) => mayBeLonger(plan, step))) {
    if (areSlowRequestsRare(blocks.map((block) => pickPair(step, block, isAlone))))
      found.set(step.label, 'rare');
    else if (hidesWork(blocks.map((block) => pickPair(step, block, () => true))))
      found.set(step.label, 'hidden-work');
  }
  return found;
}
