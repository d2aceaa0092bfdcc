import type { Slot } from './slot.ts';

/**
 * Length of a turn. Turns as short as this share between both arms even what lasts only some milliseconds: a
 * processor that is taken away, or a garbage collection in k6. Requests of fast services still run beside as many
 * other requests as at the full rate.
 */
const TURN_SECONDS = 0.01;

/**
 * Deals arrivals out by number and not by time, so that a late one still goes to its arm.
 *
 * @returns null without turns; else arrivals of one turn, those of all arms that are left out at the start (whole cycles)
 *   and that are measured, and those of this slot that are measured
 */
export function shareTurns({ step: { load }, turns, seconds, settleSeconds }: Slot) {
  if (turns === null || load.kind !== 'arrival-rate') return null;
  const arrivals = Math.max(1, Math.round(load.rate * TURN_SECONDS));
  const cycle = turns.of * arrivals;
  // 0.2 s · 300 req/s is 60.00000000000001.
  const settling = Math.ceil(Number(((load.rate * settleSeconds) / cycle).toFixed(6))) * cycle;
  const measured = Math.max(0, Math.floor(Number((load.rate * seconds).toFixed(6))) - settling);
  const rest = (measured % cycle) - turns.position * arrivals;
  const planned = Math.floor(measured / cycle) * arrivals + Math.min(arrivals, Math.max(0, rest));
  return { arrivals, settling, measured, planned };
}
