import type { Config } from '../config/config.ts';
import { UserError } from '../errors.ts';
import { listBlockSlots } from './layout.ts';
import type { Plan } from './plan.ts';
import { shareSlot } from './pods.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { SHIFTS, type Slot } from './slot.ts';
import type { Step } from './step.ts';
import { shareTurns } from './turns.ts';

/** Counts the arrivals of a rate that are due in the measured part of a slot. Null for other loads. */
export function countArrivals(slot: Slot): number | null {
  const { load } = slot.step;
  if (load.kind !== 'arrival-rate') return null;
  const share = shareTurns(slot);
  if (share !== null) return share.planned;
  return countDue(load.rate, slot.seconds) - countDue(load.rate, slot.settleSeconds);
}

/** Counts the arrivals of a rate (req/s) that are due within some seconds. */
export function countDue(rate: number, seconds: number): number {
  // The first one arrives at 0. Rounding must not add one: 3 · (1 / 3) is not exactly 1.
  return Math.ceil(Number((rate * seconds).toFixed(6)));
}

/**
 * Makes sure that every slot measures some request.
 *
 * @param pods that each send an equal part of the load
 * @throws UserError
 */
export function assertArrivals(plan: Plan, pods = 1): void {
  for (const step of plan.steps) {
    const empty = findEmpty(plan, step, pods);
    if (empty === null || step.load.kind !== 'arrival-rate') continue;
    const seconds = Math.round((empty.seconds - empty.settleSeconds) * 10) / 10;
    const longer = step.load.seconds === undefined ? 'a larger `budget`' : 'a longer load';
    throw new UserError({
      what: `${step.label}: at ${step.load.rate} req/s no request is due in some of the rounds, which measure ${seconds} s each.`,
      hint: `Give it a higher rate or ${longer}${pods > 1 ? `; ${pods} pods share the rate` : ''}.`,
    });
  }
}

function findEmpty(plan: Plan, step: Step, pods: number): Slot | null {
  return listMeasured(plan, step).find((slot) => countArrivals(shareSlot(slot, pods)) === 0) ?? null;
}

/** Lists the slots of blocks whose turns are as long as any, with a warm-up that is probed and one that is known. */
function listMeasured(plan: Plan, step: Step): Slot[] {
  const known = new Map([[step.label, SHORTEST_ROUND_SECONDS]]);
  return SHIFTS.flatMap((shift) =>
    [new Map<string, number>(), known].flatMap((warmUpSeconds) =>
      listBlockSlots({ ...plan, steps: [step] }, 0, { shift, warmUpSeconds }),
    ),
  ).filter((slot) => slot.round !== null);
}

/** Sets the budget of all scenarios. */
export function withBudget(config: Config, budgetSeconds: number): Config {
  return { ...config, scenarios: config.scenarios.map((each) => ({ ...each, budgetSeconds })) };
}
