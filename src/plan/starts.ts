import type { Config } from '../config/config.ts';
import { sum } from '../measurement/sum.ts';
import { armSeconds, planFewer } from './paired.ts';
import type { Plan } from './plan.ts';

/** Longest wall time of a run, as a multiple of its load time. People disable gates that take longer. */
const MOST_WALL = 2.5;
/** Time (s) of a block, apart from its load, that is always needed. */
const LEAST_OVERHEAD_SECONDS = 0.5;

/**
 * Fits a plan to the cost of starts: fewer blocks if the first one showed that a service, or the pods that send the load,
 * start slowly. The rounds of the other blocks become longer instead. The test stays exact: this is called before the
 * first look, and uses only a duration.
 *
 * @param seconds that the first block took, without fixed work
 */
export function fitToStarts(plan: Plan, config: Config, seconds: number): Plan {
  const { firstBlock, firstLook } = plan.seconds;
  const timed = plan.steps.filter(({ load }) => load.kind !== 'fixed-work');
  const load = 2 * sum(timed, (step) => armSeconds(plan, step));
  // What a later block needs apart from its load: its warm-up, which is no probe, its pauses, and its start.
  const later = (firstLook - firstBlock) / Math.max(1, plan.looks[0]! - 1);
  const overhead = Math.max(LEAST_OVERHEAD_SECONDS, later - load + seconds - firstBlock);
  const budget = sum(plan.steps, (step) => step.budgetSeconds);
  return planFewer(plan, config, Math.floor(((MOST_WALL - 1) * budget) / overhead));
}
