import type { Arm } from '../measurement/measurement.ts';
import { isAlone, type Program, type Slot } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';

/** An action at a time within a program, in seconds from its start. */
type Event = { at: number; act: () => void };

/** Time (s) before and after load alone at which connections are read: the arm is idle then. */
const AROUND_SECONDS = 0.1;

type TimelineOptions = {
  instances: ReadonlyMap<Arm, Pick<RunningInstance, 'halt' | 'resume' | 'settled'>>;
  /** Time (Unix ms) at which the program's first slot was due; null if it never started. */
  began: Promise<number | null>;
  /** Takes a sample of what processes use. */
  sample(): void;
  /** Reads the connections of both arms. */
  readCalls?(): void;
};

/**
 * Follows a program while k6 drives it. While one arm is measured alone, the others are halted: their background work
 * would take CPU time from it. They resume as soon as that is over, and in any case at `end`. And the usage of
 * processes is sampled at the edges of each slice.
 *
 * @returns `still`: by slot, when (Unix ms) the others were halted and its own arm resumed; null without containers,
 *   because only these take time for it
 */
export function followProgram(
  program: Program,
  { instances, began, sample, readCalls = () => {} }: TimelineOptions,
): { end(): void; still: ReadonlyMap<string, number> | null } {
  const timers: NodeJS.Timeout[] = [];
  const halted = new Set<Arm>();
  let hasEnded = false;
  const resumeAll = () => {
    for (const arm of halted) instances.get(arm)?.resume();
    halted.clear();
  };
  const still = new Map<string, number>();
  const containers = [...instances.values()].filter(({ settled }) => settled !== undefined);
  const haltOthers = ({ arm, key }: Slot) => {
    for (const [other, instance] of instances) {
      if (other === arm) continue;
      instance.halt();
      halted.add(other);
    }
    void Promise.all(containers.map((instance) => instance.settled!())).then(
      () => still.set(key, Date.now()),
      () => {}, // it is thrown when the instance is stopped
    );
  };
  const isMeasuredAlone = (slot: Slot | undefined) =>
    slot !== undefined && instances.size > 1 && slot.round !== null && isAlone(slot);
  const { slots } = program;
  const events = slots.flatMap((slot, index): Event[] => {
    const at = (act: () => void, ...moments: number[]) => moments.map((moment) => ({ at: moment, act }));
    const own = at(sample, ...listEdges(slot));
    if (slot.round !== null && isAlone(slot))
      own.push(...at(readCalls, slot.startSeconds - AROUND_SECONDS, endOf(slot) + AROUND_SECONDS));
    if (!isMeasuredAlone(slot)) return own;
    const [before, next] = [slots[index - 1], slots[index + 1]];
    own.push(...at(() => haltOthers(slot), findHalt(slot, before)));
    // Whatever is to be halted in the next slot as well stays halted.
    if (!isMeasuredAlone(next) || next!.arm !== slot.arm) own.push(...at(resumeAll, endOf(slot)));
    return own;
  });
  void began.then(
    (from) => {
      if (from === null || hasEnded) return;
      for (const { at, act } of events) timers.push(setTimeout(act, from + at * 1000 - Date.now()));
    },
    () => {}, // reported to whoever started the program
  );
  return {
    still: containers.length > 0 ? still : null,
    end() {
      hasEnded = true;
      for (const timer of timers) clearTimeout(timer);
      resumeAll();
    },
  };
}

/** Returns when to halt the others: once they have responded, and early enough for halting to take effect. */
function findHalt({ startSeconds, step }: Slot, before: Slot | undefined): number {
  const lead = Math.max(before ? endOf(before) : 0, startSeconds - (step.haltSeconds ?? 0));
  return Math.min(startSeconds, lead);
}

const endOf = ({ startSeconds, seconds }: Slot) => startSeconds + seconds;

/** Lists the edges of the slices; for fixed work, as if it took as long as allowed. */
function listEdges({ round, startSeconds, seconds, settleSeconds, slices }: Slot): number[] {
  if (round === null && slices === 1) return [];
  const length = (seconds - settleSeconds) / slices;
  return Array.from({ length: slices + 1 }, (_, i) => startSeconds + settleSeconds + i * length);
}
