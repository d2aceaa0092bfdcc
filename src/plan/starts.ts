import type { Config } from '../config/config.ts';
import { sum } from '../measurement/sum.ts';
import { armSeconds, planFewer } from './paired.ts';
import type { Plan } from './plan.ts';

/** Longest wall time of a run, as a multiple of its load time. People switch off a gate that takes longer. */
const MOST_WALL = 2.5;
/** Time (s) of a block beside its load that is always there. */
const LEAST_OVERHEAD_SECONDS = 0.5;

/**
 * Fits a plan to the price of starts: fewer blocks where the first one showed that a service, or the pods that send the load, are slow
 * to start. The rounds of the other blocks become longer instead. The test stays exact: this is called before the first look, and
 * knows nothing but a length of time.
 *
 * @param seconds that the first block took, without fixed work
 */
export function fitToStarts(plan: Plan, config: Config, seconds: number): Plan {
  const { firstBlock, firstLook } = plan.seconds;
  const timed = plan.steps.filter(({ load }) => load.kind !== 'fixed-work');
  const load = 2 * sum(timed, (step) => armSeconds(plan, step));
  // What a later block has beside its load: its warm-up, which is no probe, its pauses, and its start.
  const later = (firstLook - firstBlock) / Math.max(1, plan.looks[0]! - 1);
  const overhead = Math.max(LEAST_OVERHEAD_SECONDS, later - load + seconds - firstBlock);
  const budget = sum(plan.steps, (step) => step.budgetSeconds);
  return planFewer(plan, config, Math.floor(((MOST_WALL - 1) * budget) / overhead));
}
