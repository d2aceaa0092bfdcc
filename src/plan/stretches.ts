import type { Arm } from '../measurement/measurement.ts';
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
import type { Step } from './step.ts';

/** Load on one arm, or on several in turns. `round`: null for the warm-up. */
export type Stretch = { arms: Arm[]; round: number | null; shape: Omit<Shape, 'rounds'> };

/** Stretches of each round, in order: those that are compared, and load on the head alone. */
export type StepStretches = { compared: Stretch[][]; sustained: Stretch[][] };

/** Lists what is measured of a step in a block. */
export function listStretches(plan: Plan, step: Step, arms: Arm[]): StepStretches {
  const turns = plan.paired && arms.length > 1 ? shapeTurns(step, armSeconds(plan, step)) : null;
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  // The order is A B, B A, A B …, so that a drift within the block meets both arms alike.
  const order = (round: number) => (round % 2 === 0 ? arms : arms.toReversed());
  if (turns === null) {
    const shape = shapeStep(plan, step);
    return {
      compared: count(shape.rounds).map((round) =>
        order(round).map((arm) => ({ arms: [arm], round, shape })),
      ),
      sustained: [],
    };
  }
  const { alternating, sustained } = turns;
  return {
    compared: count(alternating.rounds).map((round) => [{ arms: order(round), round, shape: alternating }]),
    sustained: count(sustained.rounds).map((index) => [
      { arms: ['head'], round: alternating.rounds + index, shape: sustained },
    ]),
  };
}

function shapeStep(plan: Plan, step: Step): Shape {
  return plan.paired
    ? shapePaired(step, armSeconds(plan, step))
    : shapeAlone(step, step.budgetSeconds / plan.blocks);
}

/**
 * Shapes a warm-up.
 *
 * @param known length (seconds) that earlier blocks of a pair found to be enough; undefined: it is probed
 */
export function shapeBlockWarmUp(plan: Plan, step: Step, known: number | undefined): Stretch['shape'] {
  if (!plan.paired) return shapeWarmUp(step, step.budgetSeconds / plan.blocks);
  const seconds = step.load.kind === 'fixed-work' ? SHORTEST_ROUND_SECONDS : known;
  return seconds === undefined ? { ...PROBE, settleSeconds: 0 } : { seconds, settleSeconds: 0, slices: 1 };
}
