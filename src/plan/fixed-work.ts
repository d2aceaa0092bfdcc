import type { Config } from '../config/config.ts';
import { planFewer } from './paired.ts';
import type { Plan } from './plan.ts';
import { FIXED_WORK_LIMIT_SECONDS, SHORTEST_ROUND_SECONDS } from './shape.ts';

/** Lengths (seconds) of the stretches of fixed work in a block, one for each arm that responded, by step label. */
export type WorkLengths = ReadonlyMap<string, readonly number[]>;

/** Target length (s) of repeated work. If the machine calms down, it must not become shorter than a round may be. */
const AIMED_SECONDS = 1.5 * SHORTEST_ROUND_SECONDS;
/** k6 measures the length of fixed work in whole milliseconds. */
const SHORTEST_PASS_SECONDS = 0.001;

/**
 * Repeats fixed work that the faster arm, whichever it is, completes in less than a second: k6's own end and the ticks of
 * CPU time would be too large a part of it. An arm that is hundreds of times slower must still finish before k6
 * stops it.
 *
 * @returns the same plan if all stretches are long enough
 */
export function sizeWork(plan: Plan, lengths: WorkLengths): Plan {
  const steps = plan.steps.map((step) => {
    const own = lengths.get(step.label) ?? [];
    const shortest = Math.min(...own);
    if (own.length === 0 || shortest >= SHORTEST_ROUND_SECONDS) return step;
    const { passes = 1 } = step;
    const wanted = Math.ceil((passes * AIMED_SECONDS) / Math.max(SHORTEST_PASS_SECONDS, shortest));
    const most = Math.floor((passes * FIXED_WORK_LIMIT_SECONDS) / Math.max(...own));
    return Math.min(wanted, most) > passes ? { ...step, passes: Math.min(wanted, most) } : step;
  });
  return steps.every((step, index) => step === plan.steps[index]) ? plan : { ...plan, steps };
}

/**
 * Fits the blocks of a pair to the budgets of fixed work. The test stays exact, as in `fitToStarts`.
 *
 * @param lengths those of the first block
 */
export function fitToWork(plan: Plan, config: Config, lengths: WorkLengths): Plan {
  const fitting = plan.steps.flatMap(({ label, budgetSeconds }) => {
    const own = lengths.get(label) ?? [];
    return own.length === 0 ? [] : [Math.floor(budgetSeconds / blockSeconds(own))];
  });
  return planFewer(plan, config, Math.min(plan.blocks, ...fitting));
}

/** Returns the time (seconds) of fixed work in a block of a pair: both arms together. */
function blockSeconds(lengths: readonly number[]): number {
  return (2 * lengths.reduce((sum, length) => sum + length, 0)) / lengths.length;
}
