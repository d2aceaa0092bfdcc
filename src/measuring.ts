import { randomInt } from 'node:crypto';
import type { Arms } from './arms.ts';
import { digestStep } from './baseline/creation.ts';
import type { RunRecord } from './baseline/record.ts';
import type { GateRequest } from './gate.ts';
import { findNew, type Judgement, judgeBlocks, type Matter } from './judgement.ts';
import { layOutBlock } from './plan/layout.ts';
import { refitBlocks } from './plan/paired.ts';
import { type Plan, planRun } from './plan/plan.ts';
import { PROBE } from './plan/shape.ts';
import type { Progress } from './progress.ts';
import { type Block, type BlockOptions, measureBlock } from './run/block.ts';
import {
  buildServices,
  type RunningServices,
  ServiceFailure,
  type Surroundings,
  startShared,
} from './run/instance.ts';
import type { Crash } from './run/program.ts';
import type { InvalidReason } from './verdict/verdict.ts';

export type MeasureOptions = {
  request: GateRequest;
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  draft: Matter['draft'];
  around: Omit<Surroundings, 'arm' | 'config'>;
  k6: string;
  folder: string;
  progress: Progress;
};

/** Builds both arms, measures block after block, and judges until the verdict is settled or the plan is through. */
export async function measureArms(arms: Arms, options: MeasureOptions): Promise<Judgement> {
  const { request, around } = options;
  const config = arms.head;
  const plan = planRun(config, { budgetSeconds: request.budgetSeconds, paired: arms.base !== null });
  const matter: Matter = {
    config,
    plan,
    baseline: options.baseline,
    digests: new Map(plan.steps.map((step) => [step.label, digestStep(step)])),
    draft: { ...options.draft, ...(arms.pair && { pair: arms.pair }) },
    comparison: arms.comparison,
    loosened: arms.loosened,
    failOn: request.failOn,
  };
  const blocks: Block[] = [];
  let shared: RunningServices | null = null;
  try {
    for (const [arm, own] of [
      ['head', arms.head],
      ['base', arms.base],
    ] as const) {
      if (own === null) continue;
      await arms.prepare(arm, () => build({ ...around, arm, config: own }, arms, options.progress));
    }
    shared = await startShared({ ...around, arm: null, config });
    return await measureBlocks(matter, blocks, describeArms(arms, shared, options));
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return judgeBlocks(matter, blocks, await nameFailure(error, arms));
  } finally {
    await shared?.stop();
  }
}

async function build(around: Surroundings, arms: Arms, progress: Progress): Promise<void> {
  const whose = arms.base === null ? '' : ` of ${around.arm}`;
  await buildServices(around, (service) => progress.phase(`building ${service}${whose}`));
}

function describeArms(arms: Arms, shared: RunningServices, options: MeasureOptions): BlockOptions {
  const { around, k6, folder, progress } = options;
  const surround = (arm: 'head' | 'base', config: Arms['head']): Surroundings => ({
    ...around,
    arm,
    config,
    // What serves the whole run comes from the head; a base that wants its own instance gets it.
    shared: new Map(
      [...shared.portOf].filter(([name]) =>
        config.services.some((service) => service.name === name && service.scope === 'run'),
      ),
    ),
  });
  return {
    arms: {
      head: surround('head', arms.head),
      ...(arms.base && { base: surround('base', arms.base) }),
    },
    shared,
    k6,
    folder,
    progress,
  };
}

/** Fills `blocks`; on a failure to start, those that were measured before are still there to be judged. */
async function measureBlocks(matter: Matter, blocks: Block[], options: BlockOptions): Promise<Judgement> {
  const { signal } = options.arms.head;
  let { plan } = matter;
  while (blocks.length < plan.blocks && !signal.aborted) {
    const index = blocks.length;
    const block = await measureBlock(
      layOutBlock(plan, {
        index,
        first: randomInt(2) === 0 ? 'head' : 'base',
        headOnly: findNew(plan, blocks),
        warmUpSeconds:
          blocks[0] && new Map([...blocks[0].warmUps].map(([label, s]) => [label, s ?? LONGEST_WARM_UP])),
      }),
      index,
      options,
    );
    blocks.push(block);
    if (block.failure !== null || block.crash !== null) break;
    if (index === 0 && plan.paired) plan = fitToStarts(matter, block);
    if (plan.looks.includes(blocks.length) && blocks.length < plan.blocks) {
      const judgement = judgeBlocks({ ...matter, plan }, blocks, null);
      if (!judgement.undecided) return judgement;
    }
  }
  const crash = blocks.at(-1)?.crash;
  const failure = crash?.arm === 'base' ? nameCrash(crash, matter.draft.pair!.baseCommit) : null;
  return judgeBlocks({ ...matter, plan }, blocks, failure);
}

/** A warm-up that was not over when the probe ended is told, and then goes on as long as that. */
const LONGEST_WARM_UP = PROBE.seconds;

/** Fewer and longer blocks where starts are expensive. */
function fitToStarts({ config, plan }: Matter, block: Block): Plan {
  const rounds = block.kept.reduce((sum, { slot }) => sum + slot.seconds, 0);
  const extraWarmUp = block.kept.length > 0 ? 2 * (PROBE.seconds - 1) : 0;
  return refitBlocks(plan, config, Math.max(0.5, block.wallSeconds - rounds - extraWarmUp));
}

async function nameFailure(failure: ServiceFailure, { pair, guessMissing }: Arms): Promise<InvalidReason> {
  const { kind, arm, service, message, log } = failure;
  const lacking = arm === null ? null : await guessMissing(arm, log);
  if (arm !== 'base' || pair === undefined) {
    const hint =
      lacking === null
        ? ''
        : `; \`${lacking}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;
    return { kind, service, message: message + hint, log };
  }
  return {
    kind: 'base-failed',
    fault: kind,
    commit: pair.baseCommit,
    service,
    message,
    log,
    missing: lacking,
  };
}

function nameCrash({ service, exit, log }: Crash, commit: string): InvalidReason {
  const message = `it ended with ${exit} under load`;
  return { kind: 'base-failed', fault: 'crashed', commit, service, message, log, missing: null };
}
