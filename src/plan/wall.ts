import { countMostAdded } from './paired.ts';
import type { Plan } from './plan.ts';

/** Time (s) of a block beside its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.4;

/** Time (s) as a user waits: until the first look, until the last one, and with longer stretches alone. */
export type Wall = { least: number; last: number; most: number };

/** Estimates how long a user waits. */
export function estimateWall(plan: Plan): Wall {
  const { blocks, looks, seconds } = plan;
  const { firstBlock, soak, searches, longer, atMost } = seconds;
  const most = blocks + (longer > 0 ? countMostAdded(plan) : 0);
  const each = (atMost - firstBlock - soak - searches - longer) / Math.max(1, most - 1);
  const wall = (count: number, more = 0) =>
    Math.ceil(
      firstBlock + Math.max(0, count - 1) * each + count * BLOCK_OVERHEAD_SECONDS + soak + searches + more,
    );
  return { least: wall(looks[0] ?? 0), last: wall(blocks), most: wall(most, longer) };
}

/** Adds up the times (s) of plans that run one after the other: under load at most, and as a user waits. */
export function addSeconds(plans: readonly Plan[]): { atMost: number; wall: Wall } {
  const walls = plans.map(estimateWall);
  const add = (times: number[]) => Math.ceil(times.reduce((sum, one) => sum + one, 0));
  return {
    atMost: add(plans.map(({ seconds }) => seconds.atMost)),
    wall: {
      least: add(walls.map(({ least }) => least)),
      last: add(walls.map(({ last }) => last)),
      most: add(walls.map(({ most }) => most)),
    },
  };
}
