import type { Arm } from '../measurement/measurement.ts';
import { findWarmUp } from '../measurement/warm-up.ts';
import type { Plan } from '../plan/plan.ts';
import { PROBE } from '../plan/shape.ts';
import { clockSeconds, isAlone } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { DiagnosedSlot } from './slots.ts';

/** Warm-up (seconds) by label that was enough for both arms. Null if the probe was too short. Probed steps only. */
export type WarmUps = Map<string, number | null>;

/** Minimum age (s) of a process at its first request: k6 takes this long to start. */
const YOUNGEST_SECONDS = 0.3;

/**
 * Adds the probes of steps that had no disturbed round. What passes with the age of a process is over earlier in a probe
 * that started late, as with a run's first k6.
 */
export function noteWarmUps(
  slots: readonly Pick<DiagnosedSlot, 'slot' | 'slices'>[],
  bad: readonly Pick<DiagnosedSlot, 'slot'>[],
  instances: ReadonlyMap<Arm, Pick<RunningInstance, 'readyAt'>>,
  warmUps: WarmUps,
): void {
  const probes = slots.filter(
    ({ slot }) => slot.round === null && !bad.some((each) => each.slot.step === slot.step),
  );
  for (const { slot, slices: probe } of probes) {
    const { step, arm } = slot;
    // In turns each arm has half of the load, so a probe in turns is compared with turns.
    const own = slots.filter(
      ({ slot: each }) =>
        each.round !== null && each.step === step && each.arm === arm && isAlone(each) === isAlone(slot),
    );
    const { readyAt } = instances.get(arm)!;
    const age = readyAt === null ? 0 : (probe[0]!.startedAt - readyAt) / 1000;
    const seconds = findWarmUp(
      probe.map((slice) => ({ ...slice, seconds: clockSeconds(slot, slice.seconds) })),
      own.flatMap(({ slices }) => slices),
      Math.max(0, age - slot.startSeconds - YOUNGEST_SECONDS),
    );
    const { label } = step;
    const before = warmUps.get(label);
    warmUps.set(label, before === null || seconds === null ? null : Math.max(before ?? 0, seconds));
  }
}

/** Number of blocks in which a warm-up is probed again while the probes are too short. */
const PROBES = 3;

/** Finds by label the declared warm-up (seconds), or the longest that was enough. If all probes failed, it is as long as a probe. */
export function findWarmUps(
  { steps, warmUpSeconds }: Pick<Plan, 'steps' | 'warmUpSeconds'>,
  blocks: readonly { warmUps: WarmUps }[],
): Map<string, number> {
  const found = steps.flatMap(({ label }): [string, number][] => {
    if (warmUpSeconds !== undefined) return [[label, warmUpSeconds]];
    const probes = blocks.flatMap(({ warmUps }) => warmUps.get(label) ?? []);
    if (probes.length > 0) return [[label, Math.max(...probes)]];
    return blocks.length >= PROBES ? [[label, PROBE.seconds]] : [];
  });
  return new Map(found);
}
