import type { Config, Scenario } from '../config/config.ts';
import { UserError } from '../errors.ts';
import { roundUp2 } from '../metrics/decimal.ts';
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
 * @param replan makes the plan for another budget (seconds) of one scenario
 * @param pods that each send an equal part of the load
 * @throws UserError that says which rate, or which budget, would do
 */
export function assertArrivals(
  plan: Plan,
  replan: (scenario: string, budgetSeconds: number) => Plan,
  pods = 1,
): void {
  for (const step of plan.steps) {
    const empty = findEmpty(plan, step, pods);
    if (empty === null || step.load.kind !== 'arrival-rate') continue;
    const seconds = Math.round((empty.seconds - empty.settleSeconds) * 10) / 10;
    const budget = step.load.seconds === undefined ? findBudget(step, replan, pods) : null;
    const longer = budget === null ? 'a longer load' : `\`budget: ${budget}s\``;
    throw new UserError({
      what: `${step.label}: at ${step.load.rate} req/s no request is due in some of the rounds, which measure ${seconds} s each.`,
      hint: `It takes at least \`${findRate(plan, step, step.load.rate, pods)} req/s\`${pods > 1 ? `, since ${pods} pods share it,` : ','} or ${longer}.`,
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

/** Factor between two steps of a search. The result is at most so much more than was needed. */
const FINER = 1.05;

function findRate(plan: Plan, step: Step, rate: number, pods: number): number {
  const slots = listMeasured(plan, step);
  const isEnough = (enough: number) =>
    slots.every((slot) => {
      const faster: Slot = { ...slot, step: { ...step, load: { kind: 'arrival-rate', rate: enough } } };
      return countArrivals(shareSlot(faster, pods))! > 0;
    });
  let enough = rate;
  while (!isEnough(enough)) enough = roundUp2(enough * FINER);
  return enough;
}

/** Largest multiple of the budget that is searched. Nobody would wait for more. */
const MOST_BUDGETS = 20;

function findBudget(
  { scenario, label, budgetSeconds }: Step,
  replan: Parameters<typeof assertArrivals>[1],
  pods: number,
) {
  for (let factor = 1; factor < MOST_BUDGETS; factor *= FINER) {
    const enough = Math.ceil(budgetSeconds * factor);
    const plan = replan(scenario, enough);
    if (findEmpty(plan, plan.steps.find((step) => step.label === label)!, pods) === null) return enough;
  }
  return null;
}

/** Sets the budget of one scenario; without a name, of all. */
export function withBudget(config: Config, budgetSeconds: number, name?: string): Config {
  const isMeant = (scenario: Scenario) => name === undefined || scenario.name === name;
  const scenarios = config.scenarios.map((each) => (isMeant(each) ? { ...each, budgetSeconds } : each));
  return { ...config, scenarios };
}
