import type { Plan } from '../plan/plan.ts';
import { LONGER_ALONE_SECONDS } from '../plan/shape.ts';
import { isAlone } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import { mayBeLonger } from '../plan/stretches.ts';
import { areSlowRequestsRare } from '../verdict/rarity.ts';
import type { Block } from './block.ts';
import { pick, pickPair } from './evidence.ts';

/**
 * Finds the steps whose load alone is to hold what comes rarely, and how long (seconds) it is then, by label: the next
 * length where slow requests come in some blocks only of those that are longest by now.
 */
export function findAloneSeconds(plan: Plan, blocks: readonly Block[]): Map<string, number> {
  const steps = plan.steps.filter((step) => mayBeLonger(plan, step));
  return new Map(
    steps.flatMap((step): [string, number][] => {
      const lengths = blocks.map((block) => measureAlone(step, block));
      const longest = Math.max(0, ...lengths);
      const alike = blocks.filter((_, index) => lengths[index] === longest);
      const isRare = areSlowRequestsRare(alike.map((block) => pickPair(step, block, isAlone)));
      const next = LONGER_ALONE_SECONDS.find((seconds) => seconds > longest);
      if (isRare && next !== undefined) return [[step.label, next]];
      return LONGER_ALONE_SECONDS.some((seconds) => seconds === longest) ? [[step.label, longest]] : [];
    }),
  );
}

/** Adds up the load (seconds) that the head had alone in a block. */
function measureAlone(step: Step, { kept }: Block): number {
  return pick(kept, step, 'head')
    .filter(({ slot }) => isAlone(slot))
    .reduce((sum, { slot }) => sum + slot.seconds, 0);
}
