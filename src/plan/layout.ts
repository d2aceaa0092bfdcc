import type { Arm } from '../measurement/measurement.ts';
import { round3 } from '../metrics/decimal.ts';
import { groupByProcess, prepareNames, separateSweeps, sharesProcess } from './grouping.ts';
import type { Plan } from './plan.ts';
import { groupFamilies } from './relations.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import type { BlockOrder, Program, Slot, Stage } from './slot.ts';
import { countWork, gapAfter, hasOwnLength, SHORTEST_GAP_SECONDS, type Step } from './step.ts';
import { listStretches, type Stretch } from './stretches.ts';

/** Lays out one block: the arms that are started together, and every stretch of load on them, in order. */
export function layOutBlock(plan: Plan, order: BlockOrder): Stage[] {
  // A load with its own length is measured for exactly that long. Without a pair, one block does that.
  const due = plan.steps.filter((step) => plan.paired || order.index === 0 || !hasOwnLength(step.load));
  const arms: Arm[] = !plan.paired ? ['head'] : order.first === 'head' ? ['head', 'base'] : ['base', 'head'];
  const stages: Arm[][] = plan.swapped ? arms.map((arm) => [arm]) : [arms];
  const isNew = ({ label }: Step) => order.headOnly.has(label);
  const [known, fresh] = [due.filter((step) => !isNew(step)), due.filter(isNew)];
  const layOut = (together: Arm[]) => [
    ...layOutPrograms(plan, known, together, order),
    // Load on the head alone comes last: both arms must have the same history while they are compared.
    ...(together.includes('head') ? layOutPrograms(plan, fresh, ['head'], order) : []),
  ];
  return stages
    .map((together) => ({ arms: together, programs: layOut(together) }))
    .filter(({ programs }) => programs.length > 0);
}

/** Lays out one stretch of a step in turns, of any length (s). The step must take turns. */
export function layOutTurns(plan: Plan, step: Step, seconds: number): Program {
  const slots = listBlockSlots({ ...plan, steps: [step] }, 0).filter(
    ({ turns, round }) => turns !== null && round !== null,
  );
  const own = slots.filter(({ round }) => round === slots[0]!.round);
  return measureLength(own.map((slot) => ({ ...slot, startSeconds: 0, seconds: round3(seconds) })));
}

/** Lists the slots of a plan that count, in any order: for totals of slots and seconds. */
export function listMeasuredSlots(plan: Plan, blocks = plan.blocks): Slot[] {
  const all = Array.from({ length: blocks }, (_, index) => listBlockSlots(plan, index)).flat();
  return all.filter(({ round }) => round !== null);
}

/**
 * Lists the slots of one block as planned: warm-ups and steps that the base cannot serve are not yet known.
 *
 * @param order how the block differs from the first one
 */
export function listBlockSlots(plan: Plan, index: number, order: Partial<BlockOrder> = {}): Slot[] {
  const none = { headOnly: new Set<string>(), warmUpSeconds: new Map<string, number>() };
  const stages = layOutBlock(plan, { index, first: 'base', ...none, ...order });
  return stages.flatMap(({ programs }) => programs.flatMap(({ slots }) => slots));
}

/**
 * Makes a program that measures some slots of another one again, on both arms if they take turns. It begins with the
 * warm-ups of their steps.
 */
export function restartSlots(program: Program, again: readonly Slot[]): Program {
  // An arm without any arrival is not among them, but still gets its turns.
  const isAgain = (slot: Slot) =>
    again.some(
      ({ key, turns }) => key === slot.key || (turns !== null && turns.scenario === slot.turns?.scenario),
    );
  const whole = program.slots.filter(isAgain);
  const warms = (slot: Slot) => whole.some(({ step, arm }) => step === slot.step && arm === slot.arm);
  const due = program.slots.flatMap((slot) => {
    if (slot.round === null ? warms(slot) : isAgain(slot)) return [slot];
    // A warm-up may run into turns, whose own settling start is shorter than any warm-up. Only the warm-up is repeated.
    const { turns, settleSeconds: seconds } = slot;
    const isWarmUp = turns !== null && seconds >= SHORTEST_ROUND_SECONDS && warms(slot);
    return isWarmUp ? [{ ...slot, round: null, seconds, settleSeconds: 0, slices: 1 }] : [];
  });
  let [at, end] = [0, 0];
  const slots = due.map((slot, index) => {
    // Arms that take turns begin together.
    if (slot.startSeconds !== due[index - 1]?.startSeconds) at = end;
    end = at + slot.seconds + gapAfter(slot.step);
    return { ...slot, startSeconds: round3(at) };
  });
  return measureLength(slots);
}

/**
 * Lays out k6 processes: one for both arms if each request names its target, otherwise one for each arm. Scenarios
 * with limits relative to each other run consecutively on one arm.
 */
function layOutPrograms(plan: Plan, due: Step[], arms: Arm[], order: BlockOrder): Program[] {
  const groups = groupByProcess(due);
  const isShared = (group: Step[]) => sharesProcess(group[0]!);
  const own = groups.filter((group) => !isShared(group));
  const layOut = (steps: Step[], together: Arm[]): Program[] => {
    const slots = layOutSlots(plan, steps, together, order);
    return slots.length > 0 ? [measureLength(slots)] : [];
  };
  return [
    ...groupFamilies(own, (group) => group).flatMap((family) =>
      arms.flatMap((arm) =>
        (order.reversed ? family.toReversed() : family).flatMap((steps) => layOut(steps, [arm])),
      ),
    ),
    ...groups.filter(isShared).flatMap((steps) => layOut(steps, arms)),
  ];
}

type StepStretch = { step: Step; stretch: Stretch };

/** Orders the warm-ups and stretches of alternating steps. */
function orderStretches(plan: Plan, steps: Step[], arms: Arm[], order: BlockOrder): StepStretch[] {
  const listed = steps.map((step) => ({ step, ...listStretches(plan, step, arms, order) }));
  const warmUps = listed.flatMap(({ step, warmUps }) => warmUps.map((stretch) => ({ step, stretch })));
  const families = groupFamilies(listed, ({ step }) => [step]);
  const listRound = (part: 'inTurns' | 'alone', round: number) => {
    // The order is X Y, Y X, X Y …, as for arms.
    const isReversed = (round % 2 === 1) !== (order.reversed ?? false);
    return families.flatMap((family, index) => {
      const members = isReversed ? family.toReversed() : family;
      // The next scenario begins with the arm that the last one ended with, so it needs no pause.
      return (index % 2 === 0 ? [0, 1] : [1, 0]).flatMap((position) =>
        members.flatMap(({ step, [part]: own }) => {
          const stretch = own[round]?.[position];
          return stretch ? [{ step, stretch }] : [];
        }),
      );
    });
  };
  // Load on one arm alone comes after all turns, for which both arms must have the same history.
  const measured = (['inTurns', 'alone'] as const).flatMap((part) => {
    const rounds = Math.max(...families.flat().map((own) => own[part].length));
    return Array.from({ length: rounds }, (_, round) => listRound(part, round)).flat();
  });
  return [...warmUps, ...measured];
}

function layOutSlots(plan: Plan, steps: Step[], arms: Arm[], order: BlockOrder): Slot[] {
  const slots: Slot[] = [];
  const nameSlot = prepareNames(steps);
  let at = 0;
  for (const strand of separateSweeps(steps)) {
    const ordered = orderStretches(plan, strand, arms, order);
    for (const [index, { step, stretch }] of ordered.entries()) {
      const { arms: together, round } = stretch;
      const { seconds, settleSeconds, slices } = stretch.shape;
      const length = { startSeconds: round3(at), seconds, settleSeconds, slices };
      for (const [position, arm] of together.entries()) {
        const key = nameSlot(step, plan.paired ? arm : null, round);
        const turns = { scenario: nameSlot(step, null, round), of: together.length, position };
        const own = { key, step, arm, round, ...length, requests: countWork(step) };
        slots.push({ ...own, turns: together.length > 1 ? turns : null });
      }
      const isWoven = strand.length > 1 && !plan.paired && !step.family;
      at += seconds + (isWoven ? 0.1 : findGap(step, stretch, ordered[index + 1]));
    }
  }
  return slots;
}

/**
 * Finds the time (s) between a stretch and the next one. Rounds of one step should not overlap, grace included:
 * otherwise k6 needs twice as many users. And an arm about to be halted must have answered all requests. But late
 * responses do no harm in the settling start of another step on the same arms.
 */
function findGap(step: Step, { arms }: Stretch, next: StepStretch | undefined): number {
  const gap = gapAfter(step);
  if (!next || next.step === step || step.family || arms.some((arm) => !next.stretch.arms.includes(arm)))
    return gap;
  const { round, shape } = next.stretch;
  const settling = round === null ? shape.seconds : shape.settleSeconds;
  return round3(Math.max(SHORTEST_GAP_SECONDS, gap - settling));
}

export function measureLength(slots: Slot[]): Program {
  const last = slots.at(-1)!;
  return { slots, seconds: last.startSeconds + (last.step.load.kind === 'fixed-work' ? 0 : last.seconds) };
}
