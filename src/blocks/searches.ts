import { failK6 } from '../k6/run.ts';
import { waitForCalm } from '../machine/samples.ts';
import { explainCause } from '../measurement/diagnosis.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { type CapacitySearch, layOutTrials, TRIALS, type TrialOrder } from '../plan/search.ts';
import type { Program } from '../plan/slot.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import { chooseTrial, type SearchStart } from '../statistics/limit-search.ts';
import { geometricMean } from '../statistics/mean.ts';
import { findScriptFault } from '../verdict/blame.ts';
import {
  type CapacityEstimate,
  type CapacityMeasurement,
  estimateCapacity,
  type Trial,
} from '../verdict/capacity-measurement.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { judgeTrial } from '../verdict/trial.ts';
import { type BlockOptions, CALM_LIMIT_MS, failsOnBase, namePart } from './block.ts';
import { collectFailures, findCrash, joinCrashes } from './crash.ts';
import { type ProgramResult, runProgram } from './program.ts';
import type { DiagnosedSlot } from './slots.ts';

type SearchesOptions = Omit<BlockOptions, 'planned' | 'soak'> & {
  /** True if one arm runs after the other, because both need the same port. */
  swapped: boolean;
  /** Draws which arm goes first. */
  drawFirst: () => Arm;
};

/** One search on fresh instances: the trials of each arm, and their result. */
export type SearchResult = Pick<ProgramResult, 'crash' | 'failure' | 'loadSeconds'> & {
  block: number;
  arms: Map<Arm, { trials: Trial[]; estimate: CapacityEstimate | null }>;
  /** Trials discarded because something else used the machine, and the last of them. */
  discarded: DiagnosedSlot[];
};

/** Results of each search, one for each block and stage of it. */
export type Searches = Map<CapacitySearch, SearchResult[]>;

/** Factor of the first steps: far from the limit, and close to what earlier blocks found. */
const FACTOR = { far: 2, near: 1.12 };
/** Share of a block's time that must be left for another one to be worthwhile. */
const WORTHWHILE = 0.7;
/** Maximum number of disturbed trials that are repeated in one search. A machine with more of them will measure nothing. */
const MOST_DISTURBED = 8;
/** Blocks of loads have names from 1; those of searches must differ from them. */
const FIRST_NAME = 1000;

/**
 * Runs all searches, block by block, on fresh instances each time, as far as their budgets allow. After a failed start,
 * earlier results can still be judged.
 *
 * A later block begins at the mean of what all arms have shown so far. This is the same for both, so swapping
 * their names changes nothing.
 *
 * @throws ServiceFailure
 */
export async function runSearches(
  searches: readonly CapacitySearch[],
  found: Searches,
  options: SearchesOptions,
): Promise<void> {
  for (const search of searches) found.set(search, []);
  const most = Math.max(0, ...searches.map(({ blocks }) => blocks));
  for (let block = 0; block < most; block++) {
    const due = searches.filter((search) => isWorthwhile(search, found.get(search)!, block));
    if (due.length === 0 || hasEnded(found, options, ['head', 'base'])) return;
    const first = options.drawFirst();
    const both: Arm[] = first === 'head' ? ['head', 'base'] : ['base', 'head'];
    const arms: Arm[] = options.arms.base ? both : ['head'];
    const starts = due.map((search) => ({ search, start: findStart(search, found.get(search)!) }));
    const stages = options.swapped ? arms.map((arm) => [arm]) : [arms];
    for (const [index, together] of stages.entries())
      await searchStage(starts, { together, block, found, share: 1 / (stages.length - index) }, options);
  }
}

/** @param share of the time left that this stage may take */
async function searchStage(
  due: readonly { search: CapacitySearch; start: SearchStart }[],
  { together, block, found, share }: { together: Arm[]; block: number; found: Searches; share: number },
  options: SearchesOptions,
): Promise<void> {
  const { arms, progress, part } = options;
  const instances: Instances = { running: new Map(), starts: 0 };
  try {
    progress.phase(`starting services for the capacity search, start ${block + 1}`);
    await startInstances(instances, { arms, together, block: FIRST_NAME + block, part });
    for (const { search, start } of due) {
      if (hasEnded(found, options, together)) return;
      const results = found.get(search)!;
      const limitSeconds = share * (search.budgetSeconds - sumLoad(results));
      const result = await searchCapacity(search, { instances, block, start, limitSeconds }, options);
      joinStages(
        results.find((one) => one.block === block),
        result,
      );
      results.push(result);
    }
  } finally {
    await stopInstances(instances);
  }
}

/**
 * Searches for the capacity of all running instances, trial by trial. If both arms are up, each trial of one is
 * followed by one of the other, each while the other arm is halted; a coin decides the order. So a machine that gets
 * slower affects both.
 */
async function searchCapacity(
  search: CapacitySearch,
  stage: { instances: Instances; block: number; start: SearchStart; limitSeconds: number },
  options: SearchesOptions,
): Promise<SearchResult> {
  const { shared, progress, disturbed: how } = options;
  const { block, start, limitSeconds } = stage;
  const around = options.arms.head;
  const instances = stage.instances.running;
  const arms = [...instances.keys()];
  const none = { discarded: [], crash: null, failure: null, loadSeconds: 0 };
  const result: SearchResult = { block, arms: new Map(), ...none };
  for (const arm of arms) result.arms.set(arm, { trials: [], estimate: null });
  const seen = new Map<Arm, DiagnosedSlot[]>(arms.map((arm) => [arm, []]));
  const trialsOf = (arm: Arm) => result.arms.get(arm)!.trials;
  const isOver = () =>
    result.crash !== null ||
    // Whether a script fails only on the base shows on the head.
    (result.failure !== null && !failsOnBase(result.failure)) ||
    around.signal.aborted;
  let calm = true;
  for (let count = 1; !isOver() && result.failure === null && result.loadSeconds < limitSeconds; count++) {
    const orders = arms.flatMap((arm): TrialOrder[] => {
      const next = chooseTrial({ ...search.goal, outcomes: trialsOf(arm), start });
      return next === null ? [] : [{ arm, ...next }];
    });
    if (orders.length === 0) break;
    if (options.drawFirst() !== orders[0]!.arm) orders.reverse();
    const tried = orders.map(({ arm, rate }) => `${arm} ${Number(rate.toPrecision(4))} req/s`);
    progress.phase(`capacity of ${search.label}: trying ${tried.join(' · ')}`);
    const bad: DiagnosedSlot[] = [];
    for (const [index, program] of layOutAll(search, orders, count === 1).entries()) {
      if (isOver()) break;
      const name = `${namePart(options)}search-${search.scenario}-${arms.join('-')}-${block + 1}-${count}-${index + 1}`;
      const ran = await runProgram(program, name, { ...options, around, instances, block });
      result.crash = ran.crash;
      result.failure = ran.failure ?? result.failure;
      result.loadSeconds += ran.loadSeconds;
      const slots = ran.slots.filter(({ slot }) => slot.round !== null);
      const disturbed = how !== 'keep' ? slots.filter(({ diagnosis }) => diagnosis === 'disturbed') : [];
      bad.push(...disturbed);
      if (disturbed.length > 0) continue;
      const { arm } = program.slots[0]!;
      seen.get(arm)!.push(...slots);
      result.failure = findFault(search, arm, seen.get(arm)!, ran) ?? result.failure;
      for (const slot of slots) {
        const { rate } = orders.find(({ arm }) => arm === slot.slot.arm)!;
        trialsOf(slot.slot.arm).push(judgeTrial(search.goal.slo, rate, slot));
      }
    }
    if (bad.length === 0) continue;
    result.discarded.push(...bad);
    const { diagnosis, evidence } = bad[0]!;
    progress.note(`discarded a trial of ${search.label}: ${explainCause(diagnosis, evidence)}`);
    if (result.discarded.length > MOST_DISTURBED) break;
    if (calm) calm = await waitForCalm(CALM_LIMIT_MS, around.signal);
    result.crash ??= findCrash(instances, shared, search.label);
  }
  for (const found of result.arms.values()) found.estimate = estimateCapacity(found.trials, search.goal);
  return result;
}

/** Finds the reason why a script says nothing about the service. @param kept slots of all trials of the arm so far */
function findFault(
  { label, work }: CapacitySearch,
  arm: Arm,
  kept: DiagnosedSlot[],
  { failure, crash, failures, lost }: ProgramResult,
) {
  if (work.kind !== 'script' || failure !== null || crash !== null) return null;
  const message = findScriptFault({
    // What a script needs from the base may only come with the change, which its trials show.
    kept: arm === 'head' ? kept : [],
    failures: failures.map(({ text }) => text),
    lost: sum(lost, ({ requests }) => requests),
  });
  return message === null ? null : { ...failK6('script', message), label, arm };
}

/** Each arm has its own process for a script, because its target applies to the whole process. */
function layOutAll(search: CapacitySearch, orders: readonly TrialOrder[], warmUp: boolean): Program[] {
  return search.work.kind === 'request'
    ? [layOutTrials(search, orders, warmUp)]
    : orders.map((order) => layOutTrials(search, [order], warmUp));
}

/** Attributes to both arms what happened to both, one after the other: a crash, or a script that fails. */
function joinStages(earlier: SearchResult | undefined, later: SearchResult): void {
  if (earlier?.crash?.arm === 'head' && later.crash?.arm === 'base') {
    later.crash = joinCrashes(earlier.crash, later.crash);
    earlier.crash = null;
  }
  if (earlier && later.failure !== null && !failsOnBase(later.failure)) earlier.failure = null;
}

/**
 * Tells whether no arm of these needs to be searched any more. A crashed head does not spare its base the same load,
 * and whether a script fails only on the base shows on the head.
 */
function hasEnded(found: Searches, { arms }: SearchesOptions, together: readonly Arm[]): boolean {
  const ends = ({ crash, failure }: SearchResult) =>
    (failure !== null && (!failsOnBase(failure) || together.includes('base'))) ||
    (crash !== null && (crash.arm !== 'head' || together.includes('head')));
  return arms.head.signal.aborted || [...found.values()].flat().some(ends);
}

const sumLoad = (results: readonly SearchResult[]) => sum(results, ({ loadSeconds }) => loadSeconds);

/** Tells whether another block, of the usual length of a later one, fits into the budget. */
function isWorthwhile(search: CapacitySearch, results: readonly SearchResult[], block: number): boolean {
  const first = sumLoad(results.filter((result) => result.block === 0));
  const left = search.budgetSeconds - sumLoad(results);
  return block === 0 || (block < search.blocks && left >= (WORTHWHILE * TRIALS.later * first) / TRIALS.first);
}

function findStart({ goal }: CapacitySearch, results: readonly SearchResult[]): SearchStart {
  const known = results.flatMap(({ arms }) => [...arms.values()].flatMap(({ estimate }) => estimate ?? []));
  return known.length === 0
    ? { rate: goal.from, factor: FACTOR.far }
    : { rate: geometricMean(known.map(({ value }) => value)), factor: FACTOR.near };
}

/** Collects what was found for each arm, for the record. */
export function collectCapacities(
  searches: Searches,
  digests: ReadonlyMap<string, string>,
): CapacityMeasurement[] {
  return [...searches].flatMap(([{ scenario, label, goal }, results]) =>
    (['head', 'base'] as const).flatMap((arm) => {
      const blocks = results.flatMap(({ block, arms }) => {
        const own = arms.get(arm);
        return own && own.trials.length > 0 ? [{ block, ...own }] : [];
      });
      return blocks.length > 0 ? [{ scenario, label, digest: digests.get(label)!, goal, arm, blocks }] : [];
    }),
  );
}

/** Counts the fresh starts of an arm. */
export function countStarts(searches: Searches): number {
  return Math.max(0, ...[...searches.values()].flatMap((results) => results.map(({ block }) => block + 1)));
}

/** Finds searches that found nothing on the head, and why. */
export function findUnsearched(searches: Searches): InvalidReason[] {
  const all = [...searches.values()].flat();
  const failures = collectFailures(all);
  if (failures.length > 0 || all.some(({ crash }) => crash !== null)) return failures;
  return [...searches].flatMap(([{ label }, results]): InvalidReason[] => {
    const found = results.flatMap(({ arms }) => arms.get('head') ?? []);
    if (found.some(({ estimate }) => estimate !== null)) return [];
    const trials = sum(found, (one) => one.trials.length);
    const bad = results.flatMap(({ discarded }) => discarded);
    const [last, discarded, rounds] = [bad.at(-1), bad.length, bad.length + trials];
    if (last === undefined || trials > discarded) return [{ kind: 'search-too-short', label, trials }];
    return [{ kind: 'disturbed', label, discarded, rounds, why: explainCause('disturbed', last.evidence) }];
  });
}
