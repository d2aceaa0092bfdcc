import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { groupByProcess, prepareNames, separateSweeps } from './grouping.ts';
import { measureLength } from './layout.ts';
import type { Plan } from './plan.ts';
import type { Program, Slot } from './slot.ts';
import { gapAfter } from './step.ts';

/** Slices this short show a stall of a tenth of a second, and leave enough of them to detect growth. */
const SLICE_SECONDS = 0.5;
/** Halves of five slices each are the fewest that can show growth with an error of 1 %. */
const SHORTEST_SECONDS = 6;
const SETTLE_SECONDS = 0.5;

/**
 * Lays out the soak of an arm: all steps, one after another, on an instance that is already up. For each
 * instance, warm-up and block are over in seconds. Effects of a process's age, such as timers, expiring caches, leaks or a growing
 * list that is scanned, show only afterwards; so does whatever uninterrupted load fills up.
 *
 * @param warmUpSeconds by label, for an instance that is started for the soak. Absent: it is warm
 * @returns nothing if no soak is wanted. Fixed work has its own length and takes no part
 */
export function layOutSoak(
  plan: Plan,
  arm: Arm,
  warmUpSeconds: ReadonlyMap<string, number> = new Map(),
): Program[] {
  const steps = plan.soakSeconds === 0 ? [] : plan.steps.filter(({ load }) => load.kind !== 'fixed-work');
  const seconds = round3(Math.max(SHORTEST_SECONDS, plan.soakSeconds / steps.length));
  const slices = Math.floor((seconds - SETTLE_SECONDS) / SLICE_SECONDS);
  return groupByProcess(separateSweeps(steps).flat()).map((group) => {
    const nameSlot = prepareNames(group);
    let end = 0;
    return measureLength(
      group.map((step): Slot => {
        const startSeconds = round3(end);
        const settleSeconds = Math.max(SETTLE_SECONDS, warmUpSeconds.get(step.label) ?? 0);
        const length = round3(seconds + settleSeconds - SETTLE_SECONDS);
        end += length + gapAfter(step);
        const own = { key: nameSlot(step, arm, null), step, arm, round: null, requests: null, turns: null };
        return { ...own, startSeconds, seconds: length, settleSeconds, slices };
      }),
    );
  });
}
