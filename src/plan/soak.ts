import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { measureLength, nameSlot } from './layout.ts';
import type { Plan } from './plan.ts';
import type { Program, Slot } from './slot.ts';
import { mayTakeTurns } from './step.ts';

/** Slices as short as this show a stall of a tenth of a second, and leave enough of them to see growth. */
const SLICE_SECONDS = 0.5;
const SHORTEST_SECONDS = 5;
const SETTLE_SECONDS = 0.2;

/**
 * Lays out the soak: all steps whose arms take turns, one after the other, on a pair that is up already. The warm-up
 * and the blocks are over in seconds. What comes with the age of a process, such as a timer, a cache that expires, a
 * leak or a list that is scanned, shows only after that.
 *
 * @returns null where no step takes turns, or no soak is wanted
 */
export function layOutSoak(plan: Plan, arms: readonly Arm[]): Program | null {
  const steps = plan.steps.filter(mayTakeTurns);
  if (steps.length === 0 || plan.soakSeconds === 0 || arms.length < 2) return null;
  const seconds = round3(Math.max(SHORTEST_SECONDS, plan.soakSeconds / steps.length));
  const slices = Math.max(1, Math.floor((seconds - SETTLE_SECONDS) / SLICE_SECONDS));
  const slots = steps.flatMap((step, index) =>
    arms.map((arm, position): Slot => {
      const startSeconds = round3(index * (seconds + step.pauseSeconds + 0.05));
      const turns = { scenario: nameSlot(steps, step, null, null), of: arms.length, position };
      const length = { startSeconds, seconds, settleSeconds: SETTLE_SECONDS, slices };
      return {
        key: nameSlot(steps, step, arm, null),
        step,
        arm,
        round: null,
        ...length,
        requests: null,
        turns,
      };
    }),
  );
  return measureLength(slots);
}
