import { printDuration } from '../config/language/duration.ts';
import { DEFAULTS } from '../config/schema/values.ts';
import { sum } from '../measurement/sum.ts';
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
  return plan.steps.flatMap((step) => [...findRequestShortage(plan, step), ...findUserShortage(step)]);
}

/** Tells of a search whose budget has room for no comparison. */
export function findSearchShortage({ label, blocks }: CapacitySearch): Shortage[] {
  return blocks.expected < FEWEST_BLOCKS
    ? [{ kind: 'searches', label, blocks: blocks.expected, needed: FEWEST_BLOCKS }]
    : [];
}

function findUserShortage({ label, slos, load, virtualUsers: users }: Step): Shortage[] {
  if (load.kind !== 'arrival-rate' || users >= wantUsers(load.rate, findLongestLimit(slos))) return [];
  return [{ kind: 'users', label, users, seconds: round3(users / load.rate) }];
}

/** Closed models are left out: they send as many requests as the service answers, which nobody knows beforehand. */
function findRequestShortage(plan: Plan, step: Step): Shortage[] {
  const { label, slos, load, budgetSeconds } = step;
  const percent = findDeepest(slos);
  if (load.kind === 'users' || percent === null) return [];
  const own = listMeasuredSlots({ ...plan, steps: [step] }).filter(
    (slot) => slot.arm === 'head' && isAlone(slot),
  );
  const isFixed = load.kind === 'fixed-work';
  const planned = isFixed
    ? sum(own, ({ requests }) => requests!)
    : Math.floor(load.rate * sum(own, ({ seconds, settleSeconds }) => seconds - settleSeconds));
  const clusters = plan.blocks < FEWEST_CLUSTERS ? sum(own, ({ slices }) => slices) : plan.blocks;
  const needed = countToDecide(percent / 100, chooseConfidence(plan.looks, plan.blocks), clusters);
  if (planned >= needed) return [];
  const fixed = isFixed && ({ fixedWork: true } as const);
  return [
    {
      kind: 'requests',
      label,
      percent,
      planned,
      needed,
      ...fixed,
      ...(!hasOwnLength(load) && { budgetSeconds }),
    },
  ];
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
