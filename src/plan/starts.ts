import type { Config } from '../config/config.ts';
import { mayJoin } from './joining.ts';
import { planFewer } from './paired.ts';
import type { Plan } from './plan.ts';
import { PROBE, SHORTEST_ROUND_SECONDS } from './shape.ts';
import { roundOfUsers } from './step.ts';
import { takesTurns } from './stretches.ts';

/** Longest wall time of a run, as a multiple of its load time. People switch off a gate that takes longer. */
const MOST_WALL = 2.5;
/** Time (s) of a block beside its rounds that is always there. */
const LEAST_OVERHEAD_SECONDS = 0.5;

/**
 * Fits a plan to the price of starts: fewer blocks where the first one showed that a service is slow to start. The
 * rounds of the other blocks become longer instead. The test stays exact: this is called before the first look, and
 * knows nothing but lengths of time.
 *
 * @param block times (s) of the first block: all of it, and under load that counts
 */
export function fitToStarts(
  plan: Plan,
  config: Config,
  { wallSeconds, loadSeconds }: { wallSeconds: number; loadSeconds: number },
): Plan {
  // Later blocks have no start of their own then.
  if (config.pods !== undefined && mayJoin(plan)) return plan;
  const overhead = Math.max(LEAST_OVERHEAD_SECONDS, wallSeconds - loadSeconds - probingSeconds(plan));
  const budget = plan.steps.reduce((sum, step) => sum + step.budgetSeconds, 0);
  return planFewer(plan, config, Math.floor(((MOST_WALL - 1) * budget) / overhead));
}

/** Adds up by how much (seconds) the warm-ups of the first block, which probes, are longer than those of others. */
function probingSeconds(plan: Plan): number {
  if (plan.warmUpSeconds !== undefined) return 0;
  // Arms that take turns probe together. Fixed work does not probe.
  const probing = plan.steps.filter(({ load }) => load.kind !== 'fixed-work');
  return probing.reduce((sum, step) => {
    const least = roundOfUsers(step);
    const longer = Math.max(PROBE.seconds, least) - Math.max(SHORTEST_ROUND_SECONDS, least);
    return sum + (takesTurns(plan, step) ? 1 : 2) * longer;
  }, 0);
}
