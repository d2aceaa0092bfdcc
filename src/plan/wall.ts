import { sum } from '../measurement/sum.ts';
import type { Plan } from './plan.ts';

/** Time (s) of a block apart from its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.8;

/** Wall time (s): until the first look, and until the last one. */
export type Wall = { least: number; most: number };

/** Estimates how long a user waits. */
export function estimateWall({ blocks, looks, seconds }: Plan): Wall {
  const { firstLook, soak, searches, atMost } = seconds;
  const first = looks[0] ?? 0;
  return {
    least: Math.ceil(firstLook + soak + searches + first * BLOCK_OVERHEAD_SECONDS),
    most: Math.ceil(atMost + blocks * BLOCK_OVERHEAD_SECONDS),
  };
}

/** Adds up the times (s) of plans that run one after another: most time under load, and wall time. */
export function addSeconds(plans: readonly Plan[]): { atMost: number; wall: Wall } {
  const add = (secondsOf: (plan: Plan) => number) => Math.ceil(sum(plans, secondsOf));
  const [least, most] = (['least', 'most'] as const).map((end) => add((plan) => estimateWall(plan)[end]));
  return { atMost: add(({ seconds }) => seconds.atMost), wall: { least: least!, most: most! } };
}
