import type { Arm } from '../measurement/measurement.ts';
import type { Step } from './step.ts';

/** One arm's part of a stretch of load. A stretch is one scenario of the k6 process. */
export type Slot = {
  /** Name of the slot. It is also the name of the k6 scenario, unless that alternates between arms. */
  key: string;
  step: Step;
  arm: Arm;
  /** Number of the round. Null for the warm-up, whose figures are discarded. */
  round: number | null;
  startSeconds: number;
  seconds: number;
  settleSeconds: number;
  /** Equal parts into which the slot is cut. Requests within one are correlated: slices are the clusters of intervals. */
  slices: number;
  /** Requests (script: iterations) of this slot if the load is fixed work. Null for other loads. */
  requests: number | null;
  /**
   * Turns of arms in one k6 scenario: its name, the number of turns in a cycle, and this slot's place among them. Null
   * if arms do not take turns.
   */
  turns: { scenario: string; of: number; position: number } | null;
};

/** Returns the time (s) under load. A slot that has every other turn is under load for half of its length. */
export function loadSeconds({ seconds, turns }: Slot): number {
  return seconds / (turns?.of ?? 1);
}

/** Returns how long (s) a slot lasts by the clock for its arm to be under load for this many seconds. */
export function clockSeconds({ turns }: Pick<Slot, 'turns'>, loadSeconds: number): number {
  return loadSeconds * (turns?.of ?? 1);
}

/** One k6 process. Each script has its own, because its options and its target apply to the whole process. */
export type Program = {
  slots: Slot[];
  /** Planned length. Fixed work counts as zero, because its length is unknown. */
  seconds: number;
};

/** Instances that are up at the same time, and the k6 processes that drive them, one after another. */
export type Stage = { arms: Arm[]; programs: Program[] };

/** Shifts of the process ages that are observed, from block to block. Their mean is zero. */
export const SHIFTS = [0, 1, -1] as const;

export type BlockOrder = {
  index: number;
  /** Arm that goes first. A fair coin decides, which makes the sign-flip test exact. */
  first: Arm;
  /** True: scenarios with limits relative to each other run in reverse order. Also decided by a coin. */
  reversed?: boolean;
  /** Labels of steps that the base cannot serve. */
  headOnly: ReadonlySet<string>;
  /** Warm-up that earlier blocks found to be enough, by label. Other steps are probed. */
  warmUpSeconds: ReadonlyMap<string, number>;
  /** How much longer turns are than usual, in units of the unmeasured time between two stretches. Absent: none. */
  shift?: (typeof SHIFTS)[number] | undefined;
};

/** Tells whether a slot is uninterrupted load on one arm, on which SLOs are judged, or every other turn of a stretch. */
export const isAlone = ({ turns }: Pick<Slot, 'turns'>): boolean => turns === null;
export const isInTurns = (slot: Pick<Slot, 'turns'>): boolean => !isAlone(slot);
