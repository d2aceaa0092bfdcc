import { countToDecide, shareConfidence } from '../statistics/confidence.ts';
import { listRounds } from './layout.ts';
import type { Plan } from './plan.ts';
import type { Step } from './step.ts';
import { isSustained } from './turns.ts';

/** A step whose percentile cannot be shown to meet its SLO, since too few requests are planned. */
export type Shortage = { label: string; percent: number; planned: number; needed: number };

/** Closed models send as many as the service answers, which nobody knows beforehand. */
export function findShortage(plan: Plan, { label, slos, load }: Step): Shortage | null {
  if (load.kind === 'users') return null;
  const own = listRounds(plan).filter(
    (slot) => slot.arm === 'head' && slot.step.label === label && isSustained(slot),
  );
  const seconds = own.reduce((sum, slot) => sum + slot.seconds - slot.settleSeconds, 0);
  const planned = load.kind === 'fixed-work' ? load.requests : Math.floor(load.rate * seconds);
  const clusters = own.reduce((sum, slot) => sum + slot.slices, 0);
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  const percent = Math.max(0, ...percents);
  const confidence = shareConfidence(plan.looks.length);
  const needed = percent === 0 ? 0 : countToDecide(percent / 100, confidence, clusters);
  return planned < needed ? { label, percent, planned, needed } : null;
}

/** One sentence for the terminal: what cannot be decided, and what would help. */
export function describeShortage({ label, percent, planned, needed }: Shortage): string {
  const more = Math.ceil((needed / Math.max(1, planned)) * 10) / 10;
  return (
    `${label}: p${percent} can be shown to meet its limit with ${needed} requests, ${planned} are planned; ` +
    `give it ${more} times the budget or the rate`
  );
}
