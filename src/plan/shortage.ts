import { sum } from '../measurement/sum.ts';
import { chooseConfidence, countToDecide, FEWEST_CLUSTERS } from '../statistics/confidence.ts';
import { listMeasuredSlots } from './layout.ts';
import type { Plan } from './plan.ts';
import { FEWEST_BLOCKS } from './search.ts';
import { isAlone } from './slot.ts';
import { findLongestLimit, type Step, wantUsers } from './step.ts';

/** Finds what a plan has too little of. */
export function findShortages(plan: Plan): string[] {
  const { steps, searches, paired } = plan;
  const short = paired ? searches.filter(({ blocks }) => blocks.expected < FEWEST_BLOCKS) : [];
  return [
    ...steps.flatMap((step) => [...lackRequests(plan, step), ...lackUsers(step)]),
    ...short.map(
      ({ label }) =>
        `${label}: its budget has room for one search of each revision, and a comparison needs ${FEWEST_BLOCKS}; give it a larger \`budget\``,
    ),
  ];
}

function lackUsers({ label, slos, load, virtualUsers: users }: Step): string[] {
  if (load.kind !== 'arrival-rate' || users >= wantUsers(load.rate, findLongestLimit(slos))) return [];
  const length = Math.round((10 * users) / load.rate) / 10;
  return [
    `${label}: ${users} virtual users keep the rate through a stall of ${length} s; arrivals in a longer one count as never answered`,
  ];
}

/**
 * Tells of too few requests to show that the deepest percentile meets its SLO. Closed models are left out: they send as many
 * as the service answers, which nobody knows beforehand.
 */
function lackRequests(plan: Plan, step: Step): string[] {
  const { label, slos, load } = step;
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  const percent = Math.max(...percents);
  if (load.kind === 'users' || percents.length === 0) return [];
  const own = listMeasuredSlots({ ...plan, steps: [step] }).filter(
    (slot) => slot.arm === 'head' && isAlone(slot),
  );
  const planned =
    load.kind === 'fixed-work'
      ? sum(own, ({ requests }) => requests!)
      : Math.floor(load.rate * sum(own, ({ seconds, settleSeconds }) => seconds - settleSeconds));
  const clusters = plan.blocks < FEWEST_CLUSTERS ? sum(own, ({ slices }) => slices) : plan.blocks;
  const needed = countToDecide(percent / 100, chooseConfidence(plan.looks, plan.blocks), clusters);
  if (planned >= needed) return [];
  const times = Math.ceil((10 * needed) / Math.max(1, planned)) / 10;
  const more =
    load.kind === 'fixed-work'
      ? `${times} times the requests`
      : `${times} times the rate, or as much more time`;
  return [
    `${label}: p${percent} can be shown to meet its limit with ${needed} requests, ${planned} are planned; give it ${more}`,
  ];
}
