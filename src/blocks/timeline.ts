import type { Arm } from '../measurement/measurement.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../plan/shape.ts';
import { isAlone, type Program, type Slot } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';

/** Something to do at a moment of a program, in seconds from its begin. */
type Event = { at: number; act: () => void };

/** Moments (s) before and after load alone at which connections are read: the arm does nothing then. */
const BEFORE_SECONDS = 0.1;
const AFTER_SECONDS = 0.1;

type TimelineOptions = {
  instances: ReadonlyMap<Arm, Pick<RunningInstance, 'halt' | 'resume'>>;
  /** Moment (Unix ms) at which the program's first slot was due; null when it never began. */
  began: Promise<number | null>;
  /** Takes a sample of what processes use. */
  sample(): void;
  /** Reads the connections of both arms. */
  readCalls?(): void;
};

/**
 * Follows a program while k6 drives it. While one arm is measured alone the others are halted: their background work
 * would take the processors from it. They go on as soon as that is over, and whatever happens at `end`. And what
 * processes use is sampled at the edges of each slice.
 */
export function followProgram(
  program: Program,
  { instances, began, sample, readCalls = () => {} }: TimelineOptions,
): { end(): void } {
  const timers: NodeJS.Timeout[] = [];
  const halted = new Set<Arm>();
  let hasEnded = false;
  const resumeAll = () => {
    for (const arm of halted) instances.get(arm)?.resume();
    halted.clear();
  };
  const haltOthers = (arm: Arm) => {
    for (const [other, instance] of instances) {
      if (other === arm) continue;
      instance.halt();
      halted.add(other);
    }
  };
  const events: Event[] = program.slots.flatMap((slot) => [
    ...(instances.size > 1 && slot.round !== null && isAlone(slot)
      ? [
          { at: slot.startSeconds, act: () => haltOthers(slot.arm) },
          { at: endOf(slot), act: resumeAll },
        ]
      : []),
    ...listEdges(slot).map((at) => ({ at, act: sample })),
    ...(slot.round !== null && isAlone(slot)
      ? [slot.startSeconds - BEFORE_SECONDS, endOf(slot) + AFTER_SECONDS].map((at) => ({
          at,
          act: readCalls,
        }))
      : []),
  ]);
  void began.then(
    (from) => {
      if (from === null || hasEnded) return;
      for (const { at, act } of events) timers.push(setTimeout(act, from + at * 1000 - Date.now()));
    },
    () => {}, // whoever started the program is told of that
  );
  return {
    end() {
      hasEnded = true;
      for (const timer of timers) clearTimeout(timer);
      resumeAll();
    },
  };
}

/** Fixed work ends with its program, whose length nobody knows. */
function endOf({ step, startSeconds, seconds }: Slot): number {
  return startSeconds + (step.load.kind === 'fixed-work' ? FIXED_WORK_LIMIT_SECONDS : seconds);
}

function listEdges({ round, step, startSeconds, seconds, settleSeconds, slices }: Slot): number[] {
  if (round === null && slices === 1) return [];
  // Nobody knows when it ends. k6 ends with it, and a sample is taken then.
  if (step.load.kind === 'fixed-work') return [startSeconds];
  const length = (seconds - settleSeconds) / slices;
  return Array.from({ length: slices + 1 }, (_, i) => startSeconds + settleSeconds + i * length);
}
