import type { Plan } from '../plan/plan.ts';
import { isAlone } from '../plan/slot.ts';
import { mayBeLonger } from '../plan/stretches.ts';
import { areSlowRequestsRare } from '../verdict/rarity.ts';
import type { Block } from './block.ts';
import { pickPair } from './evidence.ts';

/** Finds the steps, by label, whose slow requests come in some blocks only. Their load alone is longer from then on. */
export function findRareSteps(plan: Plan, blocks: readonly Block[]): Set<string> {
  const rare = plan.steps.filter(
    (step) =>
      mayBeLonger(plan, step) && areSlowRequestsRare(blocks.map((block) => pickPair(step, block, isAlone))),
  );
  return new Set(rare.map(({ label }) => label));
}
