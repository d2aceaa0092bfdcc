import { randomInt } from 'node:crypto';
import { type Block, type BlockOptions, measureBlock, splitBlock } from '../blocks/block.ts';
import { isUntrusted } from '../blocks/disturbances.ts';
import { findLongerSteps } from '../blocks/longer-steps.ts';
import { findWarmUps } from '../blocks/warm-ups.ts';
import type { Arm } from '../measurement/measurement.ts';
import { fitToWork, sizeWork, type WorkLengths } from '../plan/fixed-work.ts';
import { layOutNext } from '../plan/joining.ts';
import { addBlocks } from '../plan/paired.ts';
import type { Plan } from '../plan/plan.ts';
import { LONGER_ALONE_SECONDS } from '../plan/shape.ts';
import { type BlockOrder, loadSeconds, type Program, SHIFTS } from '../plan/slot.ts';
import { layOutSoak } from '../plan/soak.ts';
import { fitToStarts } from '../plan/starts.ts';
import type { LongerReason } from '../verdict/rarity.ts';
import { tellLook, tellPlan } from './details.ts';
import { nameBaseFailure } from './failures.ts';
import { describeOverrun, describeSized, measureWork } from './fixed-work.ts';
import { describeInterim } from './interim.ts';
import { type Case, findNewLabels, type Judgement, judgeBlocks } from './judgement.ts';
import type { GateRequest } from './request.ts';

/** Blocks that are mostly discarded, and their time (s), after which a run gives up. */
const VAIN = { blocks: 2, seconds: 60 };

/** Blocks after which `settles` is first asked: fewer hardly tell how much blocks scatter. */
const EARLIEST_ASKED = 5;

/** A case while it is measured. Blocks are added to it, and what they show may change how many are planned. */
export type MeasuredCase = Case & {
  blocks: Block[];
  settles: GateRequest['settles'];
  /** Plans of the variants that come after this one. */
  later: readonly Plan[];
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
  const longer = new Set<string>();
  let sizings = 0;
  while (blocks.length < given.plan.blocks && !signal.aborted) {
    const index = blocks.length;
    for (const [label, reason] of findLongerSteps(given.plan, blocks)) {
      if (longer.has(label)) continue;
      longer.add(label);
      const worksMore = reason === 'hidden-work';
      given.plan = addBlocks(given.plan, given.config, { measured: index, worksMore });
      options.progress.note(describeLonger(label, reason, given.plan));
    }
    const { plan } = given;
    const orderBlock = (index: number): BlockOrder => ({
      index,
      first: randomInt(2) === 0 ? 'head' : 'base',
      reversed: randomInt(2) === 0,
      headOnly: findNewLabels(plan, blocks),
      warmUpSeconds: findWarmUps(plan, blocks),
      shift: SHIFTS[index % SHIFTS.length],
      longer,
    });
    const { stages, count } = layOutNext(plan, index, given.config, orderBlock);
    const look: { judgement: Judgement | null } = { judgement: null };
    const began = performance.now();
    let isLast = false;
    const show = (block: Block | null, current: readonly string[]) => {
      const elapsedSeconds = (performance.now() - began) / 1000;
      const underway = { block, elapsedSeconds, isLast, current, later: given.later };
      options.progress.interim(() => describeInterim(plan, blocks, underway));
    };
    if (index > 0) show(null, []);
    const block = await measureBlock(stages, index, {
      ...options,
      planned: plan.blocks,
      sizings,
      follow: show,
      ...(index === 0 && { isEnough: (block) => sizeWork(plan, measureWork(plan, block)) !== plan }),
      soak: (block) => {
        if (plan.soakSeconds === 0 || !plan.looks.includes(index + count)) return [];
        const all = [...blocks, ...splitBlock(block, count)];
        look.judgement = judgeBlocks(given, all, null);
        const programs = planSoak(look.judgement, plan, all.at(-1)!);
        isLast = programs.length > 0;
        return programs;
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
    const isLook = given.plan.looks.includes(blocks.length);
    if (isLook || (given.settles && blocks.length >= EARLIEST_ASKED)) {
      // What was judged for the soak stands.
      const judgement = look.judgement ?? judgeBlocks(given, blocks, null);
      if (isLook) tellLook(judgement, blocks.length, given);
      const isSettled = given.settles ? given.settles(judgement.verdict) : !judgement.undecided;
      if (isSettled || blocks.length === given.plan.blocks) return judgement;
    }
  }
  return judgeBlocks(given, blocks, nameBaseFailure(given, blocks.at(-1)));
}

/** Tells whether more blocks would be thrown away like those so far. */
function isInVain(blocks: readonly Block[]): boolean {
  const lost = blocks.filter(({ kept, discarded }) => discarded.length > kept.length);
  const seconds = lost.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  return lost.length >= VAIN.blocks && 2 * lost.length > blocks.length && seconds >= VAIN.seconds;
}

/**
 * Plans a soak of the pair that is up, if the run would end with it and say that something is as it should be: of the
 * head, and of the base if the head's shows anything.
 */
function planSoak(
  { verdict, undecided, asksBase }: Judgement,
  plan: Plan,
  { index, soak }: Block,
): Program[] {
  const isDriven = (arm: Arm) => soak.some(({ slot }) => slot.arm === arm);
  if (isDriven('head')) return asksBase && !isDriven('base') ? layOutSoak(plan, 'base') : [];
  const isLast = index + 1 === plan.blocks || !undecided;
  const reassures =
    verdict.slos.some(({ code }) => code === 'met') ||
    verdict.changes.some(({ code }) => code === 'unchanged');
  return isLast && verdict.invalid.length === 0 && reassures ? layOutSoak(plan, 'head') : [];
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

const BECAUSE: Record<LongerReason, string> = {
  rare: 'slow requests come in some blocks only',
  'hidden-work': 'one revision takes more processor time, and its typical request no longer',
};

function describeLonger(label: string, reason: LongerReason, { blocks }: Plan): string {
  return `${label}: ${BECAUSE[reason]}; from now on each revision has the whole load alone for ${LONGER_ALONE_SECONDS} s a block, in ${blocks} blocks at most`;
}
