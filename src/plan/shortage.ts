import { printDuration } from '../config/language/duration.ts';
import { DEFAULTS } from '../config/schema/values.ts';
import { round3 } from '../metrics/decimal.ts';
import { chooseConfidence, countToDecide, FEWEST_CLUSTERS } from '../statistics/confidence.ts';
import { listMeasuredSlots } from './layout.ts';
import type { Plan, Shortage } from './plan.ts';
import { type CapacitySearch, FEWEST_BLOCKS } from './search.ts';
import { findDeepest } from './shape.ts';
import { isAlone } from './slot.ts';
import { findLongestLimit, hasOwnLength, type Step, wantUsers } from './step.ts';

/** Finds what the steps of a plan have too little of. */
export function findShortages(plan: Plan): Shortage[] {
  const confidence = chooseConfidence(plan.looks, plan.blocks);
  const known = new Map<string, number>();
  // Many steps ask the same, and the answer takes a search.
  const countNeeded = (percent: number, clusters: number) => {
    const key = `${percent} ${clusters}`;
    const count = known.get(key) ?? countToDecide(percent / 100, confidence, clusters);
    known.set(key, count);
    return count;
  };
  return plan.steps.flatMap((step) =>
    [findRequestShortage(plan, step, countNeeded), findUserShortage(step)].flatMap((found) => found ?? []),
  );
}

/** Tells of a search whose budget has room for no comparison. */
export function findSearchShortage({ label, blocks }: CapacitySearch): Shortage[] {
  return blocks.expected < FEWEST_BLOCKS
    ? [{ kind: 'searches', label, blocks: blocks.expected, needed: FEWEST_BLOCKS }]
    : [];
}

function findUserShortage({ label, slos, load, virtualUsers: users }: Step): Shortage | null {
  if (load.kind !== 'arrival-rate' || users >= wantUsers(load.rate, findLongestLimit(slos))) return null;
  return { kind: 'users', label, users, seconds: round3(users / load.rate) };
}

/** Closed models are left out: they send as many requests as the service answers, which nobody knows beforehand. */
function findRequestShortage(
  plan: Plan,
  step: Step,
  countNeeded: (percent: number, clusters: number) => number,
): Shortage | null {
  const { label, slos, load } = step;
  if (load.kind === 'users') return null;
  const own = listMeasuredSlots({ ...plan, steps: [step] }).filter(
    (slot) => slot.arm === 'head' && isAlone(slot),
  );
  const seconds = own.reduce((sum, slot) => sum + slot.seconds - slot.settleSeconds, 0);
  const planned =
    load.kind === 'fixed-work'
      ? own.reduce((sum, { requests }) => sum + requests!, 0)
      : Math.floor(load.rate * seconds);
  const slices = own.reduce((sum, slot) => sum + slot.slices, 0);
  const clusters = plan.blocks < FEWEST_CLUSTERS ? slices : plan.blocks;
  const percent = findDeepest(slos);
  if (percent === null) return null;
  const needed = countNeeded(percent, clusters);
  const fixed = load.kind === 'fixed-work' && ({ fixedWork: true } as const);
  const budget = !hasOwnLength(load) && { budgetSeconds: step.budgetSeconds };
  return planned < needed ? { kind: 'requests', label, percent, planned, needed, ...fixed, ...budget } : null;
}

/** Says in one sentence for the terminal what cannot be decided, and what would help. */
export function describeShortage(shortage: Shortage): string {
  if (shortage.kind === 'searches') {
    const { label, needed } = shortage;
    return `${label}: its budget has room for one search of each revision, and a comparison needs ${needed}; give it \`budget: ${DEFAULTS.capacityBudget}\``;
  }
  if (shortage.kind === 'users') {
    const { label, users, seconds } = shortage;
    const length = Math.round(seconds * 10) / 10;
    return `${label}: ${users} virtual users keep the rate through a stall of ${length} s; arrivals in a longer one count as never answered`;
  }
  const { label, percent, planned, needed, fixedWork } = shortage;
  const more = Math.ceil((needed / Math.max(1, planned)) * 10) / 10;
  const enough =
    shortage.budgetSeconds && printDuration(Math.ceil((shortage.budgetSeconds * more) / 10) * 10);
  return (
    `${label}: p${percent} can be shown to meet its limit with ${needed} requests, ${planned} are planned; ` +
    (fixedWork
      ? `work that takes less than a second is repeated, or give it ${more} times the requests`
      : `give it ${enough ? `\`budget: ${enough}\`` : `${more} times the length`}, or ${more} times the rate`)
  );
}
