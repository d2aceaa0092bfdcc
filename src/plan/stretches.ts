import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { armSeconds } from './paired.ts';
import type { Plan } from './plan.ts';
import { guessWarmUp, type Shape, shapeAlone, shapePaired, shapeTurns, shapeWarmUp } from './shape.ts';
import type { BlockOrder } from './slot.ts';
import { hasOwnLength, roundOfUsers, type Step } from './step.ts';

/** Load on one arm, or on several in turns. `round`: null for the warm-up. */
export type Stretch = { arms: Arm[]; round: number | null; shape: Omit<Shape, 'rounds'> };

/**
 * Lists what is measured of a step in a block: warm-ups, and the stretches of each round, in order: in turns if arms can
 * take them, then those of one arm alone.
 */
export function listStretches(plan: Plan, step: Step, arms: Arm[], order: BlockOrder) {
  const { paired, looks } = plan;
  // After the first look, the search is for rare events.
  const isLater = looks.length > 1 && order.index >= looks[0]! && !hasOwnLength(step.load);
  const sharers = isLater ? plan.steps.length : undefined;
  const own = paired ? armSeconds(plan, step) : step.budgetSeconds / plan.blocks;
  const turns = paired && arms.length > 1 ? shapeTurns(step, own, { shift: order.shift, sharers }) : null;
  // The order is A B, B A, A B …, so that a drift within the block affects both arms equally.
  const orderRound = (round: number) => (round % 2 === 0 ? arms : arms.toReversed());
  const listRounds = (shape: Shape, first: number, list: (round: number) => Stretch[]) =>
    Array.from({ length: shape.rounds }, (_, index) => list(first + index));
  const listAlone = (shape: Shape, first: number) =>
    listRounds(shape, first, (round) =>
      orderRound(round - first).map((arm) => ({ arms: [arm], round, shape })),
    );
  const usual = paired ? order.warmUpSeconds.get(step.label) : guessWarmUp(step, own);
  const known = plan.warmUpSeconds ?? usual;
  const shape = shapeWarmUp(step, known);
  if (turns === null) {
    const least = plan.warmUpSeconds === undefined ? roundOfUsers(step) : 0;
    const longer = { ...shape, seconds: Math.max(shape.seconds, least) };
    const warmUps = arms.map((arm): Stretch => ({ arms: [arm], round: null, shape: longer }));
    const whole = paired ? shapePaired(step, own) : shapeAlone(step, own);
    return { warmUps, inTurns: [], alone: listAlone(whole, 0) };
  }
  const { alternating, alone } = turns;
  // A warm-up of known length runs into the turns that follow it, replacing their settling start. But scenarios with
  // limits relative to each other are all warmed up before any of them is measured.
  const isJoined = known !== undefined && !step.family;
  const joined = isJoined && {
    seconds: round3(known + alternating.seconds - alternating.settleSeconds),
    settleSeconds: known,
  };
  // Arms that take turns also warm up in turns: in the time of one, and with the same history.
  const warmUps: Stretch[] = isJoined ? [] : [{ arms, round: null, shape }];
  const inTurns = listRounds(alternating, 0, (round) => [
    { arms: orderRound(round), round, shape: { ...alternating, ...(round === 0 && joined) } },
  ]);
  return { warmUps, inTurns, alone: listAlone(alone, alternating.rounds) };
}

/** Tells whether base and head take turns in a step. */
export function takesTurns(plan: Plan, step: Step): boolean {
  return plan.paired && !plan.swapped && shapeTurns(step, armSeconds(plan, step)) !== null;
}
