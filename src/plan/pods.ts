import type { Config } from '../config/config.ts';
import { round3 } from '../metrics/decimal.ts';
import { layOutBlock, measureLength } from './layout.ts';
import type { Plan } from './plan.ts';
import type { BlockOrder, Program, Slot, Stage } from './slot.ts';
import { gapAfter, type Step } from './step.ts';

/** Fewest virtual users of a pod: it has stalls of its own. */
const FEWEST_USERS = 10;

/**
 * Makes what each of several pods sends of a program: an equal part of every load, on both arms alike. There are no
 * execution segments, with which k6 would deal out arrivals by their number as turns are: each pod would load one arm.
 */
export function shareProgram(program: Program, pods: number): Program {
  const shared = new Map(program.slots.map(({ step }) => [step, shareStep(step, pods)]));
  return { ...program, slots: program.slots.map((slot) => ({ ...slot, step: shared.get(slot.step)! })) };
}

/** Makes what each of several pods sends of a slot. */
export function shareSlot(slot: Slot, pods: number): Slot {
  return pods === 1 ? slot : { ...slot, step: shareStep(slot.step, pods) };
}

function shareStep(step: Step, pods: number): Step {
  const { load } = step;
  if (load.kind === 'fixed-work') return step;
  if (load.kind === 'users') {
    const users = load.users / pods;
    return { ...step, load: { ...load, users }, virtualUsers: users };
  }
  const virtualUsers = Math.max(FEWEST_USERS, Math.ceil(step.virtualUsers / pods));
  return { ...step, load: { ...load, rate: load.rate / pods }, virtualUsers };
}

/**
 * Tells whether pods, which take seconds to begin, get several blocks at once: nobody starts deployments afresh. Scripts
 * have a program for each arm.
 */
export function mayJoin({ paired, steps }: Plan): boolean {
  return paired && steps.every(({ work }) => work.kind === 'request');
}

/**
 * Lays out the next block; where pods send the load, all up to the next look, if they can be joined. A block that probes
 * warm-ups stands alone: it shortens those of the others.
 *
 * @param index of the next block
 */
export function layOutNext(
  plan: Plan,
  index: number,
  { pods }: Pick<Config, 'pods'>,
  orderBlock: (index: number) => BlockOrder,
): { stages: Stage[]; count: number } {
  const next = plan.looks.find((look) => look > index) ?? plan.blocks;
  const length = pods === undefined ? 1 : next - index;
  const orders = Array.from({ length }, (_, offset) => orderBlock(index + offset));
  const isKnown =
    plan.warmUpSeconds !== undefined || plan.steps.every(({ label }) => orders[0]!.warmUpSeconds.has(label));
  const laidOut = orders.map((order) => ({ index: order.index, stages: layOutBlock(plan, order) }));
  const joined = isKnown && length > 1 ? joinBlocks(laidOut) : null;
  return joined === null ? { stages: laidOut[0]!.stages, count: 1 } : { stages: joined, count: length };
}

/**
 * Joins blocks into one program.
 *
 * @param blocks each with its index, and its stages
 * @returns null where a block has several programs: a scenario that the base does not serve has its own
 */
export function joinBlocks(blocks: readonly { index: number; stages: readonly Stage[] }[]): Stage[] | null {
  const slots: Slot[] = [];
  let at = 0;
  for (const { index, stages } of blocks) {
    const [program, ...others] = stages.flatMap(({ programs }) => programs);
    if (program === undefined || others.length > 0) return null;
    const rename = (name: string) => `${name}-${index + 1}`;
    for (const slot of program.slots)
      slots.push({
        ...slot,
        key: rename(slot.key),
        block: index,
        startSeconds: round3(at + slot.startSeconds),
        turns: slot.turns && { ...slot.turns, scenario: rename(slot.turns.scenario) },
      });
    at += program.seconds + gapAfter(program.slots.at(-1)!.step);
  }
  return [{ arms: blocks[0]!.stages[0]!.arms, programs: [measureLength(slots)] }];
}
