import type { Shortage } from './plan.ts';

/** One sentence for the terminal: what cannot be decided, and what would help. */
export function describeShortage({ label, percent, planned, needed }: Shortage): string {
  const more = Math.ceil((needed / planned) * 10) / 10;
  return (
    `${label}: p${percent} can be shown to meet its limit with ${needed} requests, ${planned} are planned; ` +
    `give it ${more} times the budget or the rate`
  );
}
