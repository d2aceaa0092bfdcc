import { sum } from '../measurement/sum.ts';
import { round3 } from '../metrics/decimal.ts';
import { layOutBlock } from './layout.ts';
import type { Plan } from './plan.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { layOutSoak } from './soak.ts';

/** Time (s) of a block apart from its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.8;

/** Adds up the planned seconds under load. */
export function sumLoad(plan: Plan): Plan['seconds'] {
  const blocks = Array.from({ length: plan.blocks }, (_, index) => {
    // The first block of a pair probes its warm-up. Later warm-ups take about a second.
    const known = index === 0 ? [] : plan.steps;
    const warmUpSeconds = new Map(known.map(({ label }) => [label, SHORTEST_ROUND_SECONDS]));
    const stages = layOutBlock(plan, { index, first: 'base', headOnly: new Set(), warmUpSeconds });
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

/** Most time for what is measured again, as a fraction of that. A machine that is never calm would double it. */
const MOST_REPEATS = 0.1;

/** Tells whether disturbed slots may still be measured again, after what that has taken in these blocks. */
export function mayRepeat(plan: Plan, blocks: readonly { repeatSeconds: number }[]): boolean {
  return sum(blocks, ({ repeatSeconds }) => repeatSeconds) <= MOST_REPEATS * estimateWall(plan);
}

/** Adds up the times (s) of plans that run one after another: most time under load, and wall time. */
export function addSeconds(plans: readonly Plan[]): { atMost: number; wall: number } {
  const atMost = Math.ceil(sum(plans, ({ seconds }) => seconds.atMost));
  return { atMost, wall: sum(plans, (plan) => estimateWall(plan)) };
}
