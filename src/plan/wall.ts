import type { Plan } from './plan.ts';

/** Time (s) of a block beside its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.4;

/** Estimates the time (s) until the first look, and until the end. */
export function estimateWall({ blocks, looks, seconds }: Plan): { least: number; most: number } {
  const { firstBlock, soak, searches, atMost } = seconds;
  const each = (atMost - firstBlock - soak - searches) / Math.max(1, blocks - 1);
  const wall = (count: number) =>
    Math.ceil(firstBlock + Math.max(0, count - 1) * each + count * BLOCK_OVERHEAD_SECONDS + soak + searches);
  return { least: wall(looks[0] ?? 0), most: wall(blocks) };
}

/** Adds up the times (s) of plans that run one after the other: under load at most, and as a user waits. */
export function addSeconds(plans: readonly Plan[]): {
  atMost: number;
  wall: { least: number; most: number };
} {
  const walls = plans.map(estimateWall);
  const add = (times: number[]) => Math.ceil(times.reduce((sum, one) => sum + one, 0));
  return {
    atMost: add(plans.map(({ seconds }) => seconds.atMost)),
    wall: { least: add(walls.map(({ least }) => least)), most: add(walls.map(({ most }) => most)) },
  };
}
