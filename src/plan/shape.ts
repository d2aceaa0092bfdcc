import { round3 } from '../metrics/decimal.ts';
import { FEWEST_CLUSTERS } from '../statistics/confidence.ts';
import type { BlockOrder, Slot } from './slot.ts';
import { mayTakeTurns, ownSeconds, type Step } from './step.ts';

/** How a step's load is cut within one block, for each arm. */
export type Shape = Pick<Slot, 'seconds' | 'settleSeconds' | 'slices'> & { rounds: number };

const ROUND_SECONDS = 3;
const MOST_ROUNDS = 20;
/** Scenarios with limits relative to each other take turns this short, so that drift affects them equally. */
const FAMILY_ROUND_SECONDS = 1.5;
/** k6 refuses shorter scenarios. */
export const SHORTEST_ROUND_SECONDS = 1;
/** Fixed work has no planned length. k6 stops it here and counts the rest as dropped. */
export const FIXED_WORK_LIMIT_SECONDS = 300;
/** An arm with at most this much load has one round in a block: a second settling start would cost too much of it. */
const ONE_ROUND_SECONDS = 3;
/** Warm-up of unknown length. It is long, and cut into slices that show when the service was warm. */
export const PROBE = { seconds: 4, slices: 8 };

/** Shapes the rounds of a step in one block of a run of the head alone. @param seconds load time in this block */
export function shapeAlone(step: Step, seconds: number): Shape {
  if (step.load.kind === 'fixed-work') return fixedWork(2 * FEWEST_CLUSTERS);
  const total = Math.max(SHORTEST_ROUND_SECONDS, ownSeconds(step.load) ?? seconds);
  const usual = step.family ? FAMILY_ROUND_SECONDS : ROUND_SECONDS;
  const rounds = Math.max(total >= 3 ? 2 : 1, Math.min(Math.round(total / usual), MOST_ROUNDS));
  return cutRounds(total, rounds, Math.ceil(FEWEST_CLUSTERS / rounds));
}

/** Shapes the rounds of a step for one arm in one block of a pair. @param seconds load time of the arm in it */
export function shapePaired(step: Step, seconds: number): Shape {
  if (step.load.kind === 'fixed-work') return fixedWork(1);
  const total = Math.max(SHORTEST_ROUND_SECONDS, seconds);
  const rounds = total <= ONE_ROUND_SECONDS ? 1 : 2 * Math.ceil(total / (2 * ROUND_SECONDS));
  return cutRounds(total, rounds, HALVES);
}

/** Share of a step's load in a block that each arm has alone. */
const ALONE_SHARE = 0.4;
const SHORTEST_ALTERNATING_SECONDS = 0.6;
/**
 * Load alone in a block after the first look, of all steps together: without its settling start it contains one event that
 * happens every five seconds. In all blocks it would take another minute.
 */
const LATER_ALONE_SECONDS = 5.5;
/** A stretch alone is cut into halves: a growing queue shows in the second one. */
const HALVES = 2;

/**
 * Shapes rounds in which the arms take turns. Both arms are up. A few arrivals go to one arm, the next few to the
 * other, so whatever the machine does affects both. But each arm gets only half of the arrivals, which hides limits that
 * matter at the full rate. So each arm also has a stretch alone: the declared load, while the other arm
 * is halted. SLOs are judged on that of the head.
 *
 * Turns are longer in some blocks than in others. Otherwise all blocks would see a process at the same ages, and
 * a timer might always fire between two stretches, where nothing is measured. If turns are short, they
 * differ less.
 *
 * @param seconds load time of one arm in one block
 * @param options.shift see `BlockOrder`
 * @param options.sharers steps that share the longer load alone after the first look. Absent: before it
 * @returns null if arms cannot take turns, or there is too little load
 */
export function shapeTurns(
  step: Step,
  seconds: number,
  { shift = 0, sharers }: { shift?: BlockOrder['shift']; sharers?: number | undefined } = {},
): { alternating: Shape; alone: Shape } | null {
  if (!mayTakeTurns(step)) return null;
  const usual = Math.max(SHORTEST_ROUND_SECONDS, ALONE_SHARE * seconds);
  const each = seconds - usual;
  if (round3(each) < SHORTEST_ALTERNATING_SECONDS) return null;
  const later = sharers === undefined || step.family ? 0 : round3(LATER_ALONE_SECONDS / sharers);
  // k6 refuses rounds shorter than a second.
  const rounds = step.family
    ? Math.max(1, Math.floor(usual / FAMILY_ROUND_SECONDS))
    : Math.ceil(usual / ROUND_SECONDS);
  // Longer load is in one piece: a timer due while an arm is halted fires in the settling start of its next round.
  const alone = later > usual ? cutRounds(later, 1, HALVES) : cutRounds(usual, rounds, HALVES);
  const spare = Math.min(step.pauseSeconds, Math.max(0, 2 * (each - usual))) + alone.settleSeconds;
  return { alternating: cutRounds(2 * each + shift * spare, Math.ceil(each / ROUND_SECONDS), 1), alone };
}

/** Guesses a warm-up (s) for a run of the head alone, which probes nothing. @param seconds load time in this block */
export function guessWarmUp({ load }: Step, seconds: number): number {
  return round3(Math.min(5, Math.max(SHORTEST_ROUND_SECONDS, 0.15 * (ownSeconds(load) ?? seconds))));
}

/** Shapes a warm-up. @param known length (seconds): requested, found to be enough by earlier blocks, or a guess */
export function shapeWarmUp({ load }: Step, known: number | undefined): Omit<Shape, 'rounds'> {
  const seconds = load.kind === 'fixed-work' ? SHORTEST_ROUND_SECONDS : known;
  return seconds === undefined ? { ...PROBE, settleSeconds: 0 } : { seconds, settleSeconds: 0, slices: 1 };
}

function fixedWork(slices: number): Shape {
  return { rounds: 1, seconds: FIXED_WORK_LIMIT_SECONDS, settleSeconds: 0, slices };
}

function cutRounds(total: number, rounds: number, slices: number): Shape {
  const seconds = round3(total / rounds);
  const settleSeconds = round3(Math.min(0.5, Math.max(0.2, seconds * 0.1)));
  return { rounds, seconds, settleSeconds, slices };
}
