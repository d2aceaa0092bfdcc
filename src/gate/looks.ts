import { randomInt } from 'node:crypto';
import { type Block, type BlockOptions, measureBlock } from '../blocks/block.ts';
import { pick } from '../blocks/collection.ts';
import type { Searches } from '../blocks/searches.ts';
import { findWarmUps } from '../blocks/warm-ups.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { fitToWork, sizeWork, type WorkLengths } from '../plan/fixed-work.ts';
import { layOutBlock } from '../plan/layout.ts';
import type { Plan } from '../plan/plan.ts';
import { type BlockOrder, type Program, SHIFTS } from '../plan/slot.ts';
import { layOutSoak } from '../plan/soak.ts';
import { fitToStarts } from '../plan/starts.ts';
import { limitRepeats } from '../plan/wall.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { nameBaseFailure } from './failures.ts';
import { type Alteration, type Case, findNewLabels, type Judgement, judgeBlocks } from './judgement.ts';

/** A case during its measurement. Blocks are added to it, and may change how many are planned. */
export type MeasuredCase = Case & {
  blocks: Block[];
  /** Other heads for which the same blocks are judged, after the measured one. Absent: none. */
  alterations?: readonly Alteration[];
};

/** For the measured head, and for each alteration. */
export type Judgements = [Judgement, ...Judgement[]];

/**
 * Measures block after block, until a look decides or the plan ends. Blocks and their effect on the plan go into `given`:
 * after a failed start, earlier blocks can still be judged. @throws ServiceFailure
 */
export async function measureBlocks(
  given: MeasuredCase,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgements> {
  const { blocks, plan: first } = given;
  for (let sizings = 0; blocks.length < given.plan.blocks && !options.arms.head.signal.aborted; ) {
    const { plan } = given;
    const index = blocks.length;
    const { mayRepeat, end } = limitRepeats(plan, first, blocks);
    const stages = layOutBlock(plan, orderBlock(index, plan, blocks));
    const looks: Judgements[] = [];
    const block = await measureBlock(stages, index, {
      disturbed: mayRepeat ? 'repeat' : 'discard',
      ...options,
      planned: plan.blocks,
      sizings,
      ...(index === 0 && { isEnough: (so) => sizeWork(plan, measureWork(plan, so)) !== plan }),
      soak: (so) => {
        if (!plan.looks.includes(index + 1)) return [];
        const all = [...blocks, so];
        looks.push(judgeLook(given, all));
        return planSoak(looks.at(-1)!, { ...plan, blocks: end }, all);
      },
    });
    const lengths = measureWork(plan, block);
    const hasEnded = block.failure !== null || block.crash !== null;
    // Before anything is kept, and by the faster arm, whichever it is: so the test stays exact.
    if (index === 0 && !hasEnded) given.plan = sizeWork(plan, lengths);
    if (given.plan !== plan) {
      sizings++;
      continue;
    }
    blocks.push(block);
    if (hasEnded) break;
    if (index === 0 && plan.paired) given.plan = fitToFirst(block, lengths, given);
    if (!given.plan.looks.includes(blocks.length)) continue;
    // The last one of the block, with all of its soak.
    const judgements = (given.plan === plan && looks.at(-1)) || judgeLook(given, blocks);
    if (judgements.every(({ undecided }) => !undecided) || blocks.length === end) return judgements;
  }
  return judgeLook(given, blocks, nameBaseFailure(given, blocks.at(-1)));
}

function orderBlock(index: number, plan: Plan, blocks: readonly Block[]): BlockOrder {
  return {
    index,
    first: randomInt(2) === 0 ? 'head' : 'base',
    reversed: randomInt(2) === 0,
    headOnly: findNewLabels(plan, blocks),
    warmUpSeconds: findWarmUps(plan, blocks),
    shift: SHIFTS[index % SHIFTS.length],
  };
}

/** Judges blocks as they were measured, and under each alteration. */
export function judgeLook(
  given: MeasuredCase,
  blocks: readonly Block[],
  unmeasured: InvalidReason | null = null,
  searches?: Searches,
): Judgements {
  const judge = (own: readonly Block[]) => judgeBlocks(given, own, unmeasured, searches);
  return [judge(blocks), ...(given.alterations ?? []).map((alter) => judge(alter(blocks)))];
}

/** Plans a soak of the head if the run would end here and say that all is well, and of the base if that shows anything. */
function planSoak(judgements: Judgements, plan: Plan, blocks: readonly Block[]): Program[] {
  if (plan.soakSeconds === 0) return [];
  const { index, soak } = blocks.at(-1)!;
  const { verdict, asksBase } = judgements[0];
  const isDriven = (arm: Arm) => soak.some(({ slot }) => slot.arm === arm);
  // Arms on one fixed port are no longer up, and start again.
  const layOut = (arm: Arm) =>
    plan.swapped ? layOutSoak(plan, arm, findWarmUps(plan, blocks)) : layOutSoak(plan, arm);
  if (isDriven('head')) return asksBase && !isDriven('base') ? layOut('base') : [];
  const isLast = index + 1 === plan.blocks || judgements.every(({ undecided }) => !undecided);
  const reassures =
    verdict.slos.some(({ code }) => code === 'met') ||
    verdict.changes.some(({ code }) => code === 'unchanged');
  return isLast && verdict.invalid.length === 0 && reassures ? layOut('head') : [];
}

/** Measures how long fixed work took in a block. Empty until all arms have done all of it. */
export function measureWork({ steps, paired }: Plan, { kept, discarded }: Block): WorkLengths {
  const arms: Arm[] = paired ? ['base', 'head'] : ['head'];
  const slots = [...kept, ...discarded].filter(({ slot }) => slot.requests !== null);
  const own = steps
    .filter(({ load }) => load.kind === 'fixed-work')
    .map((step) => ({ label: step.label, of: arms.map((arm) => pick(slots, step, arm)) }));
  if (own.some(({ of }) => of.some((each) => each.length === 0))) return new Map();
  // An arm that refuses requests does so at once, which says nothing about how long the work takes.
  const lengthsOf = (of: typeof slots) =>
    of
      .filter(({ slices }) => sum(slices, ({ ok, failed }) => ok - failed) > 0)
      .map(({ slices }) => sum(slices, ({ seconds }) => seconds));
  return new Map(own.map(({ label, of }) => [label, lengthsOf(of.flat())]));
}

/** Fits a plan to what its first block took. Disturbances are not part of the service's cost. */
function fitToFirst(first: Block, lengths: WorkLengths, { plan, config }: Case): Plan {
  const { kept, wallSeconds, repeatSeconds } = first;
  const fitted = fitToWork(plan, config, lengths);
  const work = sum(kept, ({ slot, evidence }) => (slot.requests === null ? 0 : evidence.seconds));
  return fitToStarts(fitted, config, wallSeconds - repeatSeconds - work, findWarmUps(fitted, [first]));
}
