import { randomInt } from 'node:crypto';
import { type BlockOptions, failsOnBase } from '../blocks/block.ts';
import { countStarts, runSearches, type Searches } from '../blocks/searches.ts';
import type { Config } from '../config/config.ts';
import { listPorts } from '../config/interpolation.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Plan } from '../plan/plan.ts';
import { planRun } from '../plan/planning.ts';
import { mergeRecords, type RunRecord } from '../records/record.ts';
import { digestStep } from '../records/steps.ts';
import { buildServices } from '../services/build.ts';
import { type RunningServices, startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { type InvalidReason, isCrash } from '../verdict/faults.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { explainRegression } from '../why/explain.ts';
import { type Arms, leaveBaseOut } from './arms.ts';
import { nameBaseFailure, nameFailure } from './failures.ts';
import { type Case, judgeBlocks } from './judgement.ts';
import { type Judgements, judgeLook, type MeasuredCase, measureBlocks } from './looks.ts';
import type { Session } from './session.ts';

/** What a run measures with. */
export type Means = {
  session: Session;
  /** Plans of the variants, made before anything was checked out. */
  plans: readonly Plan[];
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  draft: Case['draft'];
  /** Path of k6. */
  k6: string;
};

/** Verdict and record of all variants. `altered`: verdicts under each alteration, if the gate is being tried. */
export type Measured = { verdict: Verdict; record: RunRecord; altered?: Verdict[] };

/**
 * Builds both arms, and measures one variant after the other, block after block. Each is judged until its verdict is
 * settled or its plan ends. If the base cannot be measured, the head is measured alone: its SLOs are still judged.
 */
export async function measureArms(arms: Arms, means: Means): Promise<Measured> {
  // Build output does not exist yet, as in a fresh checkout: a digest covers what the commit contains.
  const digests = new Map<string, string>();
  for (const [index, { steps, searches }] of means.plans.entries()) {
    const { head } = arms.variants[index]!;
    for (const each of [...steps, ...searches]) digests.set(each.label, digestStep(each, head));
  }
  const paired = await measureOnce(arms, digests, means);
  const failed = paired.verdict.invalid.find((reason) => reason.kind === 'base-failed');
  if (!failed || failed.both) return paired;
  means.session.progress.note('the base cannot be measured, so this change is measured on its own');
  const { verdict, ...rest } = await measureOnce(leaveBaseOut(arms), digests, means);
  const invalid = [failed, ...verdict.invalid];
  return { ...rest, verdict: { ...verdict, code: 'invalid', blocks: true, invalid } };
}

async function measureOnce(arms: Arms, digests: Case['digests'], means: Means): Promise<Measured> {
  const { session } = means;
  const { signal, progress, failOn, alterations } = session;
  const { head: config, base } = arms.configs;
  const around = { ...session, logFolder: session.workspace.logs, shared: new Map<string, number>() };
  const cases = arms.variants.map((_, index) => describeCase(arms, index, digests, means));
  const measured: Judgements[] = [];
  let shared: RunningServices | undefined;
  try {
    await buildServices({ ...around, arm: 'head', config }, progress, base ? ' of head' : '');
    if (base) await buildServices({ ...around, arm: 'base', config: base }, progress, ' of base');
    shared = await startShared({ ...around, arm: null, config });
    for (const [index, given] of cases.entries()) {
      if (signal.aborted && index > 0) break;
      if (cases.length > 1)
        progress.note(`variant ${index + 1} of ${cases.length}: ${given.config.variant!.name}`);
      const options = describeBlocks(arms, index, shared, means);
      const [first, ...altered] = await measureVariant(given, options);
      // Once: it may only take this time once per run.
      const isFirst = measured.every(([{ verdict }]) => verdict.code !== 'regressed');
      const risen = isFirst ? await explainRegression(first.verdict, given, arms.tops, options) : [];
      const verdict = { ...first.verdict, ...(risen.length > 0 && { risen }) };
      measured.push([{ ...first, verdict }, ...altered]);
    }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    measured.push([judgeBlocks(cases[0]!, [], nameFailure(error, { ...cases[0]!, config }))]);
  } finally {
    await shared?.stop();
  }
  const pickVerdicts = (index: number) => measured.map((all) => (all[index] ?? all[0]).verdict);
  const merge = (index: number) => mergeVerdicts(pickVerdicts(index), failOn);
  return {
    verdict: merge(0),
    record: mergeRecords(measured.map(([{ record }]) => record)),
    ...(alterations && { altered: alterations.map((_, index) => merge(index + 1)) }),
  };
}

function describeCase(
  { variants, recorded, comparison, gateChanges }: Arms,
  index: number,
  digests: Case['digests'],
  { session, plans, baseline, draft }: Means,
): MeasuredCase {
  const { head: config, base } = variants[index]!;
  const { budgetSeconds, failOn, alterations } = session;
  const paired = base !== null;
  // The plan was made for a pair, but there may no longer be a base.
  const plan = plans[index]!.paired === paired ? plans[index]! : planRun(config, { budgetSeconds, paired });
  const isNew = comparison.kind === 'pair' && !paired;
  return {
    ...{ config, plan, baseline, digests, gateChanges, failOn, alterations },
    draft: { ...draft, ...recorded },
    comparison: isNew ? { kind: 'none', reason: { kind: 'new' } } : comparison,
    blocks: [],
  };
}

async function measureVariant(
  given: MeasuredCase,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgements> {
  const searches: Searches = new Map();
  const judge = (unmeasured: InvalidReason | null) => judgeLook(given, given.blocks, unmeasured, searches);
  try {
    const judgements = await measureBlocks(given, options);
    const { plan } = given;
    const { invalid, faults } = judgements[0].verdict;
    // Searches could not change the verdict, or could no longer be trusted.
    const isSettled = invalid.length > 0 || faults.some(isCrash);
    if (plan.searches.length === 0 || isSettled) return judgements;
    const drawFirst = () => (randomInt(2) === 0 ? 'head' : 'base');
    await runSearches(plan.searches, searches, { ...options, swapped: plan.swapped, drawFirst });
    const ofBase = [...searches.values()]
      .flat()
      .find(({ crash, failure }) => crash?.arm === 'base' || (failure !== null && failsOnBase(failure)));
    return judge(nameBaseFailure(given, ofBase));
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return judge(nameFailure(error, given, given.blocks.length + countStarts(searches)));
  }
}

function describeBlocks(
  { variants, comparison, seed }: Arms,
  index: number,
  shared: RunningServices,
  { session, k6 }: Means,
): Omit<BlockOptions, 'planned'> {
  const { workspace, progress } = session;
  const { head, base } = variants[index]!;
  const surround = (arm: Arm, config: Config): Surroundings => {
    // Services of the whole run come from the head; a base that wants its own instance gets it.
    const ofRun = config.services.filter(({ scope }) => scope === 'run').map(listPorts);
    const known = ofRun.filter((ports) => ports.every((port) => shared.portOf.has(port))).flat();
    const ports = new Map(known.map((port) => [port, shared.portOf.get(port)!]));
    return { ...session, logFolder: workspace.logs, arm, config, shared: ports };
  };
  // A run whose base failed has used the names without it.
  const isAlone = comparison.kind === 'none' && comparison.reason.kind === 'no-base';
  const part = [head.variant && `v${index + 1}`, isAlone && 'alone'].filter(Boolean).join('_');
  return {
    arms: { head: surround('head', head), ...(base && { base: surround('base', base) }) },
    ...{ shared, k6, seed, progress, folder: workspace.k6 },
    ...(part && { part }),
  };
}
