import { sum } from '../measurement/sum.ts';
import { round3 } from '../metrics/decimal.ts';
import { layOutBlock } from './layout.ts';
import type { Plan } from './plan.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { layOutSoak } from './soak.ts';

/** Time (s) of a block apart from its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.8;

/** Adds up the planned seconds under load. @param warmUps by label, found by the first block. Absent: a second each */
export function sumLoad(plan: Plan, warmUps?: ReadonlyMap<string, number>): Plan['seconds'] {
  const later = warmUps ?? new Map(plan.steps.map(({ label }) => [label, SHORTEST_ROUND_SECONDS]));
  const common = { first: 'base', headOnly: new Set<string>() } as const;
  const blocks = Array.from({ length: plan.blocks }, (_, index) => {
    const stages = layOutBlock(plan, { ...common, index, warmUpSeconds: index === 0 ? new Map() : later });
    return sum(stages, ({ programs }) => sum(programs, ({ seconds }) => seconds));
  });
  const soak = sum(layOutSoak(plan, 'head'), ({ seconds }) => seconds);
  const searches = sum(plan.searches, ({ budgetSeconds }) => budgetSeconds);
  return {
    firstBlock: round3(blocks[0] ?? 0),
    atMost: round3(sum(blocks, (seconds) => seconds) + soak + searches),
  };
}

/** Estimates how long (s) a user waits at most. @param overhead seconds of a block apart from its load */
export function estimateWall({ blocks, seconds }: Plan, overhead = BLOCK_OVERHEAD_SECONDS): number {
  return Math.ceil(seconds.atMost + blocks * overhead);
}

/** Largest share of it that repeats may take: in all, and before the first look, since the second one can be given up for them. */
const MOST_REPEATS = { inAll: 0.1, early: 0.4 };

/**
 * Says whether disturbed slots may still be measured again, and after how many blocks the run ends: at its first look if the time
 * of the second has gone into repeats. @param first plan that the time was stated for; fixed work has its budget on top
 */
export function limitRepeats(plan: Plan, first: Plan, done: readonly { repeatSeconds: number }[]) {
  const work = sum(first.steps, ({ load, budgetSeconds: s }) => (load.kind === 'fixed-work' ? s : 0));
  const share = sum(done, ({ repeatSeconds }) => repeatSeconds) / (estimateWall(first) + work);
  const isEarly = !plan.paired || (plan.looks.length > 1 && done.length < plan.looks[0]!);
  const mayRepeat = share <= (isEarly ? MOST_REPEATS.early : MOST_REPEATS.inAll);
  const isSpent = plan.paired && isEarly && share > MOST_REPEATS.inAll;
  return { mayRepeat, end: isSpent ? plan.looks[0]! : plan.blocks };
}

/** Adds up the times (s) of plans that run one after another: most time under load, and wall time. */
export function addSeconds(plans: readonly Plan[]): { atMost: number; wall: number } {
  const atMost = Math.ceil(sum(plans, ({ seconds }) => seconds.atMost));
  return { atMost, wall: sum(plans, (plan) => estimateWall(plan)) };
}
