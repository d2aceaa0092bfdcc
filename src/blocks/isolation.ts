import type { Arm } from '../measurement/measurement.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../plan/shape.ts';
import { isAlone, type Program, type Slot } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';

/** Span of a program (seconds from its begin) in which one arm is measured alone. */
type Span = { arm: Arm; from: number; to: number };

/**
 * Halts the other arms while one is measured alone: their background work would take the processors from it. They go
 * on as soon as the span is over, and whatever happens at `end`.
 *
 * @param began moment (Unix ms) at which the program's first slot was due; null when it never began
 */
export function isolateArms(
  program: Program,
  instances: ReadonlyMap<Arm, Pick<RunningInstance, 'halt' | 'resume'>>,
  began: Promise<number | null>,
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
  const spans = instances.size > 1 ? listSpans(program.slots) : [];
  if (spans.length > 0) {
    void began.then((at) => {
      if (at === null || hasEnded) return;
      const schedule = (seconds: number, act: () => void) =>
        timers.push(setTimeout(act, at + seconds * 1000 - Date.now()));
      for (const { arm, from, to } of spans) {
        schedule(from, () => haltOthers(arm));
        schedule(to, resumeAll);
      }
    });
  }
  return {
    end() {
      hasEnded = true;
      for (const timer of timers) clearTimeout(timer);
      resumeAll();
    },
  };
}

/** Lists the spans. Fixed work ends with its program, whose length nobody knows. */
function listSpans(slots: readonly Slot[]): Span[] {
  return slots
    .filter((slot) => slot.round !== null && isAlone(slot))
    .map(({ arm, step, startSeconds, seconds }) => ({
      arm,
      from: startSeconds,
      to: startSeconds + (step.load.kind === 'fixed-work' ? FIXED_WORK_LIMIT_SECONDS : seconds),
    }));
}
