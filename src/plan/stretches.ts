import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { armSeconds } from './paired.ts';
import type { Plan } from './plan.ts';
import {
  PROBE,
  SHORTEST_ROUND_SECONDS,
  type Shape,
  shapeAlone,
  shapePaired,
  shapeTurns,
  shapeWarmUp,
} from './shape.ts';
import type { BlockOrder } from './slot.ts';
import { hasOwnLength, roundOfUsers, type Step } from './step.ts';

/** Load on one arm, or on several in turns. `round`: null for the warm-up. */
export type Stretch = { arms: Arm[]; round: number | null; shape: Omit<Shape, 'rounds'> };

/** Warm-ups, and the stretches of each round, in order: in turns where arms can take them, and those of one arm alone. */
export type StepStretches = { warmUps: Stretch[]; inTurns: Stretch[][]; alone: Stretch[][] };

/** Lists what is measured of a step in a block. */
export function listStretches(plan: Plan, step: Step, arms: Arm[], order: BlockOrder): StepStretches {
  const turns = planTurns(plan, step, arms, { shift: order.shift, isLater: isLater(plan, order.index) });
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  // The order is A B, B A, A B …, so that a drift within the block meets both arms alike.
  const orderRound = (round: number) => (round % 2 === 0 ? arms : arms.toReversed());
  const listAlone = (shape: Shape, first: number) =>
    count(shape.rounds).map((index) =>
      orderRound(index).map((arm): Stretch => ({ arms: [arm], round: first + index, shape })),
    );
  const known = plan.warmUpSeconds ?? (plan.paired ? order.warmUpSeconds.get(step.label) : undefined);
  const shape = shapeBlockWarmUp(plan, step, known);
  const warmUp = (together: Arm[]): Stretch => ({ arms: together, round: null, shape });
  if (turns === null) {
    const least = plan.warmUpSeconds === undefined ? roundOfUsers(step) : 0;
    const longer = { ...shape, seconds: Math.max(shape.seconds, least) };
    return {
      warmUps: arms.map((arm) => ({ ...warmUp([arm]), shape: longer })),
      inTurns: [],
      alone: listAlone(shapeStep(plan, step), 0),
    };
  }
  const { alternating, alone } = turns;
  // Scenarios with limits relative to each other are all warm before any of them is measured.
  const isJoined = known !== undefined && !step.family;
  return {
    // Arms that take turns warm up in turns, too: in the time of one, and with the same past.
    warmUps: isJoined ? [] : [warmUp(arms)],
    inTurns: count(alternating.rounds).map((round) => [
      {
        arms: orderRound(round),
        round,
        shape: isJoined && round === 0 ? joinWarmUp(known, alternating) : alternating,
      },
    ]),
    alone: listAlone(alone, alternating.rounds),
  };
}

/** Lets a warm-up of known length (seconds) run into the turns that follow it, in place of their settling start. */
function joinWarmUp(warmUpSeconds: number, turns: Shape): Shape {
  const seconds = round3(warmUpSeconds + turns.seconds - turns.settleSeconds);
  return { ...turns, seconds, settleSeconds: warmUpSeconds };
}

/** Tells whether base and head take turns in a step. */
export function takesTurns(plan: Plan, step: Step): boolean {
  return !plan.swapped && planTurns(plan, step, ['base', 'head']) !== null;
}

/** Tells whether a block comes after the first look, when what comes rarely is looked for. */
function isLater({ looks }: Plan, index: number): boolean {
  return looks.length > 1 && index >= looks[0]!;
}

function planTurns(
  plan: Plan,
  step: Step,
  arms: Arm[],
  { shift, isLater = false }: { shift?: BlockOrder['shift']; isLater?: boolean } = {},
) {
  if (!plan.paired || arms.length < 2) return null;
  return shapeTurns(step, armSeconds(plan, step), {
    shift,
    sharers: isLater && !hasOwnLength(step.load) ? plan.steps.length : undefined,
  });
}

function shapeStep(plan: Plan, step: Step): Shape {
  return plan.paired
    ? shapePaired(step, armSeconds(plan, step))
    : shapeAlone(step, step.budgetSeconds / plan.blocks);
}

/**
 * Shapes a warm-up.
 *
 * @param known length (seconds) that was asked for, or that earlier blocks of a pair found to be enough; undefined: it is probed
 */
function shapeBlockWarmUp(plan: Plan, step: Step, known: number | undefined): Stretch['shape'] {
  if (!plan.paired && known === undefined) return shapeWarmUp(step, step.budgetSeconds / plan.blocks);
  const seconds = step.load.kind === 'fixed-work' ? SHORTEST_ROUND_SECONDS : known;
  return seconds === undefined ? { ...PROBE, settleSeconds: 0 } : { seconds, settleSeconds: 0, slices: 1 };
}
