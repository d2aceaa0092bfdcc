import { randomInt } from 'node:crypto';
import { type BlockOptions, failsOnBase } from '../blocks/block.ts';
import { countStarts } from '../blocks/search-evidence.ts';
import { runSearches, type Searches } from '../blocks/searches.ts';
import type { Config } from '../config/config.ts';
import { listPorts } from '../config/interpolation.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Plan } from '../plan/plan.ts';
import { planRun } from '../plan/planning.ts';
import { digestSearch, digestStep } from '../records/creation.ts';
import { mergeRecords, type RunRecord } from '../records/record.ts';
import { buildServices } from '../services/build.ts';
import { type Started, stopAll } from '../services/command.ts';
import { type RunningServices, startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { type InvalidReason, isTransient } from '../verdict/faults.ts';
import { mergeVerdicts } from '../verdict/merge.ts';
import type { Arms } from './arms.ts';
import { explainRegression } from './explanation.ts';
import { nameBaseFailure, nameFailure } from './failures.ts';
import { type Case, type Judgement, judgeBlocks } from './judgement.ts';
import { type MeasuredCase, measureBlocks } from './looks.ts';
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
  /** Digests by label, those of an earlier try of this run too: its builds have added files since. */
  digests: Map<string, string>;
  /** Path of k6. */
  k6: string;
  /** Seed of the run. */
  seed: number;
};

/**
 * Builds both arms, and measures one variant after the other, block after block. Each is judged until its verdict is
 * settled or its plan ends.
 */
export async function measureArms(arms: Arms, options: MeasureOptions): Promise<Judgement> {
  const { request } = options;
  const { head: config, base } = arms.configs;
  const around = describeSurroundings(options);
  // What a build makes is not there yet, as in a fresh checkout: a digest is of what the commit has.
  const cases = arms.variants.map((_, index) => describeCase(arms, index, options));
  const judgements: Judgement[] = [];
  const built: Started[] = [];
  let shared: RunningServices | null = null;
  try {
    for (const [arm, own] of [
      ['head', config],
      ['base', base],
    ] as const) {
      if (own === null) continue;
      await arms.prepare(arm, () =>
        buildServices(
          { ...around, arm, config: own },
          built,
          request.progress,
          base === null ? '' : ` of ${arm}`,
        ),
      );
    }
    shared = await startShared({ ...around, arm: null, config });
    for (const [index, given] of cases.entries()) {
      if (cases.length > 1 && !request.signal.aborted)
        request.progress.note(`variant ${index + 1} of ${cases.length}: ${given.config.variant!.name}`);
      const measured: MeasuredCase = {
        ...given,
        blocks: [],
        settles: request.settles,
        later: cases.slice(index + 1).map(({ plan }) => plan),
      };
      const driven = describeArms(arms, index, shared, around, options);
      const judgement = await measureVariant(arms, measured, driven);
      // Once: the time for it is that of the run.
      const isFirst = !judgements.some(({ verdict }) => verdict.code === 'regressed');
      judgements.push(isFirst ? await explainRegression(judgement, measured, arms, driven) : judgement);
      if (request.signal.aborted) break;
      if (isInVain(judgement)) {
        const rest = cases.length - judgements.length;
        if (rest > 0)
          request.progress.note(`not measured, since the run has no verdict now: ${rest} more variants`);
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    judgements.push(judgeBlocks(cases[0]!, [], await nameFailure(error, arms)));
  } finally {
    await shared?.stop();
    await stopAll({ ...around, arm: null, config }, built, 'build');
  }
  return mergeJudgements(judgements, request.failOn);
}

/** Tells whether the run can have no verdict any more, whatever the other variants show. A disturbance may pass. */
function isInVain({ verdict: { invalid } }: Judgement): boolean {
  return !invalid.every(isTransient);
}

function describeCase(arms: Arms, index: number, options: MeasureOptions): Case {
  const { head: config, base } = arms.variants[index]!;
  const { request, plans, baseline, draft, digests } = options;
  const paired = base !== null;
  // The plan was made for a pair, but there may be no base now.
  const plan =
    plans[index]!.paired === paired
      ? plans[index]!
      : planRun(config, { budgetSeconds: request.budgetSeconds, paired });
  const isNew = arms.comparison.kind === 'pair' && !paired;
  const isOpen = ({ label }: { label: string }) => !digests.has(label);
  for (const step of plan.steps.filter(isOpen)) digests.set(step.label, digestStep(step, config));
  for (const search of plan.searches.filter(isOpen)) digests.set(search.label, digestSearch(search, config));
  return {
    config,
    plan,
    baseline,
    digests,
    draft: {
      ...draft,
      ...(arms.pair && { pair: arms.pair }),
      ...(arms.deployments && { deployments: arms.deployments }),
    },
    comparison: isNew ? { kind: 'none', reason: { kind: 'new' } } : arms.comparison,
    loosened: arms.loosened,
    failOn: request.failOn,
  };
}

async function measureVariant(
  arms: Arms,
  measured: MeasuredCase,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgement> {
  const searches: Searches = new Map();
  const judgeAll = (unmeasured: InvalidReason | null) =>
    judgeBlocks(measured, measured.blocks, unmeasured, searches);
  try {
    const judgement = await measureBlocks(measured, options);
    const { plan } = measured;
    if (plan.searches.length === 0 || isSettled(judgement)) return judgement;
    await runSearches(plan.searches, searches, {
      ...options,
      swapped: plan.swapped,
      drawFirst: () => (randomInt(2) === 0 ? 'head' : 'base'),
    });
    const results = [...searches.values()].flat();
    return judgeAll(
      nameBaseFailure(
        measured,
        results.find(
          ({ crash, failure }) => crash?.arm === 'base' || (failure !== null && failsOnBase(failure)),
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { config, blocks } = measured;
    const started = blocks.length + countStarts(searches);
    return judgeAll(await nameFailure(error, arms, { variant: config.variant, started }));
  }
}

/** Merges what the variants showed into one verdict and one record. @param judgements one at least */
function mergeJudgements(judgements: readonly Judgement[], failOn: Case['failOn']): Judgement {
  return {
    verdict: mergeVerdicts(
      judgements.map(({ verdict }) => verdict),
      failOn,
    ),
    record: mergeRecords(judgements.map(({ record }) => record)),
    undecided: judgements.some(({ undecided }) => undecided),
    asksBase: judgements.some(({ asksBase }) => asksBase),
  };
}

/** Tells whether searches could not change the verdict, or not be trusted any more. */
function isSettled({ verdict }: Judgement): boolean {
  return verdict.invalid.length > 0 || verdict.faults.some(({ kind }) => kind === 'crashed');
}

function describeSurroundings({ request, session }: MeasureOptions): Omit<Surroundings, 'arm' | 'config'> {
  const { environment, signal } = request;
  const { workspace, keeper, grace } = session;
  return { logFolder: workspace.logs, environment, keeper, signal, grace, shared: new Map() };
}

function describeArms(
  arms: Arms,
  index: number,
  shared: RunningServices,
  around: Omit<Surroundings, 'arm' | 'config'>,
  { request, session, k6, seed }: MeasureOptions,
): Omit<BlockOptions, 'planned'> {
  const { head, base } = arms.variants[index]!;
  const surround = (arm: Arm, config: Config): Surroundings => ({
    ...around,
    arm,
    config,
    // Services of the whole run come from the head; a base that wants its own instance gets it.
    shared: new Map(
      config.services
        .filter(({ scope }) => scope === 'run')
        .map(listPorts)
        .filter((ports) => ports.every((port) => shared.portOf.has(port)))
        .flatMap((ports) => ports.map((port) => [port, shared.portOf.get(port)!] as const)),
    ),
  });
  const parts = [
    ...(head.variant ? [`v${index + 1}`] : []),
    // A run whose base failed has used the names without it.
    ...(arms.comparison.kind === 'history' && arms.comparison.instead ? ['alone'] : []),
  ];
  return {
    arms: {
      head: surround('head', head),
      ...(base && { base: surround('base', base) }),
    },
    shared,
    ...(parts.length > 0 && { part: parts.join('_') }),
    k6,
    seed,
    folder: session.workspace.k6,
    progress: request.progress,
  };
}
