import { randomInt } from 'node:crypto';
import { type Block, type BlockOptions, measureBlock, splitBlock } from '../blocks/block.ts';
import { isUntrusted } from '../blocks/disturbances.ts';
import type { Searches } from '../blocks/searches.ts';
import { findWarmUps } from '../blocks/warm-ups.ts';
import type { Arm } from '../measurement/measurement.ts';
import { fitToWork, sizeWork, type WorkLengths } from '../plan/fixed-work.ts';
import { layOutNext } from '../plan/joining.ts';
import type { Plan } from '../plan/plan.ts';
import { type BlockOrder, loadSeconds, type Program, SHIFTS } from '../plan/slot.ts';
import { layOutSoak } from '../plan/soak.ts';
import { fitToStarts } from '../plan/starts.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { tellLook, tellPlan } from './details.ts';
import { nameBaseFailure } from './failures.ts';
import { describeOverrun, describeSized, measureWork } from './fixed-work.ts';
import { type Alteration, type Case, findNewLabels, type Judgement, judgeBlocks } from './judgement.ts';

/** Blocks that are mostly discarded, and their time (s), after which a run gives up. */
const VAIN = { blocks: 2, seconds: 60 };

/** A case while it is measured. Blocks are added to it, and what they show may change how many are planned. */
export type MeasuredCase = Case & {
  blocks: Block[];
  /** Other heads that the same blocks are judged for. Absent: none. */
  alterations?: readonly Alteration[] | undefined;
  /** What was decided at a look though others were not: plan and number of blocks of then. The first is as measured. */
  decided?: Map<number, { plan: Plan; count: number }>;
};

/**
 * Measures block after block, until a look decides or the plan ends. Blocks go into `given`, and what they do to the plan:
 * after a failed start those measured before can still be judged.
 *
 * @throws ServiceFailure
 */
export async function measureBlocks(
  given: MeasuredCase,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgement> {
  const { signal } = options.arms.head;
  const { blocks } = given;
  let sizings = 0;
  while (blocks.length < given.plan.blocks && !signal.aborted) {
    const index = blocks.length;
    const { plan } = given;
    const orderBlock = (index: number): BlockOrder => ({
      index,
      first: randomInt(2) === 0 ? 'head' : 'base',
      reversed: randomInt(2) === 0,
      headOnly: findNewLabels(plan, blocks),
      warmUpSeconds: findWarmUps(plan, blocks),
      shift: SHIFTS[index % SHIFTS.length],
    });
    const { stages, count } = layOutNext(plan, index, given.config, orderBlock);
    const look: { judgements: Judgement[] | null } = { judgements: null };
    const block = await measureBlock(stages, index, {
      ...options,
      planned: plan.blocks,
      sizings,
      ...(index === 0 && { isEnough: (block) => sizeWork(plan, measureWork(plan, block)) !== plan }),
      soak: (block) => {
        if (plan.soakSeconds === 0 || !plan.looks.includes(index + count)) return [];
        const all = [...blocks, ...splitBlock(block, count)];
        look.judgements = judgeLook(given, all);
        return planSoak(join(look.judgements), plan, all);
      },
    });
    const lengths = measureWork(plan, block);
    if (index === 0 && block.failure === null && block.crash === null) {
      // Before anything is kept, and by the faster arm, whichever it is: so the test stays exact.
      given.plan = sizeWork(plan, lengths);
      for (const note of describeSized(plan, given.plan, lengths)) options.progress.note(note);
      if (given.plan !== plan) {
        sizings++;
        continue;
      }
    }
    blocks.push(...splitBlock(block, count));
    if (block.failure !== null || block.crash !== null) break;
    if (isInVain(blocks)) {
      // What goes along with the other arm's says nothing of the cause.
      const lost = blocks.flatMap(({ discarded }) => discarded.filter(isUntrusted));
      const isDisturbed = 2 * lost.filter(({ diagnosis }) => diagnosis === 'disturbed').length > lost.length;
      options.progress.note(
        isDisturbed
          ? 'most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps'
          : 'most rounds were discarded for a minute, and more would be: the run ends here',
      );
      break;
    }
    if (index === 0 && plan.paired) {
      given.plan = fitToFirst(block, lengths, given);
      for (const note of describeOverrun(given.plan, lengths)) options.progress.note(note);
      tellPlan(given.plan);
    }
    if (given.plan.looks.includes(blocks.length)) {
      // What was judged for the soak stands.
      const judgements = look.judgements ?? judgeLook(given, blocks);
      const judgement = join(judgements);
      tellLook(judgement, blocks.length, given.plan);
      if (!judgement.undecided || blocks.length === given.plan.blocks) return judgement;
      settle(given, judgements);
    }
  }
  return judgeAll(given, nameBaseFailure(given, blocks.at(-1)));
}

/** Judges all blocks of a case, altered ones too. */
export function judgeAll(
  given: MeasuredCase,
  unmeasured: InvalidReason | null,
  searches?: Searches,
): Judgement {
  return join(judgeLook(given, given.blocks, unmeasured, searches));
}

/**
 * Judges blocks as they were measured, and under each alteration. What an earlier look has decided is judged by its blocks:
 * a run of that head would have ended there. Only the soak, which comes once, at the end, is that of all.
 */
export function judgeLook(
  given: MeasuredCase,
  blocks: readonly Block[],
  unmeasured: InvalidReason | null = null,
  searches?: Searches,
): Judgement[] {
  const { alterations = [], decided } = given;
  return [asMeasured, ...alterations].map((alter, index) => {
    const before = decided?.get(index);
    const { plan, count } = before ?? { plan: given.plan, count: blocks.length };
    const [last, end] = [blocks[count - 1], blocks.at(-1)];
    const own = last
      ? [...blocks.slice(0, count - 1), { ...last, soak: end!.soak, soakFailures: end!.soakFailures }]
      : [];
    return judgeBlocks({ ...given, plan }, alter(own), before ? null : unmeasured, searches);
  });
}

const asMeasured: Alteration = (blocks) => [...blocks];

/** Remembers what a look has decided. */
export function settle(given: MeasuredCase, judgements: readonly Judgement[]): void {
  given.decided ??= new Map();
  for (const [index, { undecided }] of judgements.entries())
    if (!undecided && !given.decided.has(index))
      given.decided.set(index, { plan: given.plan, count: given.blocks.length });
}

/** Joins the judgements of a look: the run goes on for any of them. */
function join([measured, ...altered]: readonly Judgement[]): Judgement {
  if (altered.length === 0) return measured!;
  return {
    ...measured!,
    undecided: [measured!, ...altered].some(({ undecided }) => undecided),
    altered: altered.map(({ verdict }) => verdict),
  };
}

/** Tells whether more blocks would be thrown away like those so far. */
function isInVain(blocks: readonly Block[]): boolean {
  const lost = blocks.filter(({ kept, discarded }) => discarded.length > kept.length);
  const seconds = lost.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  return lost.length >= VAIN.blocks && 2 * lost.length > blocks.length && seconds >= VAIN.seconds;
}

/**
 * Plans a soak, if the run would end with the last of these blocks and say that something is as it should be: of the
 * head, and of the base if the head's shows anything.
 */
function planSoak(
  { verdict, undecided, asksBase }: Judgement,
  plan: Plan,
  blocks: readonly Block[],
): Program[] {
  const { index, soak } = blocks.at(-1)!;
  const isDriven = (arm: Arm) => soak.some(({ slot }) => slot.arm === arm);
  // Arms on one fixed port are not up any more, and start anew.
  const layOut = (arm: Arm) =>
    plan.swapped ? layOutSoak(plan, arm, findWarmUps(plan, blocks)) : layOutSoak(plan, arm);
  if (isDriven('head')) return asksBase && !isDriven('base') ? layOut('base') : [];
  const isLast = index + 1 === plan.blocks || !undecided;
  const reassures =
    verdict.slos.some(({ code }) => code === 'met') ||
    verdict.changes.some(({ code }) => code === 'unchanged');
  return isLast && verdict.invalid.length === 0 && reassures ? layOut('head') : [];
}

/** Fits a plan to what its first block took. Disturbances are no price of the service. */
function fitToFirst(
  { kept, discarded, wallSeconds }: Block,
  lengths: WorkLengths,
  { plan, config }: Case,
): Plan {
  const fitted = fitToWork(plan, config, lengths);
  if (discarded.length > 0) return fitted;
  const underLoad = kept.reduce(
    (sum, { slot, evidence }) => sum + (slot.requests === null ? loadSeconds(slot) : evidence.seconds),
    0,
  );
  return fitToStarts(fitted, config, { wallSeconds, loadSeconds: underLoad });
}
