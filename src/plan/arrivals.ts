import { UserError } from '../errors.ts';
import { listBlockSlots } from './layout.ts';
import type { Plan } from './plan.ts';
import { shareSlot } from './pods.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { SHIFTS, type Slot } from './slot.ts';

/** Counts the arrivals of a rate that are due in the measured part of a slot. Null for other loads. */
export function countArrivals(slot: Slot): number | null {
  const { load } = slot.step;
  if (load.kind !== 'arrival-rate') return null;
  const share = shareTurns(slot);
  if (share !== null) return share.planned;
  return countDue(load.rate, slot.seconds) - countDue(load.rate, slot.settleSeconds);
}

/** Counts the arrivals at a rate (req/s) that are due within some seconds. */
export function countDue(rate: number, seconds: number): number {
  // The first one arrives at 0. Rounding must not add one: 3 · (1 / 3) is not exactly 1.
  return Math.ceil(Number((rate * seconds).toFixed(6)));
}

/**
 * Length of a turn. Turns this short expose both arms equally even to what lasts only a few milliseconds: a
 * processor that is taken away, or a garbage collection in k6. Requests to fast services still overlap with as many
 * other requests as at the full rate.
 */
const TURN_SECONDS = 0.01;

/**
 * Deals out arrivals by number rather than by time, so that a late one still goes to its arm.
 *
 * @returns null without turns; otherwise the arrivals of one turn, those of all arms that are skipped at the start (whole
 *   cycles), those that are measured, and those of this slot that are measured
 */
export function shareTurns({ step: { load }, turns, seconds, settleSeconds }: Slot) {
  if (turns === null || load.kind !== 'arrival-rate') return null;
  const arrivals = Math.max(1, Math.round(load.rate * TURN_SECONDS));
  const cycle = turns.of * arrivals;
  const settling = countDue(load.rate / cycle, settleSeconds) * cycle;
  const measured = Math.max(0, Math.floor(Number((load.rate * seconds).toFixed(6))) - settling);
  const rest = (measured % cycle) - turns.position * arrivals;
  const planned = Math.floor(measured / cycle) * arrivals + Math.min(arrivals, Math.max(0, rest));
  return { arrivals, settling, measured, planned };
}

/** Makes sure that every slot measures some request. @param pods that share the load equally @throws UserError */
export function assertArrivals(plan: Plan, pods = 1): void {
  for (const step of plan.steps) {
    // Turns of any length, after a warm-up that is probed, and after one of known length.
    const known = new Map([[step.label, SHORTEST_ROUND_SECONDS]]);
    const slots = SHIFTS.flatMap((shift) =>
      [new Map<string, number>(), known].flatMap((warmUpSeconds) =>
        listBlockSlots({ ...plan, steps: [step] }, 0, { shift, warmUpSeconds }),
      ),
    );
    const empty = slots.find((slot) => slot.round !== null && countArrivals(shareSlot(slot, pods)) === 0);
    if (empty === undefined || step.load.kind !== 'arrival-rate') continue;
    const seconds = Math.round((empty.seconds - empty.settleSeconds) * 10) / 10;
    throw new UserError({
      what: `${step.label}: at ${step.load.rate} req/s, some rounds of ${seconds} s would send no request.`,
      hint: `Use a higher rate or more time${pods > 1 ? `; ${pods} pods share the rate` : ''}.`,
    });
  }
}
