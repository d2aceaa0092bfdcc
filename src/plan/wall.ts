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

/** Most time for what is measured again, as a share of that: in all, and where the second look is given up for it. */
const MOST_REPEATS = { inAll: 0.1, early: 0.4 };

/** Tells whether disturbed slots of a block may be measured again. @param share of the wall time that this has taken so far */
export function mayRepeat({ looks }: Plan, index: number, share: number): boolean {
  const isEarly = looks.length > 1 && index < looks[0]!;
  return share <= (isEarly ? MOST_REPEATS.early : MOST_REPEATS.inAll);
}

/** Gives the second look up if its time has gone into repeats. The test stays exact: nothing has been looked at yet. */
export function spareLook(plan: Plan, index: number, share: number): Plan {
  const isSpent = plan.paired && index === plan.looks[0]! - 1 && share > MOST_REPEATS.inAll;
  return isSpent ? { ...plan, looks: plan.looks.slice(0, 1) } : plan;
}

/** Adds up the times (s) of plans that run one after another: most time under load, and wall time. */
export function addSeconds(plans: readonly Plan[]): { atMost: number; wall: number } {
  const atMost = Math.ceil(sum(plans, ({ seconds }) => seconds.atMost));
  return { atMost, wall: sum(plans, (plan) => estimateWall(plan)) };
}
