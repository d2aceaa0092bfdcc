import { round3 } from '../metrics/decimal.ts';
import type { BlockOrder, Slot } from './slot.ts';
import { mayTakeTurns, ownSeconds, type Step } from './step.ts';

/** Cuts of a step's load within one block, for each arm. */
export type Shape = Pick<Slot, 'seconds' | 'settleSeconds' | 'slices'> & { rounds: number };

const ROUND_SECONDS = 3;
/** Scenarios with limits relative to each other take turns as short as this, so that a drift meets them alike. */
const FAMILY_ROUND_SECONDS = 1.5;
/** k6 refuses shorter scenarios. */
export const SHORTEST_ROUND_SECONDS = 1;
/** Clusters that an interval for an SLO needs; see `statistics/proportion.ts`. */
const FEWEST_CLUSTERS = 6;
/** Fixed work has no planned length. k6 stops it here and counts the rest as dropped. */
export const FIXED_WORK_LIMIT_SECONDS = 300;
/** An arm with no more load than this has one round in a block: a second settling start would cost too much of it. */
const ONE_ROUND_SECONDS = 3;
const WARM_UP = { shortest: SHORTEST_ROUND_SECONDS, longest: 5, share: 0.15 };
/** Warm-up of unknown length. It is long, and cut into slices that show when the service was warm. */
export const PROBE = { seconds: 4, slices: 8 };

/**
 * Shapes the rounds of a step in one block of a run that measures the head alone.
 *
 * @param seconds load time in this block
 */
export function shapeAlone(step: Step, seconds: number): Shape {
  if (step.load.kind === 'fixed-work') return fixedWork(2 * FEWEST_CLUSTERS);
  const total = Math.max(SHORTEST_ROUND_SECONDS, ownSeconds(step.load) ?? seconds);
  const rounds = Math.max(1, Math.min(Math.round(total / roundSeconds(step)), 20) || 1, total >= 3 ? 2 : 1);
  return cutRounds(total, rounds, Math.ceil(FEWEST_CLUSTERS / rounds));
}

/**
 * Shapes the rounds of a step for one arm in one block of a pair.
 *
 * @param seconds load time of one arm in one block
 */
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
 * Load alone in a block after the first look, of all steps together: without its settling start it holds one of what comes
 * every five seconds. In all blocks it would take a minute more.
 */
const LATER_ALONE_SECONDS = 5.5;
/** A stretch alone is cut into halves: a queue that grows shows in the second one. */
const HALVES = 2;

/**
 * Shapes rounds in which the arms take turns. Both arms are up. A few arrivals go to one arm, the next few to the
 * other. So whatever the machine does meets both. Each arm has only half of the arrivals then, and what limits it
 * under all of them would not show. So each arm has a stretch alone as well: the declared load, while the other arm
 * stands still. SLOs are judged on that of the head.
 *
 * Turns are longer in some blocks than in others. Otherwise all blocks would look at the same ages of a process, and
 * what a timer does could each time fall between two stretches, where nothing is measured. Where turns are short they
 * differ less.
 *
 * @param seconds load time of one arm in one block
 * @param options.shift see `BlockOrder`
 * @param options.sharers steps that share the longer load alone after the first look. Absent: before it
 * @returns null where arms cannot take turns, or with too little load
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
  const alone =
    later > usual
      ? // In one piece: a timer that is due while an arm stands still goes off in the settling start of its next round.
        cutRounds(later, 1, HALVES)
      : cutRounds(usual, countAlone(step, usual), HALVES);
  const spare = Math.min(step.pauseSeconds, Math.max(0, 2 * (each - usual))) + alone.settleSeconds;
  return { alternating: cutRounds(2 * each + shift * spare, Math.ceil(each / ROUND_SECONDS), 1), alone };
}

/** Finds the deepest percentile (percent) with an SLO; null without one. */
export function findDeepest(slos: Step['slos']): number | null {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return percents.length > 0 ? Math.max(...percents) : null;
}

function roundSeconds({ family }: Step): number {
  return family ? FAMILY_ROUND_SECONDS : ROUND_SECONDS;
}

/** Counts the rounds alone. k6 refuses rounds of less than a second. */
function countAlone({ family }: Step, seconds: number): number {
  return family
    ? Math.max(1, Math.floor(seconds / FAMILY_ROUND_SECONDS))
    : Math.ceil(seconds / ROUND_SECONDS);
}

/**
 * Shapes a warm-up.
 *
 * @param known length (seconds) that was asked for, or that earlier blocks of a pair found to be enough; else it is probed
 * @param guessFrom load time (seconds) in a block of the head alone, which probes nothing; null for a pair
 */
export function shapeWarmUp(
  { load }: Step,
  known: number | undefined,
  guessFrom: number | null,
): Omit<Shape, 'rounds'> {
  const guess = (own: number) =>
    round3(Math.min(WARM_UP.longest, Math.max(WARM_UP.shortest, own * WARM_UP.share)));
  const usual = load.kind === 'fixed-work' ? SHORTEST_ROUND_SECONDS : known;
  const seconds = known === undefined && guessFrom !== null ? guess(ownSeconds(load) ?? guessFrom) : usual;
  return seconds === undefined ? { ...PROBE, settleSeconds: 0 } : { seconds, settleSeconds: 0, slices: 1 };
}

function fixedWork(slices: number): Shape {
  return { rounds: 1, seconds: FIXED_WORK_LIMIT_SECONDS, settleSeconds: 0, slices };
}

function cutRounds(total: number, rounds: number, slices: number): Shape {
  const seconds = round3(total / rounds);
  return { rounds, seconds, settleSeconds: settleFor(seconds), slices };
}

/** Returns the settling start (s) of a round. */
function settleFor(seconds: number): number {
  return round3(Math.min(0.5, Math.max(0.2, seconds * 0.1)));
}
