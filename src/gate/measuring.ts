import { randomInt } from 'node:crypto';
import { type BlockOptions, failsOnBase } from '../blocks/block.ts';
import { countStarts, runSearches, type Searches } from '../blocks/searches.ts';
import type { Config } from '../config/config.ts';
import { listPorts } from '../config/interpolation.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Plan } from '../plan/plan.ts';
import { planRun } from '../plan/planning.ts';
import { digestSearch, digestStep } from '../records/creation.ts';
import { mergeRecords, type RunRecord } from '../records/record.ts';
import { buildServices } from '../services/build.ts';
import { type RunningServices, startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { type InvalidReason, isTransient } from '../verdict/faults.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { explainRegression } from '../why/explain.ts';
import { type Arms, goAlone } from './arms.ts';
import { nameBaseFailure, nameFailure } from './failures.ts';
import { type Case, type Judgement, judgeBlocks } from './judgement.ts';
import { judgeLook, type MeasuredCase, measureBlocks } from './looks.ts';
import type { GateRequest } from './request.ts';
import type { Session } from './session.ts';

export type MeasureOptions = {
  request: GateRequest;
  /** Plans of the variants, made before anything was laid out. */
  plans: readonly Plan[];
  session: Session;
  /** Records of the base branch, oldest first. */
  baseline: readonly RunRecord[];
  draft: Case['draft'];
  /** Path of k6. */
  k6: string;
};

type Around = Omit<Surroundings, 'arm' | 'config'>;
type BaseFailure = Extract<InvalidReason, { kind: 'base-failed' }>;

/** Verdict and record of all variants. `altered`: verdicts under each alteration, where the gate is tried. */
export type Measured = { verdict: Verdict; record: RunRecord; altered?: Verdict[] };

/**
 * Builds both arms, and measures one variant after the other, block after block. Each is judged until its verdict is
 * settled or its plan ends. Where the base cannot be measured, the head is measured alone: its SLOs are judged all the same.
 */
export async function measureArms(arms: Arms, options: MeasureOptions): Promise<Measured> {
  // Of a try before this one too: its builds have added files since.
  const digests = new Map<string, string>();
  const measured = await measureOnce(arms, digests, options);
  const failed = measured.verdict.invalid.find((reason) => reason.kind === 'base-failed');
  if (!failed || failed.both) return measured;
  options.request.progress.note('the base cannot be measured, so this change is measured by itself');
  return addFailure(measured, failed, await measureOnce(goAlone(arms), digests, options));
}

/** Adds to what was measured of the head alone why there is no base. Where both crashed under load, neither is to blame. */
function addFailure(paired: Measured, failed: BaseFailure, alone: Measured): Measured {
  const isOfBoth = failed.fault === 'crashed' && alone.verdict.faults.some(({ kind }) => kind === 'crashed');
  const { verdict, ...rest } = isOfBoth ? paired : alone;
  const reason = isOfBoth ? { ...failed, both: true as const } : failed;
  const invalid = [reason, ...verdict.invalid.filter((one) => one !== failed)];
  return { ...rest, verdict: { ...verdict, code: 'invalid', blocks: true, invalid } };
}

/** @param digests by label */
export async function measureOnce(
  arms: Arms,
  digests: Map<string, string>,
  options: MeasureOptions,
): Promise<Measured> {
  const { request, session } = options;
  const { environment, signal, progress, failOn, alterations } = request;
  const { workspace, keeper, grace } = session;
  const { head: config, base } = arms.configs;
  const around: Around = { logFolder: workspace.logs, environment, keeper, signal, grace, shared: new Map() };
  // What a build makes is not there yet, as in a fresh checkout: a digest is of what the commit has.
  const cases = arms.variants.map((_, index) => describeCase(arms, index, digests, options));
  const measured: Measured[] = [];
  const shared: RunningServices[] = [];
  try {
    await buildServices({ ...around, arm: 'head', config }, progress, base ? ' of head' : '');
    if (base) await buildServices({ ...around, arm: 'base', config: base }, progress, ' of base');
    shared.push(await startShared({ ...around, arm: null, config }));
    for (const [index, one] of cases.entries()) {
      if (signal.aborted && index > 0) break;
      if (cases.length > 1)
        progress.note(`variant ${index + 1} of ${cases.length}: ${one.config.variant!.name}`);
      const given: MeasuredCase = { ...one, blocks: [], alterations };
      const driven = describeArms(arms, index, shared[0]!, around, options);
      const [{ verdict, record }, ...altered] = await measureVariant(arms, given, driven);
      // Once: the time for it is that of the run.
      const isFirst = measured.every((before) => before.verdict.code !== 'regressed');
      const risen = isFirst ? await explainRegression(verdict, given, arms.tops, driven) : [];
      measured.push({
        record,
        verdict: { ...verdict, ...(risen.length > 0 && { risen }) },
        altered: altered.map((judged) => judged.verdict),
      });
      const rest = cases.length - measured.length;
      // Whatever the other variants show, the run can have no verdict any more. A disturbance may pass.
      if (rest === 0 || verdict.invalid.every(isTransient)) continue;
      progress.note(`not measured, since the run has no verdict now: ${rest} more variants`);
      break;
    }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    measured.push(judgeBlocks(cases[0]!, [], nameFailure(error, arms)));
  } finally {
    await shared[0]?.stop();
  }
  const merge = (pick: (one: Measured) => Verdict) => mergeVerdicts(measured.map(pick), failOn);
  return {
    verdict: merge((one) => one.verdict),
    record: mergeRecords(measured.map(({ record }) => record)),
    ...(alterations && {
      altered: alterations.map((_, i) => merge((one) => one.altered?.[i] ?? one.verdict)),
    }),
  };
}

function describeCase(
  arms: Arms,
  index: number,
  digests: Map<string, string>,
  { request, plans, baseline, draft }: MeasureOptions,
): Case {
  const { head: config, base } = arms.variants[index]!;
  const paired = base !== null;
  const { budgetSeconds, failOn } = request;
  const { pair, deployments, comparison, gateChanges } = arms;
  // The plan was made for a pair, but there may be no base now.
  const plan = plans[index]!.paired === paired ? plans[index]! : planRun(config, { budgetSeconds, paired });
  for (const step of plan.steps)
    if (!digests.has(step.label)) digests.set(step.label, digestStep(step, config));
  for (const search of plan.searches)
    if (!digests.has(search.label)) digests.set(search.label, digestSearch(search, config));
  return {
    config,
    plan,
    baseline,
    digests,
    draft: { ...draft, ...(pair && { pair }), ...(deployments && { deployments }) },
    comparison:
      comparison.kind === 'pair' && !paired ? { kind: 'none', reason: { kind: 'new' } } : comparison,
    gateChanges,
    failOn,
  };
}

async function measureVariant(
  arms: Arms,
  measured: MeasuredCase,
  options: Omit<BlockOptions, 'planned'>,
): Promise<[Judgement, ...Judgement[]]> {
  const searches: Searches = new Map();
  const { variant } = measured.config;
  const judge = (unmeasured: InvalidReason | null) =>
    judgeLook(measured, measured.blocks, unmeasured, searches);
  try {
    const judgements = await measureBlocks(measured, options);
    const { plan } = measured;
    const { invalid, faults } = judgements[0].verdict;
    // Searches could not change the verdict, or not be trusted any more.
    const isSettled = invalid.length > 0 || faults.some(({ kind }) => kind === 'crashed');
    if (plan.searches.length === 0 || isSettled) return judgements;
    const drawFirst = () => (randomInt(2) === 0 ? 'head' : 'base');
    await runSearches(plan.searches, searches, { ...options, swapped: plan.swapped, drawFirst });
    const failed = [...searches.values()]
      .flat()
      .find(({ crash, failure }) => crash?.arm === 'base' || (failure !== null && failsOnBase(failure)));
    return judge(nameBaseFailure(measured, failed));
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const started = measured.blocks.length + countStarts(searches);
    return judge(nameFailure(error, arms, { variant, started }));
  }
}

function describeArms(
  { variants, comparison, seed }: Arms,
  index: number,
  shared: RunningServices,
  around: Around,
  { request, session, k6 }: MeasureOptions,
): Omit<BlockOptions, 'planned'> {
  const { head, base } = variants[index]!;
  const surround = (arm: Arm, config: Config): Surroundings => {
    // Services of the whole run come from the head; a base that wants its own instance gets it.
    const ofRun = config.services.filter(({ scope }) => scope === 'run').map(listPorts);
    const known = ofRun.filter((ports) => ports.every((port) => shared.portOf.has(port))).flat();
    return { ...around, arm, config, shared: new Map(known.map((port) => [port, shared.portOf.get(port)!])) };
  };
  // A run whose base failed has used the names without it.
  const isAlone = comparison.kind === 'none' && comparison.reason.kind === 'no-base';
  const parts = [...(head.variant ? [`v${index + 1}`] : []), ...(isAlone ? ['alone'] : [])];
  return {
    arms: { head: surround('head', head), ...(base && { base: surround('base', base) }) },
    shared,
    ...(parts.length > 0 && { part: parts.join('_') }),
    k6,
    seed,
    folder: session.workspace.k6,
    progress: request.progress,
  };
}
