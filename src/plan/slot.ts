import type { Arm } from '../measurement/measurement.ts';
import type { Step } from './step.ts';

/** Part of one arm in a stretch of load. A stretch is one scenario of the k6 process. */
export type Slot = {
  /** Name of the slot. It is also the name of the k6 scenario, unless arms take turns in that. */
  key: string;
  step: Step;
  arm: Arm;
  /** Number of the round. Null for the warm-up, whose numbers are thrown away. */
  round: number | null;
  startSeconds: number;
  seconds: number;
  settleSeconds: number;
  /** Equal parts into which the slot is cut. Their requests are correlated: they are the clusters of intervals. */
  slices: number;
  /** Requests (script: iterations) of this slot where the load is fixed work. Null for other loads. */
  requests: number | null;
  /**
   * Turns of arms in one k6 scenario: its name, the number of turns in a cycle, and this slot's place among them. Null
   * where arms do not take turns.
   */
  turns: { scenario: string; of: number; position: number } | null;
};

/** Returns the time (s) under load. A slot that has every other turn is under load for half of its length. */
export function loadSeconds({ seconds, turns }: Slot): number {
  return seconds / (turns?.of ?? 1);
}

/** Returns how long (s) a slot lasts by the clock while its arm is under load for so many seconds. */
export function clockSeconds({ turns }: Pick<Slot, 'turns'>, loadSeconds: number): number {
  return loadSeconds * (turns?.of ?? 1);
}

/** One k6 process. Scripts have a process of their own, since their options and their target hold for all of it. */
export type Program = {
  slots: Slot[];
  /** Planned length. Fixed work counts as nothing, since nobody knows its length. */
  seconds: number;
};

/** Instances that are up at the same time, and the k6 processes that drive them, one after the other. */
export type Stage = { arms: Arm[]; programs: Program[] };

/** Shifts of the ages at which a process is looked at, block after block. Their mean is none. */
export const SHIFTS = [0, 1, -1] as const;

export type BlockOrder = {
  index: number;
  /** Arm that goes first. A fair coin draws it, and so the sign-flip test is exact. */
  first: Arm;
  /** True: scenarios with limits relative to each other go in reverse order. A coin draws it as well. */
  reversed?: boolean;
  /** Labels of steps that the base cannot serve. */
  headOnly: ReadonlySet<string>;
  /** Warm-up that earlier blocks found to be enough, by label. A step without one is probed. */
  warmUpSeconds: ReadonlyMap<string, number>;
  /** Part by which turns are longer than usual, as long as what is not measured between two stretches. Absent: none. */
  shift?: (typeof SHIFTS)[number] | undefined;
};

/** Tells whether a slot is load on one arm without pauses, on which SLOs are judged, or every other turn of a stretch. */
export const isAlone = ({ turns }: Pick<Slot, 'turns'>): boolean => turns === null;
export const isInTurns = (slot: Pick<Slot, 'turns'>): boolean => !isAlone(slot);
